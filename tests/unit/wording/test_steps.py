import pytest

from plancritic.pddl.language import PddlSyntaxError, parse_plan
from plancritic.wording import Lexicon, plan_steps, step_sentence


def test_steps_that_start_together_share_a_number(waterway: Lexicon) -> None:
    plan = """0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]
    0.000: (remove_normal_debris_total wpt_ini wpt_a_0 n_deb_ini_a_0 deb_ast_0) [1.000]
    0.101: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]"""
    steps = plan_steps(plan, waterway)
    assert [(step.number, step.start, step.duration) for step in steps] == [(1, 0, 0.1), (1, 0, 1), (2, 0.101, 0.5)]
    assert [step.sentence for step in steps] == [
        "The authority of branch A opens waypoint A to traffic.",
        "The debris boat at the start removes all of the normal debris between the start and waypoint A.",
        "The scout moves from the start to waypoint A.",
    ]
    assert steps[2].action == "(move_scout_asset wpt_ini wpt_a_0 sct_ast_0)"
    assert plan_steps(parse_plan(plan), waterway) == steps


def test_words_of_plans_are_case_blind(satellite: Lexicon) -> None:
    step = parse_plan("0: (TURN_TO satellite0 groundstation2 PHENOMENON6) [5]").steps[0]
    assert step_sentence(step, satellite) == "The satellite turns from Phenomenon6 to GroundStation2."


@pytest.mark.parametrize("step", ["(fly deb_ast_0)", "(move_scout_asset wpt_ini)"])
def test_a_step_without_words_stands_as_its_pddl(step: str, waterway: Lexicon) -> None:
    assert plan_steps(f"0: {step} [1]", waterway)[0].sentence == f"{step}."


def test_text_that_is_no_plan_is_refused(waterway: Lexicon) -> None:
    with pytest.raises(PddlSyntaxError):
        plan_steps("first go to A", waterway)


def test_the_empty_plan_has_no_steps(waterway: Lexicon) -> None:
    assert plan_steps("; nothing to do\n", waterway) == ()
