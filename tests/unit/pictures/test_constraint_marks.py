from __future__ import annotations

import pytest
from tests.support.drawn_plans import drawn_courier

from plancritic.pictures.drawing import DrawnConstraint


def drawn(constraint: str) -> DrawnConstraint:
    (found,) = drawn_courier(constraint).plan.constraints
    return found


def spans(found: DrawnConstraint, kind: str) -> list[tuple[float, float]]:
    return [(span.start, span.end) for span in found.spans if span.kind == kind]


def marks(found: DrawnConstraint) -> list[tuple[str, float, int | None]]:
    return [(mark.kind, mark.time, mark.step) for mark in found.marks]


# The plan: take at 0-1, walk home-market at 1.001-3.001, walk market-office at 3.002-5.002, put at 5.003-6.003.


def test_a_deadline_that_is_kept_has_its_window_its_limit_and_the_step_that_meets_it() -> None:
    found = drawn("(within 4 (at ann market))")
    assert found.satisfied is True
    assert spans(found, "window") == [(0.0, 4.0)] and spans(found, "holds") == [(3.001, 3.002)]
    assert marks(found) == [("deadline", 4.0, None), ("meets", 3.001, 1)]
    assert found.lanes == (0,)


def test_a_deadline_that_is_missed_names_the_step_that_comes_too_late() -> None:
    found = drawn("(within 2 (at ann market))")
    assert found.satisfied is False
    assert ("breaks", 3.001, 1) in marks(found)


@pytest.mark.parametrize("constraint", ["(hold-during 1.5 4 (at ann market))", "(hold-after 2 (at ann market))"])
def test_a_window_in_which_a_condition_fails_is_broken_where_it_begins(constraint: str) -> None:
    found = drawn(constraint)
    assert found.satisfied is False
    start = spans(found, "window")[0][0]
    assert marks(found)[0][:2] == ("breaks", start)


def test_a_window_in_which_a_condition_holds_has_no_mark() -> None:
    found = drawn("(hold-during 1 4 (at bob office))")
    assert found.satisfied is True and not found.marks
    assert spans(found, "holds") == [(1.0, 4.0)] and found.lanes == (1,)


def test_an_order_that_is_kept_is_an_arrow_between_the_two_steps() -> None:
    found = drawn("(sometime-before (lies letter office) (at ann market))")
    assert found.satisfied is True
    assert [(arrow.first, arrow.second) for arrow in found.arrows] == [(1, 3)]
    broken = drawn("(sometime-before (at ann market) (lies letter office))")
    assert broken.satisfied is False and not broken.arrows


def test_an_answer_that_is_due_has_its_window_from_what_calls_for_it() -> None:
    found = drawn("(always-within 4 (at ann market) (lies letter office))")
    assert found.satisfied is True
    assert spans(found, "window") == [(3.001, 7.001)]
    assert ("calls", 3.001, 1) in marks(found)
    late = drawn("(always-within 1 (at ann market) (lies letter office))")
    assert late.satisfied is False


def test_a_prohibition_that_is_broken_names_the_step() -> None:
    found = drawn("(always (not (at ann market)))")
    assert found.satisfied is False and marks(found) == [("breaks", 3.001, 1)]


def test_what_happens_twice_is_marked_twice() -> None:
    found = drawn("(at-most-once (at ann market))")
    assert found.satisfied is True and marks(found) == [("meets", 3.001, 1)]


def test_a_bound_on_the_whole_plan_is_a_deadline_for_its_last_step() -> None:
    found = drawn("(<= (total-time) 5)")
    assert found.satisfied is False
    assert marks(found) == [("deadline", 5.0, None), ("breaks", 6.003, 3)]
    assert drawn("(<= (total-steps) 9)").marks == ()


def test_sometime_after_and_at_end_are_marked() -> None:
    after = drawn("(sometime-after (at ann market) (at ann office))")
    assert after.satisfied is True and [(arrow.first, arrow.second) for arrow in after.arrows] == [(1, 2)]
    end = drawn("(at end (lies letter office))")
    assert marks(end) == [("meets", 6.003, 3)]


def test_words_times_and_statements_are_told_without_pddl() -> None:
    found = drawn("(within 4 (at ann market))")
    assert found.statements == ("s1",) and "Within the first 4" in found.sentence
    assert found.marks[1].sentence == "At 3: 'at ann market' is true."
