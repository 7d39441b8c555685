"""Numbers in words, with units, as differences; numbers in names are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancritic.coordinator.mentions.amounts import amounts
from plancritic.domains.context import TimeUnit

MINUTE = TimeUnit(singular="minute", plural="minutes", seconds=60)
HOUR = TimeUnit(singular="hour", plural="hours", seconds=3600)


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [
        ("half an hour, not 50", MINUTE, [(30.0, 0, False), (50.0, 0, True)]),
        ("thirty five sorry", MINUTE, [(35.0, 0, False)]),
        ("make that twentyfive minutes", MINUTE, [(25.0, 0, False)]),
        ("be there by onehundred and five", MINUTE, [(105.0, 0, False)]),
        ("ten more minutes is fine", MINUTE, [(10.0, 1, False)]),
        ("an hour earlier please", HOUR, [(1.0, -1, False)]),
        ("give it two more hours", HOUR, [(2.0, 1, False)]),
        ("no later than 7", HOUR, [(7.0, 0, False)]),
        ("three and a half is all right", HOUR, [(3.5, 0, False)]),
        ("9 hours and half", HOUR, [(9.5, 0, False)]),
        ("90 minutes at most", HOUR, [(1.5, 0, False)]),
        ("number 2, please", HOUR, []),
        ("wrong one", HOUR, []),
    ],
)
def test_amounts_are_read_in_the_domains_unit(
    text: str, unit: TimeUnit, expected: list[tuple[float, int, bool]]
) -> None:
    assert [(each.value, each.shift, each.old) for each in amounts(text, unit)] == expected


@given(st.text(max_size=80))
def test_any_text_has_amounts_that_are_not_negative(text: str) -> None:
    assert all(each.value >= 0 for each in amounts(text, MINUTE))
