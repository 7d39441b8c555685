"""Which orders of two steps a plan's causal links leave open."""

from plancritic.domains import load_domain
from plancritic.pddl.execution import StepOrders
from plancritic.pddl.language import parse_plan
from plancritic.wording import Lexicon

#: Step 2 needs step 1; step 3 needs neither.
PLAN = """\
0.100: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]
0.601: (scout_location wpt_a_0 sct_ast_0) [1.000]
1.602: (remove_normal_debris_total wpt_ini wpt_a_0 n_deb_ini_a_0 deb_ast_0) [1.600]
"""


def orders() -> StepOrders:
    lexicon = Lexicon(load_domain("waterway"), "1")
    return StepOrders(lexicon.problem, parse_plan(PLAN))


def test_what_a_step_makes_is_needed_before_those_that_need_it() -> None:
    found = orders()
    assert found.may_precede(1, 2)
    assert not found.may_precede(2, 1)


def test_steps_that_need_nothing_of_each_other_may_come_in_either_order() -> None:
    found = orders()
    assert found.may_precede(3, 2) and found.may_precede(2, 3)


def test_no_step_comes_before_itself() -> None:
    assert not orders().may_precede(2, 2)
