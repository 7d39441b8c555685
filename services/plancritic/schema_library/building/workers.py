"""Other copies and the judges, over the bus."""

from __future__ import annotations

import hashlib
from collections.abc import Coroutine, Sequence
from typing import Any

import orjson

from plancritic.bus import Client, RequestTimedOut
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.messages import (
    CombinationsDecided,
    CombinationTask,
    DecideCombinations,
    DecidedBoxes,
)
from plancritic.contracts.specification import PddlTexts
from plancritic.contracts.validation import PlanRuling, PlansOfProblem, ValidatePlans, Validations
from plancritic.schema_library.combination.product import Box, numbers
from plancritic.schema_library.settings import SchemaLibrarySettings

#: Plans of so many models go into one job.
_PROOFS = 20


class Workers:
    """Jobs of one run.

    Their ids follow from the run's key and what is asked: a run begun anew finds what is there, and nobody else can
    answer in its place.
    """

    def __init__(self, client: Client, origin: Envelope, key: str, settings: SchemaLibrarySettings) -> None:
        self._client = client
        self._origin = origin
        self._key = key
        self._settings = settings

    def decide(self, task: CombinationTask, parts: Sequence[Box]) -> list[Coroutine[Any, Any, DecidedBoxes]]:
        """Return for each part what will decide its combinations, in whichever copy is free.

        A part that nobody decides in time is undecided.
        """
        content = orjson.dumps(task.model_dump(mode="json"))
        # At worst one copy decides them all, one after the other.
        patience = self._settings.patience + self._settings.part_seconds * len(parts)
        return [self._decide(content, part, patience) for part in parts]

    async def prove(self, problem: str, plans: Sequence[tuple[str, str]]) -> list[PlanRuling]:
        """Return what the judges say of plans, each in its own model (domain text, plan text)."""
        rulings: list[PlanRuling] = []
        problem_text = await self._client.put_passing(problem.encode())
        for start in range(0, len(plans), _PROOFS):
            several = plans[start : start + _PROOFS]
            sets = []
            for domain, plan in several:
                source = PddlTexts(
                    domain_text=await self._client.put_passing(domain.encode()), problem_text=problem_text
                )
                sets.append(PlansOfProblem(problem=source, plans=(plan,)))
            digest = hashlib.sha256(orjson.dumps([each.model_dump(mode="json") for each in sets])).hexdigest()
            job = ValidatePlans(envelope=self._origin.caused(f"prove {digest}", self._key), sets=tuple(sets))
            answer = await self._client.request(job, subjects.VALIDATE_PLANS, self._settings.patience)
            assert isinstance(answer, Validations)
            rulings.extend(each[0] for each in answer.rulings)
        return rulings

    async def _decide(self, task: bytes, part: Box, patience: float) -> DecidedBoxes:
        key = await self._client.put_passing(task)
        box, most_states = numbers(part), self._settings.most_states
        digest = hashlib.sha256(orjson.dumps([key, box, most_states])).hexdigest()
        job = DecideCombinations(
            envelope=self._origin.caused(f"decide {digest}", self._key),
            task=key,
            box=box,
            most_states=most_states,
            seconds=self._settings.part_seconds,
        )
        try:
            answer = await self._client.request(job, subjects.DECIDE_COMBINATIONS, patience)
        except RequestTimedOut:
            return DecidedBoxes(plans=(), solved=(), unsolvable=(), undecided=(box,))
        assert isinstance(answer, CombinationsDecided)
        return DecidedBoxes.model_validate_json(await self._client.get_object(answer.decisions))
