from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.support.refining import BLOCKS, NARROW, requested

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.refinement.messages import SearchedCandidate
from plancritic.refiner.feedback.messages import UnsolvableFeedback
from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource, Judgement
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.refiner.runs.refinement import Refining
from plancritic.refiner.runs.search_thread import Search, Trees
from plancritic.refiner.runs.watched_feedback import Best

ALL: frozenset[FeedbackKind] = frozenset({"plan", "landmark"})
PLANS: frozenset[FeedbackKind] = frozenset({"plan"})


class Source:
    """Only landmarks show what is wrong with a domain."""

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        if domain == "(broken)":
            raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message="nobody judges"))
        return Judgement((UnsolvableFeedback(0, proved=True, solvable=True),) if "landmark" in kinds else ())


class NoTrees:
    async def kept(self) -> str | None:
        return None

    async def keep(self, tree: str) -> None:
        return None


def refining(look: Callable[[FeedbackSource], Awaitable[Refinement]]) -> Refining:
    async def tell(_step: int, _best: Best, _new: tuple[SearchedCandidate, ...]) -> None:
        return None

    def make(_request: object, _task: object) -> Search:
        async def search(source: FeedbackSource, _trees: Trees) -> Refinement:
            return await look(source)

        return search

    return Refining(make, Source(), NoTrees(), tell, 30.0, Envelope.start())


async def at_once(source: FeedbackSource, *domains: str) -> Refinement:
    async with asyncio.TaskGroup() as group:
        for domain in domains:
            group.create_task(source.judge(domain, ALL))
    return Refinement(domains[0], (), ())


async def test_what_is_left_counts_both_kinds_of_feedback_where_the_search_looked_at_one() -> None:
    async def look(source: FeedbackSource) -> Refinement:
        found = await source.judge(NARROW, PLANS)
        return Refinement(NARROW, found.messages, ())

    ended = await refining(look).refine(requested(NARROW))
    assert [each.complaint.kind for each in ended.left] == ["unsolvable"]
    assert "1 candidate; the best one has 1 complaint" in ended.reason


async def test_a_search_that_judges_several_at_once_ends_at_its_last_step_too() -> None:
    ended = await refining(lambda source: at_once(source, NARROW, BLOCKS.text)).refine(requested(NARROW, most_steps=1))
    assert (ended.ended, ended.steps, ended.domain) == ("steps", 1, NARROW)


async def test_of_several_judgements_that_fail_at_once_the_typed_fault_is_the_answer() -> None:
    with pytest.raises(ContractError, match="nobody judges"):
        await refining(lambda source: at_once(source, "(broken)", NARROW)).refine(requested(NARROW))
