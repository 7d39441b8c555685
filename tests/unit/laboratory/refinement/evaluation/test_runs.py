"""Pipelines on one start."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from plancritic.laboratory.refinement.evaluation import runs as module
from plancritic.laboratory.refinement.evaluation.rows import RunKey, RunRow
from plancritic.laboratory.refinement.evaluation.runs import (
    CountedFeedback,
    Evaluator,
    StartRuns,
    current_version,
    planned_runs,
    without,
)
from plancritic.pddl.language import parse_domain
from plancritic.refiner.feedback.source import FeedbackKind, Judgement
from plancritic.refiner.proposers.opening import ProposerName
from plancritic.refiner.proposers.proposer import NothingProposed, ProposalRequest, Proposed


class Truth:
    """Proposes the true domain of hiking at once."""

    name = "truth"

    async def propose(self, request: ProposalRequest) -> Proposed | NothingProposed:
        return Proposed(module.benchmark_domains()["hiking"].text)


class Broken(Truth):
    """Cannot propose anything."""

    async def propose(self, request: ProposalRequest) -> Proposed | NothingProposed:
        raise ValueError("it broke")


def test_starts_have_one_to_four_faults_in_turn_and_seeds_of_their_own() -> None:
    runs = planned_runs(["blocks", "hiking"], ["N", "VS"], 5, seed=3)
    assert len(runs) == 10
    assert [each.faults for each in runs[:5]] == [1, 2, 3, 4, 1]
    six = planned_runs(["blocks"], ["N"], 7, seed=3, faults=range(1, 7))
    assert [each.faults for each in six] == [1, 2, 3, 4, 5, 6, 1]
    assert len({each.start_seed for each in runs[:5]}) == 5
    assert {each.start_seed for each in runs}.isdisjoint(
        each.start_seed for each in planned_runs(["blocks"], ["N"], 5, seed=4)
    )


def test_a_limit_is_one_of_our_own_pipeline() -> None:
    (runs,) = planned_runs(["hiking"], ["N", "own-0"], 1, seed=1, limit=7.0)
    assert (runs.key("N").limit, runs.key("own-0").limit) == (None, 7.0)
    (short,) = without([runs], {runs.key("N"), runs.key("own-0")._replace(limit=60.0)})
    assert short.pipelines == ("own-0",)


def test_runs_that_are_known_are_left_out() -> None:
    runs = planned_runs(["hiking"], ["N", "VS"], 2, seed=1)
    known = {RunKey("hiking", 1, 1, 1, "N"), RunKey("hiking", 1, 1, 1, "VS"), RunKey("hiking", 1, 2, 2, "N")}
    assert [(each.start, each.pipelines) for each in without(runs, known)] == [(2, ("VS",))]


async def rows(proposer: type[Truth], *pipelines: str, start: int = 1) -> list[RunRow]:
    @asynccontextmanager
    async def opened(name: ProposerName) -> AsyncIterator[Truth]:
        assert name == "mixed"
        yield proposer()

    return [each async for each in Evaluator(opened).rows(StartRuns("hiking", 1, start, start, pipelines, "mixed"))]


class Judged:
    """Has nothing to say about any domain."""

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        return Judgement(fault=domain)


async def test_a_run_counts_each_domain_once_that_it_has_judged() -> None:
    counted = CountedFeedback(Judged())
    for domain, kind in (("a", "plan"), ("b", "plan"), ("a", "landmark")):
        assert (await counted.judge(domain, frozenset({kind}))).fault == domain  # type: ignore[arg-type]
    assert counted.candidates == 2


async def test_a_later_run_counts_what_an_earlier_one_had_judged() -> None:
    alone, (first, second) = await rows(Truth, "LVR"), await rows(Truth, "VR", "LVR")
    # The start, and the domain that was proposed.
    assert first.candidates > 0 and alone[0].candidates == second.candidates == 2
    assert {first.version, second.version, alone[0].version} == {current_version()}


async def test_a_row_has_hde_of_the_result() -> None:
    found = {each.pipeline: each for each in await rows(Truth, "N", "LVR", "VS", start=2)}
    assert 0 <= found["N"].hde < 1 and not found["N"].perfect and found["N"].ended == "settled"
    assert len(found["N"].start.faults) == 2
    # The walk goes to the truth at once, and nothing is wrong with it.
    assert (found["LVR"].hde, found["LVR"].perfect, found["LVR"].spent) == (1, True, 1)
    assert found["LVR"].failure is None and parse_domain(found["LVR"].result).actions
    assert found["N"].hde_seconds is not None
    if found["VS"].result == found["LVR"].result:
        assert found["VS"].hde_seconds is None


async def test_a_run_that_fails_says_so_and_the_others_go_on() -> None:
    found = await rows(Broken, "LVR", "N")
    assert found[0].failure == "ValueError: it broke" and found[0].hde == 0
    assert found[1].failure is None


async def test_the_same_start_gives_the_same_rows() -> None:
    first, second = [await rows(Truth, "N", "VR") for _ in range(2)]
    timeless = {"seconds": 0.0, "cpu_seconds": 0.0, "hde_seconds": None}
    assert [each.model_copy(update=timeless) for each in first] == [each.model_copy(update=timeless) for each in second]


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_our_own_pipeline_asks_the_true_domain_only_where_it_may() -> None:
    found = {each.pipeline: each for each in await rows(Truth, "own-0", "own-10", start=3)}
    assert found["own-0"].failure is None and found["own-0"].questions == 0
    assert found["own-10"].failure is None and found["own-10"].questions <= 10
    assert found["own-10"].hde >= found["own-0"].hde
