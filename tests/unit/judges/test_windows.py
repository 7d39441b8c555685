"""A window is the states it is about."""

import pytest

from plancritic.judges.windows import for_kairos, for_val, state_times, states_of
from plancritic.pddl.language import parse_constraint, parse_plan

TIMES = (0.0, 0.0, 1.0, 3.0, 3.001, 5.0)


@pytest.mark.parametrize(
    ("window", "states"),
    [
        ("(hold-during 0 1 (p))", [0, 1]),
        ("(hold-during 0.5 1 (p))", [1]),
        ("(hold-during 1 3 (p))", [2]),
        ("(hold-during 2 3 (p))", [2]),
        ("(hold-during 2 3.0005 (p))", [2, 3]),
        ("(hold-during 4.9 99 (p))", [4, 5]),
        ("(hold-during 7 9 (p))", [5]),
        ("(hold-after 3 (p))", [3, 4, 5]),
        ("(hold-after 7 (p))", [5]),
    ],
)
def test_the_states_of_a_window(window: str, states: list[int]) -> None:
    assert list(states_of(parse_constraint(window), TIMES)) == states


def test_states_are_made_at_happenings() -> None:
    plan = parse_plan("0.000: (a) [1.000]\n1.000: (b) [2.001]\n")
    assert state_times(None, plan) == pytest.approx((0.0, 0.0, 1.0, 3.001))
    assert state_times(None, parse_plan("")) == (0.0,)


def test_val_is_asked_about_marked_states() -> None:
    constraint, mark = for_val(parse_constraint("(hold-during 2 3.0005 (p))"), TIMES, "marked")
    assert constraint == "(always (or (not (marked)) (p)))"
    assert mark.facts == ("(at 1 (marked))", "(at 3.001 (not (marked)))")
    _, mark = for_val(parse_constraint("(hold-after 0 (p))"), TIMES, "marked")
    assert mark.facts == ("(marked)",)


def test_kairos_is_asked_around_happenings_and_not_about_time_zero_alone() -> None:
    assert for_kairos(parse_constraint("(hold-during 2 2.5 (p))"), TIMES) == ("(hold-during 0.500000 2.000000 (p))",)
    assert for_kairos(parse_constraint("(hold-after 9 (p))"), TIMES) == ("(at end (p))",)
    assert for_kairos(parse_constraint("(hold-during 0.5 0.7 (p))"), TIMES) is None
