"""Times in a text: amounts with their units, in words and digits, and the moment at which a plan begins."""

from plancritic.adherence.durations import TimeReader
from plancritic.adherence.tokens import words_of
from plancritic.domains import TimeUnit

HOURS = TimeUnit(singular="hour", plural="hours", abbreviations=("h", "hr", "hrs"), seconds=3600)


def read(text: str, *named: str) -> list[float]:
    words = words_of(text)
    return [round(time.amount, 6) for time in TimeReader(HOURS).read(words, [w.text not in named for w in words], text)]


def test_a_name_is_no_time() -> None:
    assert read("from the start on", "start") == []
