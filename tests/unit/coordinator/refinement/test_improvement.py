"""What a run keeps of making its plan better."""

from __future__ import annotations

import pytest
from tests.support.sayings import MEANT, READ, plan_for, waterway

from plancritic.contracts.improvement.messages import MAXIMUM_STARTS
from plancritic.coordinator.refinement.improvement import LEAST_SECONDS, seconds_of_attempts, starts_around


@pytest.mark.parametrize(
    ("total", "seconds"),
    [(0.0, [LEAST_SECONDS]), (0.3, [0.3]), (0.5, [0.5]), (2.0, [0.5, 1.0, 0.5]), (15.0, [0.5, 1, 2, 4, 5, 2.5])],
)
def test_the_seconds_are_given_to_jobs_that_grow_but_not_too_long(total: float, seconds: list[float]) -> None:
    assert list(seconds_of_attempts(total)) == pytest.approx(seconds)


def test_it_starts_from_the_best_and_from_other_plans_that_meet_what_is_asked() -> None:
    best, other, none = plan_for(READ, MEANT), plan_for(READ), plan_for()
    assert starts_around(waterway(), best, (none, other, best, other), [READ]) == (best, other)
    assert starts_around(waterway(), best, (none, other), [READ, MEANT]) == (best,)


def test_it_starts_from_no_more_plans_than_a_job_may_have() -> None:
    best = plan_for(READ)
    others = [f"{best}; {number}\n" for number in range(2 * MAXIMUM_STARTS)]
    assert len(starts_around(waterway(), best, others, [READ])) == MAXIMUM_STARTS
