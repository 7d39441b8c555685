"""Numbers in words and digits: read as a whole, or refused."""

import re

import pytest

from plancritic.translator.mentions.numbers_said import with_digits
from plancritic.translator.mentions.text import plain, unread_text


@pytest.mark.parametrize(
    ("said", "digits"),
    [
        ("within forty-five hours", "within 45 hours"),
        ("within forty five hours", "within 45 hours"),
        ("within fortyfive hours", "within 45 hours"),
        ("a twenty-one-hour window", "a 21-hour window"),
        ("one hundred and twenty minutes", "120 minutes"),
        ("one-hundred-and-twenty minutes", "120 minutes"),
        ("a hundred hours", "100 hours"),
        ("two thousand five hundred seconds", "2500 seconds"),
        ("one hundred thousand seconds", "100000 seconds"),
        ("two million three hundred thousand and six", "2300006"),
        ("5 thousand hours", "5000 hours"),
        ("1.5 thousand hours", "1500 hours"),
        ("from thirteen to ninety", "from 13 to 90"),
        ("from one hundred to one hundred and ten", "from 100 to 110"),
        ("between one hundred and one hundred ten", "between 100 and 110"),
        ("the twenty-first step", "the 21st step"),
        ("a forty-second wait", "a 40-second wait"),
        ("1,000 and 12,345.5 hours", "1000 and 12345.5 hours"),
        ("one of the two boats, ten times", "one of the two boats, ten times"),
        ("the often weighty seventeens", "the often weighty seventeens"),
    ],
)
def test_a_number_in_words_is_one_number(said: str, digits: str) -> None:
    assert plain(said) == digits


@pytest.mark.parametrize(
    "said",
    [
        *(
            "within 5 hours",
            "within 5.5 hours",
            "within 5h",
            "within 5 hrs",
            "in 30min",
            "by the 3rd hour",
            "the 2nd one",
        ),
        *(
            "#4 before #2",
            "step 4.",
            "steps 3,4 and 7",
            "steps 5-7",
            "10-75 h",
            "10–75 h",
            "cameras 0/1",
            "T+3",
            "t=10 s",
        ),
        *("star5 and wpt_a_0", "waypoint-A1", "from hour 2 to hour 3", "2 hours after 3 hours", "step 5, 6 and 7"),
        *("between 2 and 3 hours", "hours 2 and 3 and a third boat", "within 2 hours and before 5 hours"),
        *("between 2 hours and 5.", "van 1 5 minutes later", "from 2 to 5 hours"),
    ],
)
def test_usual_numbers_are_read(said: str) -> None:
    assert unread_text(said) is None


@pytest.mark.parametrize(
    "said",
    [
        *("1e2", "1E+2", "1.5e3", "0x10", "0b11", "-5", "−5", "--5", "+5", "minus 5", "negative five-hundred", ".5"),
        *("1.5.2", "5..7", "10:30", "2,5", "1/2", "3/4", "50%", "50 %", "5+", "5+3", "5k", "5x", "5m", "2B", "1_000"),
        *("1 000", "one twenty", "twenty eleven", "one point five", "zero point five", "half a dozen", "5 dozen"),
        *("two and a third", "5 and three", "several hundred", "5'", '5"', "5'6", "10am", "10 p.m.", "5h30"),
    ],
)
def test_what_would_be_read_in_part_is_refused(said: str) -> None:
    assert unread_text(f"The scout must be at waypoint A within {said} hours") is not None


@pytest.mark.parametrize(
    "said",
    [
        *("an hour and a third", "two hours and thirty minutes", "5 h 30 min", "2 hours, 30 minutes", "1 day 5 hours"),
        *("1 minute 30 seconds", "10 o'clock", "a quarter to ten o'clock", "2,5 hours", "1/2 hour"),
        *("5 hours and 30", "4 5 hours", "4 or 5 hours", "4-5 hours", "five-and-forty hours", "five and forty hours"),
    ],
)
def test_a_length_of_time_in_parts_is_refused(said: str) -> None:
    reason = unread_text(f"The scout must be at waypoint A within {said}.")
    assert reason is not None
    assert "plain digits" in reason


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("an hour and a half", "1.5 hour"),
        ("an hour and a quarter", "1.25 hour"),
        ("One hour and three quarters", "1.75 hour"),
        ("2 hours and a half", "2.5 hours"),
        ("two and a half hours", "2.5 hours"),
        ("three quarters of an hour", "0.75 hour"),
    ],
)
def test_halves_and_quarters_of_a_unit_are_one_number(said: str, number: str) -> None:
    assert plain(f"The scout must be at A within {said}.") == f"The scout must be at A within {number}."


@pytest.mark.parametrize(
    "said",
    ["an hour and a half of the boats", "an hour and half the boats", "the hour and a half", "a boat and a half"],
)
def test_a_half_of_something_else_is_no_part_of_a_time(said: str) -> None:
    assert re.search(r"\d", with_digits(said)) is None
