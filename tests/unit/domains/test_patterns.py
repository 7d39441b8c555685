from __future__ import annotations

import re
import time

import pytest

from plancritic.domains.patterns import MAXIMUM_NAME, checked_pattern


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+b",
        r"(a|aa)+",
        r"(a*)*",
        r"(.*)*x",
        r".*.*.*.*x",
        r"([a-z]+)*!",
        r"(\w+\s?)*x",
        r"(x+x+)+y",
        "a?" * 20 + "a" * 20,
        r"(?:(?:a{1,9}){1,9}){1,9}b",
        "(?:(?:(?:){65535}){65535}){65535}",
        r"(?=x)y",
        r"(a)\1",
        "a" * 400,
    ],
)
def test_a_pattern_that_may_take_long_is_refused_with_what_to_write(pattern: str) -> None:
    with pytest.raises(ValueError, match="pattern") as refused:
        checked_pattern(pattern)
    assert "; " in str(refused.value)


@pytest.mark.parametrize("pattern", ["(", "(" * 5000, "[z-a]", "a{2,1}", "*"])
def test_what_is_no_regular_expression_is_said_to_be_none(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"not a regular expression|characters"):
        checked_pattern(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"[nu]_deb_([a-z]_\d+)_(.+)",
        r"n_deb_(ini|end|[a-z]_\d+)_(ini|end|[a-z]_\d+)",
        r"(image|infrared|spectrograph|thermograph)(\d+)",
        r"loc_(\d+)_(\d+)_(\d+)_(\d+)_(\d+)",
        r"(_[a-z]+)+",
        r"wpt_.*",
        r".*_.*",
        r"[^_]+_[^_]+_[^_]+",
        r"([A-Za-z]+)(\d+)?",
        r"(north|south|east|west)+",
        r"^depot$",
        r"München_\d+",
    ],
)
def test_an_everyday_pattern_is_accepted_and_quick_on_every_name(pattern: str) -> None:
    assert checked_pattern(pattern) == pattern
    started = time.monotonic()
    for letters in ("a", "_", "1", "a_", "a1", "_a", "north", "x_1"):
        re.fullmatch(pattern, (letters * MAXIMUM_NAME)[:MAXIMUM_NAME] + "!", re.IGNORECASE)
    assert time.monotonic() - started < 2
