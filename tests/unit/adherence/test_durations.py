"""Times in a text: amounts with their units, in words and digits, and the moment at which a plan begins."""

import pytest

from plancritic.adherence.durations import TimeReader
from plancritic.adherence.tokens import words_of
from plancritic.domains import TimeUnit

HOURS = TimeUnit(singular="hour", plural="hours", abbreviations=("h", "hr", "hrs"), seconds=3600)


def read(text: str, *named: str) -> list[float]:
    words = words_of(text)
    return [round(time.amount, 6) for time in TimeReader(HOURS).read(words, [w.text not in named for w in words], text)]


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("an hour and a half", 1.5),
        ("three quarters of an hour", 0.75),
        ("a quarter of an hour", 0.25),
        ("a couple of hours", 2.0),
        ("one hundred and twenty minutes", 2.0),
        ("a hundred hours", 100.0),
        ("ninety-nine hours", 99.0),
        ("1 hour 30 minutes", 1.5),
        ("two hours and 30 minutes", 2.5),
        ("1h30", 1.5),
        ("1 h 30 min", 1.5),
        ("the 5-hour mark", 5.0),
        ("T+5", 5.0),
        ("t=5", 5.0),
        ("5h in", 5.0),
        ("two full hours", 2.0),
        ("within the first hour", 1.0),
    ],
)
def test_one_time_is_read_whole(text: str, hours: float) -> None:
    assert read(f"be there by {text}, please") == [hours]


@pytest.mark.parametrize("words", ["immediately", "right away", "at once", "from the very beginning on", "the outset"])
def test_what_is_to_be_right_from_the_start_has_the_time_nought(words: str) -> None:
    assert read(f"open it {words}.") == [0.0]


@pytest.mark.parametrize(
    "text",
    [
        "open it immediately after the scout is there",
        "both of them at once",
        "at once or later on",
        "from the very beginning to the end",
        "first, second and last",
        "a couple of pictures",
        "a second time",
        "step one: go there, step two: come back",
        "1) go there 2) come back",
        "two things belong together, let's call it a day",
        "zero times or one time, two times at most",
    ],
)
def test_words_that_only_look_like_a_time_are_none(text: str) -> None:
    assert read(text) == []


def test_a_name_is_no_time() -> None:
    assert read("from the start on", "start") == []


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("between 3 and 5 hours", [3.0, 5.0]),
        ("between 1 hour and 30 minutes later", [1.0, 0.5]),
        ("between one hundred and two hundred hours", [100.0, 200.0]),
        ("from 2 to 4", [2.0, 4.0]),
        ("from the outset until hour 4", [0.0, 4.0]),
        ("from the very beginning to 90 min in", [0.0, 1.5]),
        ("within 1 hour, then 30 minutes later", [1.0, 0.5]),
    ],
)
def test_two_times_stay_two(text: str, hours: list[float]) -> None:
    assert read(text) == hours
