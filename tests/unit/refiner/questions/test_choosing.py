"""Which question tells most."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.compared_domains import PLAN, knowledge

from plancritic.refiner.questions.behaviour import ALLOWED, ELSEWHERE, REFUSED
from plancritic.refiner.questions.choosing import Told, told_by
from plancritic.refiner.questions.situations import Situations


def situations(*ends: tuple[str, ...]) -> Situations:
    """Steps that could be asked about in the beginning, or after the known plan's first steps."""
    known = knowledge()
    found = Situations(known)
    plan = known.simulators[0].places(PLAN)
    assert plan is not None
    places = found.follow(0, plan, known=True)
    for number, end in enumerate(ends):
        step = known.simulators[0].places((end,))
        assert step is not None
        found.add(places[number], step[0])
    return found


STEPS = (("pick-up", "a"), ("pick-up", "a"), ("stack", "a", "b"))


def told(rows: list[list[int]], weights: list[float], **changes: object) -> list[Told]:
    usual: dict[str, object] = {
        "contradicted": np.zeros((len(rows), 0), np.bool_),
        "unexpected": (),
        "error_rate": 0.05,
    }
    found = situations(*STEPS[: len(rows[0])])
    return told_by(found, np.array(rows, np.int8), np.array(weights), **(usual | changes))  # type: ignore[arg-type]


def test_the_most_divided_step_comes_first_and_one_that_all_agree_on_is_not_asked() -> None:
    rows = [[ALLOWED, ALLOWED, REFUSED], [ALLOWED, REFUSED, REFUSED], [ALLOWED, REFUSED, ALLOWED]]
    found = told(rows, [5.0, 4.0, 1.0])
    assert [each.askable for each in found] == [1, 2]
    assert found[0].worth > found[1].worth


def test_of_equally_divided_steps_that_with_less_effort_comes_first() -> None:
    found = told([[ALLOWED, ALLOWED], [REFUSED, REFUSED]], [1.0, 1.0])
    assert [each.askable for each in found] == [0, 1]


def test_where_too_many_do_not_come_to_the_situation_nothing_is_asked() -> None:
    rows = [[ALLOWED], [REFUSED], [ELSEWHERE]]
    assert told(rows, [2.0, 2.0, 0.5])
    assert not told(rows, [1.0, 1.0, 1.0])


def test_nothing_is_asked_that_is_nearly_sure_and_little_where_answers_are_often_wrong() -> None:
    rows = [[ALLOWED], [REFUSED]]
    assert not told(rows, [1.0, 0.001])
    (sure,) = told(rows, [1.0, 1.0], error_rate=0.0)
    (usual,) = told(rows, [1.0, 1.0])
    (doubtful,) = told(rows, [1.0, 1.0], error_rate=0.4)
    assert sure.worth == pytest.approx(1.0)
    assert sure.worth > usual.worth > doubtful.worth > 0


@pytest.mark.parametrize(("unexpected", "wrong"), [((0,), 0.05), ((), 0.5)])
def test_an_answer_that_was_not_expected_or_is_doubtful_is_checked(unexpected: tuple[int, ...], wrong: float) -> None:
    # The second step tells who contradicts the answer; the first one as much about something else.
    rows = [[ALLOWED, ALLOWED], [REFUSED, ALLOWED], [ALLOWED, REFUSED], [REFUSED, REFUSED]]
    contradicted = np.array([[False], [False], [True], [True]])
    weights = [(1 - wrong) / 2, (1 - wrong) / 2, wrong / 2, wrong / 2]
    found = {each.askable: each for each in told(rows, weights, contradicted=contradicted, unexpected=unexpected)}
    assert (found[0].checks, found[1].checks) == (None, 0)
    plain = {each.askable: each for each in told(rows, weights)}
    assert found[1].worth > plain[1].worth
    assert found[0].worth == pytest.approx(plain[0].worth)
