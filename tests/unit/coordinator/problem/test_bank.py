"""The bank of plans on which candidates are told apart."""

from __future__ import annotations

import pytest
from tests.support.sayings import GUESSED, MEANT, READ, plan_for, waterway

from plancritic.coordinator.problem.bank import Bank
from plancritic.pddl.language import PddlError

ALL = (plan_for(), plan_for(READ), plan_for(MEANT), plan_for(READ, MEANT))


def test_each_plan_says_in_its_order_whether_it_satisfies_all_constraints() -> None:
    bank = Bank(waterway(), ALL)
    assert bank.satisfied((READ,)) == (False, True, False, True)
    assert bank.satisfied((MEANT,)) == (False, False, True, True)
    assert bank.satisfied((READ, MEANT)) == (False, False, False, True)
    assert bank.satisfied(()) == (True, True, True, True)


def test_no_plan_is_there_twice() -> None:
    bank = Bank(waterway(), (*ALL, ALL[0]))
    bank.add(ALL[1])
    assert bank.plans == ALL
    bank.add(plan_for(GUESSED))
    assert bank.satisfied((GUESSED,)) == (False, False, False, False, True)


def test_what_has_no_meaning_in_the_problem_no_plan_satisfies() -> None:
    bank = Bank(waterway(), ALL)
    assert not any(bank.satisfied(("(sometime (nowhere sct_ast_0))",)))


def test_what_is_no_constraint_is_refused() -> None:
    with pytest.raises(PddlError):
        Bank(waterway(), ALL).satisfied(("(perhaps (at sct_ast_0 wpt_a_0))",))
