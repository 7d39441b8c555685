from __future__ import annotations

import re
import time

import pytest

from plancritic.domains.patterns import MAXIMUM_NAME, PatternMatch, checked_pattern, group_count, matched

EVERYDAY = [
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
]
#: Python's own engine takes years for most of these.
MANY_WAYS = [
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
]


@pytest.mark.parametrize("pattern", [*EVERYDAY, *MANY_WAYS])
def test_a_pattern_is_quick_on_every_name(pattern: str) -> None:
    assert checked_pattern(pattern) == pattern
    started = time.monotonic()
    for letters in ("a", "_", "1", "a_", "a1", "_a", "north", "x_1"):
        matched(pattern, (letters * MAXIMUM_NAME)[:MAXIMUM_NAME] + "!")
    assert time.monotonic() - started < 2


@pytest.mark.parametrize("pattern", EVERYDAY)
def test_an_everyday_pattern_means_what_it_means_in_python(pattern: str) -> None:
    for name in ("n_deb_b_12_end", "Image7", "loc_1_2_3_4_5", "_ab_c", "wpt_a_0", "depot", "NORTHWEST", "münchen_3"):
        ours, python = matched(pattern, name), re.fullmatch(pattern, name, re.IGNORECASE)
        assert ours == (None if python is None else PatternMatch((name, *python.groups()))), name
    assert group_count(pattern) == re.compile(pattern).groups


@pytest.mark.parametrize("pattern", [r"(?=x)y", r"(a)\1", "(?:(?:(?:){65535}){65535}){65535}", "(", "(" * 290, "[z-a]"])
def test_what_cannot_be_read_is_refused_with_what_to_write(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"not a regular expression: .*; use characters, classes, groups"):
        checked_pattern(pattern)


@pytest.mark.parametrize("pattern", ["b{4294967296}", "b{2,1001}", "b{1000}", "b{,5}"])
def test_a_repetition_that_would_be_taken_for_plain_characters_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="no repetition"):
        checked_pattern(pattern)


@pytest.mark.parametrize("pattern", ["(?:.?[ab]?){1,250}x", "(?:(?:a?){1,30}b){1,30}"])
def test_what_takes_much_memory_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="small repetitions"):
        checked_pattern(pattern)


def test_word_characters_are_of_ascii_and_any_letter_has_a_name_of_its_own() -> None:
    assert matched(r"(\w+)_(\d+)", "môle_3") is None
    found = matched(r"(\pL+)_(\d+)", "môle_3")
    assert found is not None
    assert found.groups == ("môle_3", "môle", "3")


@pytest.mark.parametrize("pattern", ["a{2,1}", "*", "\ud800"])
def test_what_is_no_regular_expression_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError):
        checked_pattern(pattern)


def test_a_long_pattern_is_refused_with_what_to_write() -> None:
    with pytest.raises(ValueError, match="has 400 characters; write it in 300"):
        checked_pattern("a" * 400)


def test_a_template_is_filled_with_the_name_and_its_groups() -> None:
    match = matched(r"([a-zö]+)(_x)?_(\d+)", "KRÖTE_12")
    assert match is not None and match.groups == ("KRÖTE_12", "KRÖTE", None, "12")
    assert match.filled(r"(near \0 \1\2 stein\3 ö)") == "(near KRÖTE_12 KRÖTE stein12 ö)"
