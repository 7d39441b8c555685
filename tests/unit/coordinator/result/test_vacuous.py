"""Where a plan meets a reading with nothing done for it, that is said."""

from tests.support.builders import feedback_submitted
from tests.support.sayings import plan_for, reading

from plancritic.contracts.translation import Reading
from plancritic.coordinator.problem.situation import situation_of
from plancritic.coordinator.result.statement_outcomes import vacuous_sentence
from plancritic.domains import load_domain

SITUATION = situation_of(feedback_submitted("Say it."), load_domain("waterway"))
AT_STATION, NEVER_AT_B = "(at deb_ast_0 deb_stn_0)", "(at deb_ast_0 wpt_b_0)"


def said(*constraints: str) -> str:
    read = Reading(mid_level_goal="Anything.", constraints=constraints, score=1.0)
    return vacuous_sentence(read, plan_for(f"(sometime {AT_STATION})"), SITUATION)


def test_a_condition_that_never_comes_about_is_named() -> None:
    expected = "In this plan it holds by itself. The debris boat never visits waypoint B."
    assert said(f"(sometime-before {NEVER_AT_B} (at sct_ast_0 wpt_a_0))") == expected
    assert said(f"(sometime-after {NEVER_AT_B} (at sct_ast_0 wpt_a_0))") == expected
    assert said(f"(always-within 1 {NEVER_AT_B} (at sct_ast_0 wpt_a_0))") == expected


def test_nothing_is_said_where_the_plan_does_something() -> None:
    order = f"(sometime-before {AT_STATION} (at sct_ast_0 wpt_a_0))"
    assert said(order) == ""
    assert said(order, f"(sometime-before {NEVER_AT_B} (at sct_ast_0 wpt_a_0))") == ""
    assert said(f"(always (not {NEVER_AT_B}))") == ""
    assert said(f"(sometime-after {AT_STATION} {NEVER_AT_B})") == "", "the plan does not meet it"


def test_nothing_is_said_of_what_has_no_reading() -> None:
    assert vacuous_sentence(None, plan_for(f"(sometime {AT_STATION})"), SITUATION) == ""
    assert vacuous_sentence(reading(f"(sometime {AT_STATION})", 1.0), "no plan", SITUATION) == ""
