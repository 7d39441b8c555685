"""Jobs that one machine does one after the other."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from plancritic.pddl.epochs.one_machine import Job, one_machine_bound

jobs = st.lists(st.builds(Job, *(st.integers(0, 9).map(float) for _ in range(3))), max_size=5)


def soonest(some: list[Job]) -> float:
    best = float("inf")
    for order in permutations(some):
        time = done = 0.0
        for job in order:
            time = max(time, job.head) + job.length
            done = max(done, time + job.tail)
        best = min(best, done)
    return best


@given(jobs)
def test_no_order_is_done_sooner(some: list[Job]) -> None:
    assert one_machine_bound(some) <= soonest(some) + 1e-9


@given(jobs)
def test_it_is_no_less_than_the_jobs_take(some: list[Job]) -> None:
    found = one_machine_bound(some)
    assert found >= sum(job.length for job in some) - 1e-9
    assert all(found >= sum(job) - 1e-9 for job in some)


def test_the_longest_tail_goes_first() -> None:
    assert one_machine_bound([Job(0, 5, 0), Job(0, 5, 7), Job(2, 1, 0)]) == 12


def test_no_jobs_take_no_time() -> None:
    assert one_machine_bound([]) == 0
