"""The model of load, and how growth is told from samples."""

from __future__ import annotations

import itertools

import pytest
from tests.bench.load.demands import per_run
from tests.bench.load.model import copies_needed, forecast
from tests.bench.load.samples import slope


def test_one_run_at_a_time_takes_its_own_seconds_and_its_delay() -> None:
    alone = forecast(0.5, cores=2, at_once=1, delay_seconds=0.25)
    assert alone.response_seconds == pytest.approx(0.75)
    assert alone.runs_per_minute == pytest.approx(80.0)


def test_two_cores_carry_two_runs_at_once_as_fast_as_one_and_more_wait() -> None:
    assert forecast(0.5, cores=2, at_once=2).response_seconds == pytest.approx(0.5)
    many = forecast(0.5, cores=2, at_once=40)
    assert many.runs_per_minute == pytest.approx(240.0)
    assert many.response_seconds == pytest.approx(10.0)


def test_more_runs_at_once_never_carry_less() -> None:
    carried = [forecast(0.3, 3, at_once, 0.2).runs_per_minute for at_once in range(1, 30)]
    assert all(later >= earlier - 1e-6 for earlier, later in itertools.pairwise(carried))
    assert carried[-1] <= 60 * 3 / 0.3 + 1e-6


def test_copies_keep_a_service_no_busier_than_asked_and_one_runs_where_little_is_done() -> None:
    assert copies_needed(10.0, {"planner": 0.7, "scorer": 0.001, "recorder": 0.0}) == {"planner": 10, "scorer": 1}


def test_growth_is_the_slope_of_what_was_sampled() -> None:
    assert slope([(0.0, 5.0), (1.0, 7.0), (2.0, 9.0)]) == pytest.approx(2.0)
    assert slope([(0.0, 5.0)]) == slope([(1.0, 5.0), (1.0, 6.0)]) == 0.0


def test_seconds_of_a_run_are_those_used_between() -> None:
    assert per_run({"planner": 1.0}, {"planner": 3.0, "broker": 1.0}, 4) == {"broker": 0.25, "planner": 0.5}
