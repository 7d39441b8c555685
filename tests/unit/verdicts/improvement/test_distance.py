"""How far one plan is from another: steps counted as often as they occur, and those that only move."""

from plancritic.contracts.planning import PlanDistance
from plancritic.pddl.language import parse_plan
from plancritic.verdicts.improvement.distance import distance

SHOWN = parse_plan("0: (go a b) [1]\n1.001: (go b a) [1]\n2.002: (go a b) [1]\n")


def test_a_plan_is_no_way_from_itself() -> None:
    assert distance(SHOWN, SHOWN) == PlanDistance(added=0, removed=0, moved=0)


def test_steps_are_counted_as_often_as_they_occur() -> None:
    once = parse_plan("0: (go a b) [1]\n1.001: (wait) [2]\n")
    assert distance(SHOWN, once) == PlanDistance(added=1, removed=2, moved=0)
    assert distance(once, SHOWN) == PlanDistance(added=2, removed=1, moved=0)


def test_a_step_that_starts_at_another_time_is_moved() -> None:
    later = parse_plan("0: (go a b) [1]\n1.001: (go b a) [1]\n5: (go a b) [1]\n")
    assert distance(SHOWN, later) == PlanDistance(added=0, removed=0, moved=1)
