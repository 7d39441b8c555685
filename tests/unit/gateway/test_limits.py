"""Limits of one token: requests and open streams."""

from __future__ import annotations

import pytest

from plancritic.gateway.access.limits import OpenStreams, Rate, TooMany


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def taken(rate: Rate, key: str = "a", times: int = 1) -> None:
    for _ in range(times):
        rate.take(key)


def test_a_burst_is_taken_and_what_comes_after_it_is_told_when_to_come_again() -> None:
    clock = Clock()
    rate = Rate(60, 3, clock)
    taken(rate, times=3)
    with pytest.raises(TooMany) as refused:
        rate.take("a")
    assert refused.value.seconds == pytest.approx(1.0)
    clock.now += refused.value.seconds
    taken(rate)
    with pytest.raises(TooMany):
        rate.take("a")


def test_keys_are_counted_by_themselves() -> None:
    rate = Rate(60, 1, Clock())
    taken(rate, "a")
    taken(rate, "b")
    with pytest.raises(TooMany):
        rate.take("b")


def test_a_pause_fills_the_bucket_up_to_the_burst_alone() -> None:
    clock = Clock()
    rate = Rate(60, 2, clock)
    taken(rate, times=2)
    clock.now += 3600
    taken(rate, times=2)
    with pytest.raises(TooMany):
        rate.take("a")


def test_a_request_that_is_refused_uses_nothing_up() -> None:
    clock = Clock()
    rate = Rate(60, 1, clock)
    taken(rate)
    for _ in range(10):
        clock.now += 0.05
        with pytest.raises(TooMany):
            rate.take("a")
    clock.now += 0.51
    taken(rate)


def test_streams_are_counted_while_they_are_open_whatever_ends_them() -> None:
    streams = OpenStreams(1)
    with pytest.raises(ZeroDivisionError), streams.opened("a"):
        assert streams.total == 1
        with pytest.raises(TooMany), streams.opened("a"):
            pass
        with streams.opened("b"):
            assert streams.total == 2
        raise ZeroDivisionError
    assert streams.total == 0
    with streams.opened("a"):
        pass
