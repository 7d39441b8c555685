"""Which model judges for a domain: the one that the KV bucket `models` names, taken up while jobs go on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import aclosing, suppress
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge

from plancritic.bus import BucketName, Client, Entry
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.scorer.published import PublishedModel, PublishedModels
from plancritic.threads import stop

_log = structlog.get_logger("plancritic.scorer")

#: Until a model is fetched again that could not be fetched for the broker's or the disk's sake, in seconds.
_RETRY_DELAY = 5.0


class CurrentModels:
    """The model of each domain.

    One newly published is loaded beside the one that serves, which serves until the new one is ready, and goes on
    where the new one cannot be used. Where none serves yet, as in a copy that has just started, the last of those
    published before that can be used does. The log, `detail` (by domain) and the metrics tell which serves and what
    was refused. A model that is missing or cannot be fetched is tried again; one that is unusable is so until the
    domain is published again.
    """

    def __init__(
        self, client: Client, models: PublishedModels, detail: dict[str, str], registry: CollectorRegistry
    ) -> None:
        self._client = client
        self._models = models
        self._detail = detail
        self._metrics = _Metrics(registry)
        self._serving: dict[str, PublishedModel] = {}
        #: The revision of the entry that was last taken up or tried, by domain. Not the hash: that of a refused model
        #: may be published again.
        self._tried: dict[str, int] = {}
        #: What was told last of an entry that cannot be used: each job would find it out again.
        self._reported: dict[str, tuple[int, str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Load what is published, so that no job waits for it, and follow what will be."""
        for entry in await (await self._client.kv(BucketName.MODELS)).entries():
            with suppress(ContractError):
                await self._take_up(entry)
        self._begin(self._follow())

    async def close(self) -> None:
        """Follow no longer."""
        await stop(*self._tasks)

    async def of(self, domain: str) -> PublishedModel | None:
        """Return the model that serves the domain, None where none is published.

        Raises `ContractError`: `model_missing` where what was published is not in the object store, `model_unusable`.
        """
        serving = self._serving.get(domain)
        if serving is not None:
            return serving
        entry = await (await self._client.kv(BucketName.MODELS)).get(domain)
        if entry is None:
            return None
        try:
            return await self._take_up(entry)
        except ContractError:
            # An older one may have been found in its place.
            if (serving := self._serving.get(domain)) is not None:
                return serving
            raise

    async def _follow(self) -> None:
        while True:
            try:
                await self._watch()
            except Exception as error:  # noqa: BLE001 - without this task no model would ever be taken up again
                _log.warning("published models are followed anew", error=repr(error))
            await asyncio.sleep(_RETRY_DELAY)

    async def _watch(self) -> None:
        bucket = await self._client.kv(BucketName.MODELS)
        async with aclosing(bucket.watch()) as changes:
            async for entry in changes:
                if entry.deleted:
                    self._withdraw(entry.key)
                elif not self._serves(entry):
                    # Beside this loop: a model published in the meantime is not kept waiting by this one.
                    self._begin(self._replace(entry))

    async def _replace(self, entry: Entry) -> None:
        self._tried[entry.key] = entry.revision
        while self._tried.get(entry.key) == entry.revision:
            try:
                await self._take_up(entry)
            except ContractError as error:
                if error.fault.code is not FaultCode.MODEL_MISSING:
                    return
            except Exception as error:  # noqa: BLE001 - whatever broker or disk failed with, it may pass
                _log.warning("model not fetched yet", domain=entry.key, version=_version(entry)[:12], error=repr(error))
            else:
                return
            await asyncio.sleep(_RETRY_DELAY)

    async def _take_up(self, entry: Entry) -> PublishedModel:
        domain = entry.key
        self._tried[domain] = entry.revision
        try:
            model = await self._models.load(domain, _version(entry))
        except ContractError as error:
            # Once for an entry: what was published before it does not change.
            if domain not in self._serving and self._reported.get(domain, (None, ""))[0] != entry.revision:
                await self._fall_back(entry)
            if self._tried.get(domain) == entry.revision:
                self._refuse(entry, error.fault)
            raise
        # One that was overtaken while it was loaded is not put before the one that overtook it.
        if self._tried.get(domain) == entry.revision:
            self._serve(domain, model)
            self._detail[domain] = model.label
            self._metrics.loaded(domain)
        return model

    async def _fall_back(self, refused: Entry) -> None:
        """Let the last usable model serve of those published before the refused one, down to where it was withdrawn."""
        domain = refused.key
        past = await (await self._client.kv(BucketName.MODELS)).history(domain)
        known_bad = {_version(refused)}
        for entry in sorted(past, key=lambda one: one.revision, reverse=True):
            if entry.revision > refused.revision or _version(entry) in known_bad:
                continue
            if entry.deleted:
                return
            try:
                model = await self._models.load(domain, _version(entry))
            except ContractError:
                known_bad.add(_version(entry))
                continue
            # Meanwhile another may have been published, or the refused one withdrawn.
            if self._tried.get(domain) == refused.revision and domain not in self._serving:
                self._serve(domain, model)
            return

    def _serves(self, entry: Entry) -> bool:
        serving = self._serving.get(entry.key)
        return (
            serving is not None and serving.version == _version(entry) and self._tried.get(entry.key) == entry.revision
        )

    def _serve(self, domain: str, model: PublishedModel) -> None:
        before = self._serving.get(domain)
        self._serving[domain] = model
        if before is None or before.version != model.version:
            _log.info("model loaded", domain=domain, model=model.model.card.name, version=model.version[:12])

    def _refuse(self, entry: Entry, fault: Fault) -> None:
        domain, version = entry.key, _version(entry)
        if self._reported.get(domain) == (entry.revision, fault.message):
            return
        self._reported[domain] = (entry.revision, fault.message)
        serving = self._serving.get(domain)
        stays = f"{serving.label} serves; the newest, {version[:12]}, does not: " if serving is not None else ""
        self._detail[domain] = stays + fault.message
        self._metrics.refused(domain, fault.code)
        _log.error(
            "model cannot be used",
            domain=domain,
            version=version[:12],
            reason=fault.message,
            remedy=fault.remedy,
            serving=serving.label if serving is not None else None,
        )

    def _withdraw(self, domain: str) -> None:
        self._serving.pop(domain, None)
        if self._tried.pop(domain, None) is not None:
            self._detail[domain] = "its model was withdrawn"
            self._metrics.withdrawn(domain)
            _log.warning("model withdrawn", domain=domain)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Metrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self._taken = Counter(
            "plancritic_scorer_models_taken_up",
            "Published models, by outcome: loaded, model_missing, model_unusable",
            ["domain", "outcome"],
            registry=registry,
        )
        self._refused = Gauge(
            "plancritic_scorer_model_refused",
            "1 while the model published last cannot be used (an older one serves, or none)",
            ["domain"],
            registry=registry,
        )

    def loaded(self, domain: str) -> None:
        self._taken.labels(domain, "loaded").inc()
        self._refused.labels(domain).set(0)

    def refused(self, domain: str, code: str) -> None:
        self._taken.labels(domain, code).inc()
        self._refused.labels(domain).set(1)

    def withdrawn(self, domain: str) -> None:
        self._refused.labels(domain).set(0)


def _version(entry: Entry) -> str:
    return entry.value.decode("ascii", "replace")
