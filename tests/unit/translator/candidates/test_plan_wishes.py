"""Wishes about the whole plan are read, and nothing else is read as one."""

import pytest

from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.translator.candidates.plan_wishes import NOTHING_SHOWN
from plancritic.translator.translation import Translator

SHOWN = (
    "0.000: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]\n0.501: (scout_location wpt_a_0 sct_ast_0) [1.000]\n"
)


#: One for all tests: it keeps what it has read of a problem.
TRANSLATOR = Translator()


async def read(statement: str, shown: str | None = SHOWN, domain: str = "waterway") -> StatementReadings:
    asked = [Statement(id="f1", text=statement)]
    _, (found,) = await TRANSLATOR.translate(load_domain(domain), "1", asked, shown)
    return found


@pytest.mark.parametrize(
    ("statement", "constraint"),
    [
        ("Finish within 10 hours.", "(<= (total-time) 10)"),
        ("Be done by hour 10.", "(<= (total-time) 10)"),
        ("No longer than 84 minutes in all.", "(<= (total-time) 1.4)"),
        ("Please wrap up the whole mission by 10 hours at the latest.", "(<= (total-time) 10)"),
        ("It should take no more than ten hours in total.", "(<= (total-time) 10)"),
        ("The plan must not take longer than 10 hours.", "(<= (total-time) 10)"),
        ("Finish before hour 9.", "(< (total-time) 9)"),
        ("Keep the total time under 10 hours.", "(< (total-time) 10)"),
        ("Use at most 12 steps.", "(<= (total-steps) 12)"),
        ("I'd like a plan with fewer than 12 steps.", "(< (total-steps) 12)"),
        ("Faster.", "(< (total-time) 1.501)"),
        ("Can you make the plan quicker than this?", "(< (total-time) 1.501)"),
        ("That takes too long.", "(< (total-time) 1.501)"),
        ("Fewer steps, please.", "(< (total-steps) 2)"),
        ("Get it all done faster, 10 hours tops.", "(<= (total-time) 10)"),
        ("10 hours at most", "(<= (total-time) 10)"),
        ("Same thing but done within 75 minutes.", "(<= (total-time) 1.25)"),
        ("that's way too long, finish in 75 minutes", "(<= (total-time) 1.25)"),
        ("thats way too long, same thing but done within 75 minutes", "(<= (total-time) 1.25)"),
        ("No longer than an hour and a quarter.", "(<= (total-time) 1.25)"),
        ("Finish within an hour and a half.", "(<= (total-time) 1.5)"),
        ("That is far too slow. Ten hours max.", "(<= (total-time) 10)"),
        ("Make it quicker: 10 hours at the most.", "(<= (total-time) 10)"),
        ("Keep everything else the same but be done in 10 hours.", "(<= (total-time) 10)"),
        ("Hurry up, we have to be done within two and a half hours.", "(<= (total-time) 2.5)"),
        ("It's way too slow.", "(< (total-time) 1.501)"),
        ("I want a shorter plan.", "(< (total-time) 1.501)"),
    ],
)
async def test_a_wish_about_the_whole_plan_is_a_bound(statement: str, constraint: str) -> None:
    found = await read(statement)
    assert found.readings[0].constraints == (constraint,)
    assert found.readings[0].strength is None
    assert found.readings[0].mid_level_goal.startswith("The plan ")


@pytest.mark.parametrize(
    ("statement", "constraint"),
    [
        ("As fast as possible.", "(< (total-time) 1.501)"),
        ("Do it as quickly as you can.", "(< (total-time) 1.501)"),
        ("Minimise the makespan.", "(< (total-time) 1.501)"),
        ("As few steps as you can.", "(< (total-steps) 2)"),
        ("Ideally finish within 10 hours.", "(<= (total-time) 10)"),
    ],
)
async def test_what_asks_for_the_best_is_a_should_that_improves(statement: str, constraint: str) -> None:
    (reading,) = (await read(statement)).readings
    assert reading.constraints == (constraint,)
    assert reading.strength == "should"


async def test_a_shorter_plan_may_mean_fewer_steps() -> None:
    found = await read("Make it shorter.")
    assert [each.constraints for each in found.readings] == [("(< (total-time) 1.501)",), ("(< (total-steps) 2)",)]


@pytest.mark.parametrize("statement", ["Faster.", "As few steps as possible."])
async def test_a_comparison_needs_a_plan_that_was_shown(statement: str) -> None:
    found = await read(statement, shown=None)
    assert not found.readings
    assert found.reason == NOTHING_SHOWN


async def test_a_bound_beside_another_wish_is_read_with_it() -> None:
    for statement in (
        "Finish within 10 hours and never visit waypoint A.",
        "The scout must never visit waypoint A. The whole plan ends by hour 10.",
    ):
        (best, *_) = (await read(statement)).readings
        assert best.constraints[-1] == "(<= (total-time) 10)"
        assert len(best.constraints) > 1
        assert all("wpt_a_0" in text for text in best.constraints[:-1])
        assert best.mid_level_goal.endswith("The plan ends by 10 hours.")


@pytest.mark.parametrize(
    "statement",
    ["Within 10 hours the scout is at waypoint A.", "The scout must be at waypoint A within 10 hours."],
)
async def test_a_time_of_something_is_no_bound_on_the_plan(statement: str) -> None:
    (best, *_) = (await read(statement)).readings
    assert best.constraints == ("(within 10 (at sct_ast_0 wpt_a_0))",)


@pytest.mark.parametrize(
    "statement",
    [
        "Do not finish within 10 hours.",
        "Never finish before hour 9.",
        "The scout finishes within 10 hours.",
        "The scout must go to waypoint A and be done by hour 10.",
        "Finish the salvage within 10 hours.",
        "Wait at most 10 minutes.",
        "Be there by hour 10.",
        "Start within 10 hours.",
        "A slower plan.",
        "More steps.",
        "Faster boats.",
        "Finish by 6 o'clock.",
        "Not faster than 10 hours.",
        "Same thing for the debris boat but within 75 minutes.",
        "Get the scout there faster, 10 hours tops.",
        "The scout is too slow, 10 hours at most.",
        "That's too long for the scout, 10 hours at most.",
        "Do the scouting quicker, 2 hours tops.",
        "Slower, at least 10 hours.",
    ],
)
async def test_what_says_something_else_is_no_bound_on_the_plan(statement: str) -> None:
    found = await read(statement)
    assert not any("total-" in text for reading in found.readings for text in reading.constraints)
