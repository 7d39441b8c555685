"""The times in a text are exactly those of the line, in hours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest
from tests.support.regressions import Regression, regressions

from plancritic.adherence.durations import TimeReader
from plancritic.adherence.mentions import MentionFinder
from plancritic.adherence.tokens import words_of
from plancritic.domains import TimeUnit
from plancritic.domains.folder import load_folder
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon

HOURS = TimeUnit(singular="hour", plural="hours", abbreviations=("h", "hr", "hrs"), seconds=3600)


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text and its times, by the reader of times alone or where mentions of objects are found as well."""

    function: str
    times: list[float]


@cache
def finder() -> MentionFinder:
    return MentionFinder(FolderLexicon(load_folder("waterway"), "1"))


def read(case: Case) -> list[float]:
    if case.function == "TimeReader":
        words = words_of(case.text)
        return [round(time.amount, 6) for time in TimeReader(HOURS).read(words, [True] * len(words), case.text)]
    assert case.function == "MentionFinder"
    return [round(time.amount, 6) for time in finder().find(case.text).times]


@pytest.mark.parametrize("case", regressions("times-read.jsonl", Case))
def test_the_times_of_the_text_are_read(case: Case) -> None:
    assert read(case) == case.times, case.why
