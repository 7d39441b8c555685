"""Plans made better for as long as there is time: accepted by every judge, never longer, with a bound that holds."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from plancritic.contracts.planning import Improvement, PlanProved, SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.domains import load_domain
from plancritic.judges import ExecutorJudge, JudgeRequest, KairosJudge, prove
from plancritic.pddl.language import parse_plan
from plancritic.verdicts import Verdicts, standard
from plancritic.verdicts.improvement.anytime import NothingToImproveError, Search
from plancritic.verdicts.proof import standard_judges

JUDGES = (KairosJudge(), ExecutorJudge())
SECONDS = SolveLimits(seconds=2.0, deterministic=True)
HAULAGE, WATERWAY, SATELLITE = (load_domain(name) for name in ("haulage", "waterway", "satellite"))


@pytest.fixture
async def verdicts() -> AsyncIterator[Verdicts]:
    library = Verdicts(standard(), JUDGES)
    yield library
    await library.close()


def asked(*constraints: str) -> tuple[TracedConstraint, ...]:
    return tuple(TracedConstraint(constraint=each) for each in constraints)


async def planned(verdicts: Verdicts, texts: tuple[str, str], *constraints: str) -> str:
    found = await verdicts.verdict(*texts, asked(*constraints), SolveLimits(seconds=10, deterministic=True))
    assert isinstance(found, PlanProved)
    return found.plan


async def test_a_plan_twice_as_long_as_it_need_be_is_replaced(verdicts: Verdicts) -> None:
    texts = HAULAGE.domain_pddl, HAULAGE.problem("2")
    once = "(at-most-once (at van1 mill))", "(at-most-once (at van2 mill))"
    start = await planned(verdicts, texts, *once)
    told: list[Improvement] = []

    async def report(better: Improvement) -> None:
        told.append(better)

    found = await verdicts.improved_plan(*texts, asked(*once), [start], SECONDS, report=report)
    # The first plan takes 219 minutes, and six searches for a sooner one led to 134.
    assert found.makespan < 110
    assert [each.makespan for each in told] == sorted((each.makespan for each in told), reverse=True)
    assert told[-1].plan == found.plan
    proof = await prove(standard_judges(), JudgeRequest(*texts, found.plan, once))
    assert proof.ruling == "accepted"
    assert found.lower_bound is not None
    assert found.lower_bound.value <= found.makespan


async def test_work_of_one_actor_is_shared_out(verdicts: Verdicts) -> None:
    texts = SATELLITE.domain_pddl, SATELLITE.problem("3")
    start = await planned(verdicts, texts)
    found = await verdicts.improved_plan(*texts, (), [start], SECONDS)
    # One satellite takes all images in 50 s; no search of the whole problem finds a plan for two, which take 29.
    assert found.makespan < 40


async def test_a_plan_of_the_least_makespan_is_kept_and_said_to_be_the_best(verdicts: Verdicts) -> None:
    texts = WATERWAY.domain_pddl, WATERWAY.problem("1")
    start = await planned(verdicts, texts)
    found = await verdicts.improved_plan(*texts, (), [start], SECONDS, shown=start)
    assert found.plan == start
    assert found.found_by == "given"
    assert found.lower_bound is not None
    assert found.lower_bound.met
    assert found.distance is not None
    assert (found.distance.added, found.distance.removed, found.distance.moved) == (0, 0, 0)


async def test_the_best_of_the_plans_known_that_meet_the_musts_is_where_it_begins(verdicts: Verdicts) -> None:
    texts = SATELLITE.domain_pddl, SATELLITE.problem("1")
    wish = "(at end (pointing satellite0 phenomenon6))"
    free, bound = await planned(verdicts, texts), await planned(verdicts, texts, wish)
    found = await verdicts.improved_plan(*texts, asked(wish), [free, bound], SECONDS, shown=free)
    assert parse_plan(found.plan).makespan <= parse_plan(bound).makespan
    proof = await prove(JUDGES, JudgeRequest(*texts, found.plan, (wish,)))
    assert proof.ruling == "accepted"
    with pytest.raises(NothingToImproveError, match="none of the given plans meets"):
        await verdicts.improved_plan(*texts, asked("(always (not (power_avail satellite0)))"), [free], SECONDS)


async def test_a_wish_that_the_first_plan_keeps_is_kept(verdicts: Verdicts) -> None:
    texts = SATELLITE.domain_pddl, SATELLITE.problem("1")
    wish = "(at end (pointing satellite0 phenomenon6))"
    start = await planned(verdicts, texts, wish)
    should = TracedConstraint(constraint=wish, strength="should")
    found = await verdicts.improved_plan(*texts, (should,), [start], SECONDS)
    assert (await prove(JUDGES, JudgeRequest(*texts, found.plan, (wish,)))).ruling == "accepted"


async def test_with_keep_close_a_sooner_plan_that_changes_more_is_not_taken(verdicts: Verdicts) -> None:
    texts = HAULAGE.domain_pddl, HAULAGE.problem("2")
    shown = await planned(verdicts, texts)
    found = await verdicts.improved_plan(*texts, (), [shown], SECONDS, shown=shown, keep_close=True)
    assert found.distance is not None
    assert (found.distance.added, found.distance.removed) == (0, 0)


@pytest.mark.parametrize("deterministic", [True, False])
async def test_an_empty_plan_is_not_searched_around(verdicts: Verdicts, deterministic: bool) -> None:
    texts = WATERWAY.domain_pddl, WATERWAY.problem("1").replace("(at shp_0 shp_dck_0)", "(at deb_ast_0 wpt_ini)")
    limits = SolveLimits(seconds=0.5, deterministic=deterministic)
    found = await asyncio.wait_for(verdicts.improved_plan(*texts, (), [""], limits), 20)
    assert found.makespan == 0


async def test_where_steps_take_no_time_an_engines_least_times_are_no_sooner_end(verdicts: Verdicts) -> None:
    post = load_domain("post", Path(__file__).parents[4] / "tests/cases/corpus/domains")
    texts, stays = (post.domain_pddl, post.problem("1")), "(always (at emil town_depot))"
    start = await planned(verdicts, texts, stays)
    steps = parse_plan(start).steps
    timed = "".join(f"{number / 1000:.3f}: {step.ground}\n" for number, step in enumerate(steps))
    for given in (start, timed):
        found = await verdicts.improved_plan(*texts, asked(stays), [given], SECONDS, shown=timed)
        # LPG's plans have times a thousandth apart.
        assert found.makespan == len(parse_plan(found.plan).steps) <= len(steps)
        assert ":" not in found.plan


@pytest.mark.parametrize("deterministic", [True, False])
async def test_a_round_in_which_nothing_can_be_searched_is_the_last(
    verdicts: Verdicts, monkeypatch: pytest.MonkeyPatch, deterministic: bool
) -> None:
    rounds = 0

    async def nothing(*_: object, **__: object) -> bool:
        nonlocal rounds
        rounds += 1
        return False

    monkeypatch.setattr(Search, "_try", nothing)
    texts = HAULAGE.domain_pddl, HAULAGE.problem("1")
    start = await planned(verdicts, texts)
    await verdicts.improved_plan(*texts, (), [start], SolveLimits(seconds=5.0, deterministic=deterministic))
    assert 0 < rounds < 500
