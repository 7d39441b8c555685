"""Times in a text: amounts with their units, in words and digits, and the moment at which a plan begins."""

from plancritic.adherence import durations
from plancritic.adherence.durations import TimeReader
from plancritic.adherence.tokens import words_of
from plancritic.domains import TimeUnit

HOURS = TimeUnit(singular="hour", plural="hours", abbreviations=("h", "hr", "hrs"), seconds=3600)


def read(text: str, *named: str) -> list[float]:
    words = words_of(text)
    return [round(time.amount, 6) for time in TimeReader(HOURS).read(words, [w.text not in named for w in words], text)]


def test_a_name_is_no_time() -> None:
    assert read("from the start on", "start") == []


def test_the_amounts_that_networks_are_given_stay_those_of_their_training() -> None:
    to_ten = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    to_twenty = ("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
    numbers = (*to_ten, *to_twenty, "twenty")
    tens = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
    others = {"a": 1.0, "an": 1.0, "hundred": 100.0, "half": 0.5}
    assert {word: number for number, word in enumerate(numbers)} | tens | others == durations._AMOUNTS
