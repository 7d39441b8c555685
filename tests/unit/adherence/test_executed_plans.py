import pytest

from plancritic.adherence.executed_plans import executed
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains.folder import load_folder
from plancritic.pddl.language import Problem
from plancritic.wording import Lexicon

PLAN = """\
0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]
0.101: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]
"""


@pytest.fixture(scope="module")
def waterway() -> Problem:
    return Lexicon(load_folder("waterway"), "1").problem


def refused(problem: Problem, *plans: str) -> Fault:
    with pytest.raises(ContractError) as error:
        executed(problem, plans)
    return error.value.fault


def test_plans_are_run_in_their_order_and_equal_texts_once(waterway: Problem) -> None:
    first, empty, again = executed(waterway, (PLAN, "", PLAN))

    assert first is again
    assert "(at sct_ast_0 wpt_a_0)" in map(str, first.states[-1].facts)
    assert len(empty.states) == 1


def test_a_plan_need_not_reach_the_goal(waterway: Problem) -> None:
    assert not executed(waterway, [""])[0].goal_met


def test_a_text_that_is_no_plan_is_named_by_its_number_and_place(waterway: Problem) -> None:
    fault = refused(waterway, PLAN, f"{PLAN}nonsense")

    assert (fault.code, fault.file, fault.line) == (FaultCode.SYNTAX_ERROR, "plan 2", 3)


def test_an_unknown_action_is_named_with_the_plan_it_stands_in(waterway: Problem) -> None:
    fault = refused(waterway, PLAN, PLAN, PLAN.replace("move_scout_asset", "move_scout"))

    assert fault.code is FaultCode.INVALID_PLAN
    assert fault.message.startswith("plan 3 cannot be executed")
    assert "did you mean 'move_scout_asset'" in fault.message


def test_a_step_that_cannot_be_done_is_told_with_what_it_lacks(waterway: Problem) -> None:
    fault = refused(waterway, PLAN.splitlines()[1])

    assert fault.code is FaultCode.INVALID_PLAN
    assert "(is_location_unrestricted wpt_a_0)" in fault.message
