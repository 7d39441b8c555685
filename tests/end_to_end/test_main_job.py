"""Feedback becomes a revised, proven plan: every part real."""

from __future__ import annotations

import pytest
from tests.support.feedback_runs import end_of, equal_results, events_of, number_of_ends, submit

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.feedback import PlanRevised
from plancritic.coordinator.understanding.questions import ALMOST_SURE
from plancritic.domains import load_domain
from plancritic.judges import JudgeRequest, ValJudge, prove
from plancritic.posterior import shipped_model

DEMO = (
    "No vessel may go through waypoint A.",
    "Nobody but the scout leaves the start before the end point has been scouted.",
    "Finish with the debris boat at waypoint B.",
)


async def revised(client: Client, *statements: str, **changes) -> PlanRevised:
    end = await end_of(client, await submit(client, *statements, **changes))
    assert isinstance(end, PlanRevised), end
    return end


def check_words(end: PlanRevised) -> None:
    """Of what the plan does only a clear reading, without another likely one that it misses, is called adhered to."""
    for outcome in end.statements:
        assert outcome.verdict == ("adhered" if outcome.reading == "clear" and not outcome.doubt else "unconfirmed")
        # Of what is almost sure no doubt is put into words, but nobody has confirmed it.
        assert outcome.doubt or outcome.reading == "clear" or outcome.meanings.candidates[0].sureness >= ALMOST_SURE
    assert end.needs_confirmation == tuple(each.statement.id for each in end.statements if each.reading == "doubtful")
    assert "adhered" in [outcome.verdict for outcome in end.statements]


async def val_says(domain: str, plan: str, constraints: tuple[str, ...]) -> str:
    """VAL's own word on the constraints, the base goal included."""
    bundle = load_domain(domain)
    request = JudgeRequest(bundle.domain_pddl, bundle.problem("1"), plan, constraints)
    return (await prove([ValJudge()], request)).ruling


async def test_the_demo_turns_a_base_plan_that_breaks_all_three_statements_into_one_that_keeps_them(operator):
    end = await revised(operator, *DEMO)
    check_words(end)
    assert [outcome.judges["val"] for outcome in end.statements] == ["accepted"] * 3
    assert end.proof.ruling == "accepted"
    for outcome in end.statements:
        assert await val_says("waterway", end.base_plan, outcome.constraints) == "rejected"
        assert await val_says("waterway", end.plan, outcome.constraints) == "accepted"


async def test_progress_comes_in_order_and_the_end_comes_once(operator):
    envelope = await submit(operator, *DEMO)
    events = [event.subject for event in await events_of(operator, envelope)]
    rows = [row for row in events if row != subjects.RUN_PROGRESSED]
    assert rows[0] == subjects.FEEDBACK_SUBMITTED
    assert rows[1:4] == [subjects.RUN_STARTED, subjects.BASE_PLAN_MADE, subjects.STATEMENTS_TRANSLATED]
    assert set(rows[4:-2]) == {subjects.GENERATION_EVALUATED, subjects.PLAN_IMPROVED}
    assert rows[-2:] == [subjects.SESSION_REVISED, subjects.PLAN_REVISED]
    assert await number_of_ends(operator, envelope) == 1


async def test_the_same_seed_gives_the_same_result(operator):
    settings = {"seed": 5, "preset": "code", "population": 6, "generations": 1, "solve_seconds": 0.5}
    one = await revised(operator, DEMO[0], settings=settings)
    other = await revised(operator, DEMO[0], settings=settings)
    assert one.mode == other.mode == "deterministic"
    assert equal_results(one, other)


async def test_what_was_asked_for_stands_in_the_specification_whatever_evolution_made_of_it(operator):
    settings = {"seed": 3, "least_generations": 2, "generations": 2, "population": 10, "solve_seconds": 1.0}
    end = await revised(operator, *DEMO, settings=settings)
    assert end.generations == 2
    asked = {(constraint, outcome.statement.id) for outcome in end.statements for constraint in outcome.constraints}
    check_words(end)
    assert [outcome.evidence.check for outcome in end.statements] == ["adhered"] * 3
    assert asked <= {(each.constraint, origin) for each in end.specification for origin in each.statements}
    assert end.proof.ruling == "accepted"


@pytest.mark.parametrize("evidence", [("scorer",), ("check",), ("scorer", "check", "back_translation")])
async def test_whatever_counts_every_source_is_told(operator, evidence):
    settings = {"seed": 3, "generations": 1, "population": 4, "solve_seconds": 0.5, "evidence": evidence}
    end = await revised(operator, DEMO[2], settings=settings)
    (outcome,) = end.statements
    found = outcome.evidence
    assert end.evidence == evidence
    assert (found.check, found.scorer) == ("adhered", outcome.adherence)
    assert found.reading == found.together == outcome.meanings.candidates[0].probability > 0.5
    assert 0 < found.similarity < 1
    assert outcome.meanings.with_scorer is ("scorer" in evidence)
    clear = shipped_model("scorer" in evidence, with_reader=True).clear
    assert outcome.verdict == ("adhered" if outcome.meanings.candidates[0].sureness >= clear else "unconfirmed")
    if evidence == ("check",):
        assert end.ended == "adherent"


async def test_satellite_runs_through_the_same_services(operator):
    end = await revised(
        operator, "Never point the satellite at Star0.", "Switch the instrument off at the end.", domain="satellite"
    )
    assert [outcome.evidence.check for outcome in end.statements] == ["adhered"] * 2
    assert [outcome.verdict for outcome in end.statements] == ["adhered", "adhered"]
    for outcome in end.statements:
        assert await val_says("satellite", end.plan, outcome.constraints) == "accepted"


@pytest.mark.parametrize("problem", ["2", "3", "4"])
async def test_other_problems_of_a_domain_need_no_change(operator, problem):
    end = await revised(operator, "Finish with the scout at the ship dock.", problem=problem)
    assert [outcome.verdict for outcome in end.statements] == ["adhered"]
