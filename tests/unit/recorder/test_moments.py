"""Moments that people write."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from plancritic.recorder.moments import moment

NOW = datetime(2030, 1, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(("text", "ago"), [("90s", 90), ("30m", 1800), ("2h", 7200), (" 7d ", 604_800)])
def test_a_time_ago_counts_from_now(text: str, ago: int) -> None:
    assert moment(text, NOW) == NOW - timedelta(seconds=ago)


def test_a_date_and_a_time_are_in_the_zone_that_they_name() -> None:
    assert moment("2030-01-01T10:00:00Z", NOW) == moment("2030-01-01T12:00+02:00", NOW)
    assert moment("2030-01-01 10:00", NOW) == datetime(2030, 1, 1, 10).astimezone(UTC)


@pytest.mark.parametrize("text", ["", "yesterday", "5", "2030-13-01", "-2h", "9999999h"])
def test_anything_else_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(ValueError, match="30m"):
        moment(text, NOW)
