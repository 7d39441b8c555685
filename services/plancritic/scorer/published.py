"""What was published for a domain, fetched by hash and kept loaded: its scorer models and the words of its problems."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from plancritic.bus import Client, ObjectMissing
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.scoring import JudgedBy
from plancritic.contracts.specification import ProblemReference
from plancritic.domains import DomainBundle, UnknownProblemError
from plancritic.embedding import Encoder
from plancritic.scorer.archive import unpack_model
from plancritic.scorer.serving import AdherenceModel, model_missing, unusable
from plancritic.wording import Lexicon

Value = TypeVar("Value")

_KEPT_MODELS = 4
_KEPT_LEXICONS = 64


@dataclass(frozen=True)
class PublishedModel:
    """A loaded model and the hash of its archive."""

    version: str
    model: AdherenceModel

    judged_by: JudgedBy = "model"

    @property
    def label(self) -> str:
        """What people know it by."""
        return f"{self.model.card.name} ({self.version[:12]})"

    @property
    def threshold(self) -> float:
        """From where on it calls a plan adherent."""
        return self.model.card.threshold

    @property
    def unsure(self) -> tuple[float, float]:
        """Between which probabilities it is unsure."""
        return self.model.card.unsure

    def score(self, lexicon: Lexicon, plans: Sequence[str], texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the probability that each plan adheres to each text, as `AdherenceModel.score`."""
        return self.model.score(lexicon, plans, texts)


class PublishedModels:
    """Models by the hash of their archive."""

    def __init__(self, client: Client, encoder: Encoder, cache: Path, threads: int) -> None:
        self._client = client
        self._encoder = encoder
        self._folder = cache / "models"
        self._threads = threads
        self._loaded: _Kept[PublishedModel] = _Kept(_KEPT_MODELS)

    async def load(self, domain: str, version: str) -> PublishedModel:
        """Return the model with this hash, to judge plans of `domain`.

        Raises `ContractError`: `model_missing`, or `model_unusable`, also for one that was trained for other domains.
        """
        found = await self._loaded.get(version, lambda: self._load(domain, version))
        trained = {found.model.card.domain, *(data.domain for data in found.model.card.data)}
        if domain not in trained:
            raise unusable(self._folder / version, f"it is for {' and '.join(sorted(trained))}, not for {domain}")
        return found

    async def _load(self, domain: str, version: str) -> PublishedModel:
        try:
            archive = await self._client.get_object(version)
        except ObjectMissing as error:
            raise model_missing(
                f"the object store lacks the scorer model of {domain!r} ({version[:12]}); if the run began with the "
                "shared reader, that was another version of it: submit the statements again"
            ) from error
        folder = self._folder / version

        def load() -> AdherenceModel:
            unpack_model(archive, folder)
            return AdherenceModel(folder, self._encoder, self._threads)

        return PublishedModel(version, await asyncio.to_thread(load))


class PublishedLexicons:
    """The words of problems, by the bundles that jobs name."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._lexicons: _Kept[Lexicon] = _Kept(_KEPT_LEXICONS)

    async def of(self, problem: ProblemReference) -> Lexicon:
        """Return the lexicon of a problem. Raises `ContractError`: `unknown_domain`, `unknown_problem`."""
        key = f"{problem.bundle}/{problem.problem}"
        return await self._lexicons.get(key, lambda: self._load(problem))

    async def _load(self, problem: ProblemReference) -> Lexicon:
        try:
            content = await self._client.get_object(problem.bundle)
        except ObjectMissing as error:
            raise ContractError(
                Fault(
                    code=FaultCode.UNKNOWN_DOMAIN,
                    message=f"the object store lacks the bundle {problem.bundle[:12]} of the domain {problem.domain!r}",
                    remedy="publish the domain with `plancritic domain publish`",
                )
            ) from error
        bundle = await asyncio.to_thread(DomainBundle.from_json, content)
        try:
            bundle.problem(problem.problem)
        except UnknownProblemError as error:
            raise ContractError(Fault(code=FaultCode.UNKNOWN_PROBLEM, message=str(error))) from error
        return await asyncio.to_thread(Lexicon, bundle, problem.problem)


class _Kept(Generic[Value]):
    """The values last used, each made once even if several ask at the same time."""

    def __init__(self, capacity: int) -> None:
        self._tasks: LRUCache[str, asyncio.Task[Value]] = LRUCache(capacity)

    async def get(self, key: str, make: Callable[[], Awaitable[Value]]) -> Value:
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.ensure_future(_made(make))
        try:
            # Shielded: one who gives up must not take the value from the others who wait.
            return await asyncio.shield(task)
        except Exception:
            # A failure is not kept: what was missing may be published in the next moment.
            if self._tasks.get(key) is task:
                del self._tasks[key]
            raise


async def _made(make: Callable[[], Awaitable[Value]]) -> Value:
    return await make()
