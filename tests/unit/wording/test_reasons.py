from __future__ import annotations

import pytest

from plancritic.pddl.execution import ConstraintNeed, GoalNeed, StepNeed, Trajectory, causal_links, execute
from plancritic.pddl.language import parse_constraint, parse_plan
from plancritic.wording import Lexicon, StepReasons, step_reasons

PLAN = """
0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]
0.000: (remove_normal_debris_total wpt_ini wpt_a_0 n_deb_ini_a_0 deb_ast_0) [1.000]
0.100: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]
0.600: (scout_location wpt_a_0 sct_ast_0) [1.000]
1.600: (move_scout_asset wpt_a_0 wpt_end sct_ast_0) [0.500]
1.600: (move_debris_asset wpt_ini wpt_a_0 deb_ast_0) [1.000]
1.600: (move_ship_salvage_asset wpt_ini wpt_a_0 shp_sal_ast_0) [1.000]
2.100: (scout_location wpt_end sct_ast_0) [1.000]
2.600: (remove_normal_debris_total wpt_a_0 wpt_end n_deb_a_0_end deb_ast_0) [1.000]
3.600: (move_ship_salvage_asset wpt_a_0 wpt_end shp_sal_ast_0) [1.000]
4.600: (ship_salvage_asset_salvage_ship wpt_end shp_0 shp_sal_ast_0) [1.000]
5.600: (move_ship_salvage_asset wpt_end wpt_a_0 shp_sal_ast_0) [1.000]
6.601: (move_ship_salvage_asset wpt_a_0 wpt_ini shp_sal_ast_0) [1.000]
7.602: (move_ship_salvage_asset wpt_ini shp_dck_0 shp_sal_ast_0) [1.000]
8.602: (ship_salvage_asset_dock_ship shp_dck_0 shp_0 shp_sal_ast_0) [1.000]
"""


@pytest.fixture(scope="module")
def trajectory(waterway: Lexicon) -> Trajectory:
    found = execute(waterway.problem, parse_plan(PLAN))
    assert found.fault is None and found.goal_met
    return found


def why(trajectory: Trajectory, action: str, lexicon: Lexicon, *constraints: str) -> StepReasons:
    links = causal_links(trajectory, tuple(map(parse_constraint, constraints)))
    step = next(index for index, each in enumerate(trajectory.plan.steps) if each.ground == action)
    return step_reasons(trajectory, links, step, lexicon, [f"your statement {each!r}" for each in constraints])


def test_a_step_is_there_for_the_steps_that_need_it_and_leads_to_the_goal(
    trajectory: Trajectory, waterway: Lexicon
) -> None:
    found = why(trajectory, "(move_scout_asset wpt_ini wpt_a_0 sct_ast_0)", waterway)
    assert found.number == 2
    assert found.sentences == (
        "Step 2 (the scout moves from the start to waypoint A) is there because step 3 (the scout scouts waypoint A "
        "for underwater debris) needs this: the scout is at waypoint A.",
        "Step 4 (the scout moves from waypoint A to the end point) needs this: the scout is at waypoint A.",
        # Three steps have the number 4: which one is meant is said.
        "By way of steps 3, 4 (the salvage boat moves from the start to waypoint A), 7, 8 and 12 it serves the goal: "
        "the wrecked ship is at the ship dock.",
    )


def test_what_a_step_puts_back_is_no_reason_for_it(trajectory: Trajectory, waterway: Lexicon) -> None:
    # Scouting takes the scout's rest and gives it back: the next move needs that rest, but not the scouting for it.
    found = why(trajectory, "(scout_location wpt_end sct_ast_0)", waterway)
    assert len(found.reasons) == 1
    assert "the end point is scouted" in found.sentences[0]


def test_the_last_step_serves_the_goal_itself(trajectory: Trajectory, waterway: Lexicon) -> None:
    found = why(trajectory, "(ship_salvage_asset_dock_ship shp_dck_0 shp_0 shp_sal_ast_0)", waterway)
    assert [reason.consumer for reason in found.reasons] == [GoalNeed()]
    (sentence,) = found.sentences
    assert sentence.endswith("is there because the goal needs this: the wrecked ship is at the ship dock.")


def test_a_step_can_be_there_for_a_statement(trajectory: Trajectory, waterway: Lexicon) -> None:
    wanted = "(sometime (at deb_ast_0 wpt_a_0))"
    found = why(trajectory, "(move_debris_asset wpt_ini wpt_a_0 deb_ast_0)", waterway, wanted)
    assert {type(reason.consumer) for reason in found.reasons} == {StepNeed, ConstraintNeed}
    assert f"our statement '{wanted}' needs this: the debris boat is at waypoint A." in " ".join(found.sentences)
    assert {purpose.chain[-1].consumer for purpose in found.purposes} == {GoalNeed(), ConstraintNeed(0)}


def test_a_step_that_nothing_needs_is_said_to_be_so(waterway: Lexicon) -> None:
    longer = f"{PLAN}10: (move_scout_asset wpt_end wpt_a_0 sct_ast_0) [0.5]"
    trajectory = execute(waterway.problem, parse_plan(longer))
    found = why(trajectory, "(move_scout_asset wpt_end wpt_a_0 sct_ast_0)", waterway)
    assert found.reasons == found.purposes == ()
    assert found.sentences == (
        "Nothing needs what step 13 (the scout moves from the end point to waypoint A) does: no later step, not the "
        "goal, and no statement.",
    )


def test_a_step_needed_only_by_one_that_nothing_needs_says_so(waterway: Lexicon) -> None:
    longer = (
        f"{PLAN}10: (move_scout_asset wpt_end wpt_a_0 sct_ast_0) [0.5]\n"
        "11: (move_scout_asset wpt_a_0 wpt_ini sct_ast_0) [0.5]"
    )
    trajectory = execute(waterway.problem, parse_plan(longer))
    found = why(trajectory, "(move_scout_asset wpt_end wpt_a_0 sct_ast_0)", waterway)
    assert found.reasons and not found.purposes
    assert found.sentences[-1] == "But nothing that it leads to is needed by the goal or by a statement."


def test_without_words_for_the_domain_the_reasons_are_in_pddl(waterway: Lexicon, trajectory: Trajectory) -> None:
    plain = Lexicon.without_context(waterway.bundle.domain_pddl, waterway.bundle.problem("1"))
    found = why(trajectory, "(move_scout_asset wpt_ini wpt_a_0 sct_ast_0)", plain)
    assert found.sentences[0].startswith(
        "Step 2 ((move_scout_asset wpt_ini wpt_a_0 sct_ast_0)) is there because step 3"
    )
