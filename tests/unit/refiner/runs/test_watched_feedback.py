from __future__ import annotations

import asyncio

import pytest
from tests.support.refining import BLOCKS, NARROW

from plancritic.contracts.refinement.messages import SearchedCandidate
from plancritic.refiner.feedback.messages import UnsolvableFeedback
from plancritic.refiner.feedback.source import FeedbackKind, Judgement
from plancritic.refiner.runs.watched_feedback import Best, StepsUsedUpError, WatchedFeedback

PLANS: frozenset[FeedbackKind] = frozenset({"plan"})
ALL: frozenset[FeedbackKind] = frozenset({"plan", "landmark"})


class Source:
    """Finds as many complaints as a table says."""

    def __init__(self, complaints: dict[str, int | None]) -> None:
        self.asked: list[str] = []
        self._complaints = complaints

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        self.asked.append(domain)
        await asyncio.sleep(0)
        count = self._complaints[domain]
        if count is None:
            return Judgement(fault="no PDDL")
        return Judgement(tuple(UnsolvableFeedback(number, proved=True, solvable=True) for number in range(count)))


def watched(complaints: dict[str, int | None], most_steps: int | None = None) -> tuple[WatchedFeedback, list[int]]:
    told: list[int] = []

    async def tell(step: int, best: Best, _new: tuple[SearchedCandidate, ...]) -> None:
        told.append(len(best.judgement.messages))

    return WatchedFeedback(Source(complaints), NARROW, most_steps, tell), told


async def test_the_best_has_the_fewest_complaints_and_what_cannot_be_judged_is_never_it() -> None:
    feedback, told = watched({NARROW: 2, BLOCKS.text: 1, "nonsense": None})
    for domain in (NARROW, "nonsense", BLOCKS.text):
        await feedback.judge(domain, ALL)
    assert feedback.best is not None
    assert feedback.best.domain == BLOCKS.text
    assert feedback.best.changes > 0
    assert told == [2, 2, 1]


async def test_a_candidate_judged_by_plans_alone_is_never_better_than_one_judged_whole() -> None:
    feedback, _ = watched({NARROW: 2, BLOCKS.text: 0})
    await feedback.judge(NARROW, ALL)
    await feedback.judge(BLOCKS.text, PLANS)
    assert feedback.best is not None
    assert feedback.best.domain == NARROW


async def test_who_asks_the_same_at_once_waits_for_one_judgement() -> None:
    source = Source({NARROW: 2})

    async def tell(_step: int, _best: Best, _new: tuple[SearchedCandidate, ...]) -> None:
        return None

    feedback = WatchedFeedback(source, NARROW, 1, tell)
    found = await asyncio.gather(*(feedback.judge(NARROW, ALL) for _ in range(3)))
    assert len(set(map(id, found))) == 1
    assert source.asked == [NARROW]
    await feedback.judge(NARROW, PLANS)
    assert feedback.steps == 1, "another kind of feedback on the same candidate is no step"


async def test_a_candidate_that_is_judged_by_one_kind_of_feedback_after_the_other_is_told_as_one() -> None:
    told: list[int] = []

    async def tell(step: int, _best: Best, _new: tuple[SearchedCandidate, ...]) -> None:
        told.append(step)

    feedback = WatchedFeedback(Source({NARROW: 2, BLOCKS.text: 1}), NARROW, 2, tell)
    for domain, kinds in ((NARROW, PLANS), (NARROW, ALL), (BLOCKS.text, ALL), (NARROW, frozenset[FeedbackKind]())):
        await feedback.judge(domain, kinds)
    assert told == [1, 1, 2, 2], "never more than the two candidates that are allowed"


async def test_one_candidate_more_than_allowed_ends_the_search() -> None:
    feedback, _ = watched({NARROW: 2, BLOCKS.text: 1}, most_steps=1)
    await feedback.judge(NARROW, ALL)
    with pytest.raises(StepsUsedUpError):
        await feedback.judge(BLOCKS.text, ALL)
