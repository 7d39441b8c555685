from __future__ import annotations

import pytest

from plancritic.command_line.execution.times import read_time
from plancritic.command_line.exit_codes import CommandFault
from plancritic.domains import TimeUnit

HOUR = TimeUnit(singular="hour", plural="hours", seconds=3600)
MINUTE = TimeUnit(singular="minute", plural="minutes", seconds=60)


@pytest.mark.parametrize(
    ("text", "unit", "time"),
    [
        ("20", MINUTE, 20.0),
        ("20m", MINUTE, 20.0),
        ("20 min", HOUR, 0.333333),
        ("1h", MINUTE, 60.0),
        ("1h30m", HOUR, 1.5),
        ("1.5", HOUR, 1.5),
        ("90s", MINUTE, 1.5),
        ("1d", HOUR, 24.0),
    ],
)
def test_times_are_read_in_the_unit_of_the_domain_or_in_their_own(text: str, unit: TimeUnit, time: float) -> None:
    assert read_time(text, unit) == time


@pytest.mark.parametrize("text", ["soon", "", "-3", "20x", "h", "1e400", "nan", "20m soon", "9" * 40])
def test_what_is_no_time_is_refused_with_what_can_be_written(text: str) -> None:
    with pytest.raises(CommandFault) as caught:
        read_time(text, HOUR)
    assert caught.value.fault.remedy


def test_of_a_unit_without_a_length_only_numbers_are_taken() -> None:
    unnamed = TimeUnit(singular="time unit", plural="time units", seconds=1)
    assert read_time("3", unnamed) == 3.0
    with pytest.raises(CommandFault, match="how long"):
        read_time("3m", unnamed)
