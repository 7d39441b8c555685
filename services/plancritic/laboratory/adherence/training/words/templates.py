"""Sentence templates and the words that go with them: the YAML files beside this module, and the one loader of them.

`patterns` tells what the signs in a template mean. A file is read when it is first asked for, and then kept.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from plancritic.domains.files import read_data
from plancritic.laboratory.adherence.training.words.splits import SMALLEST
from plancritic.pddl.language import ConstraintType

_HOME = Path(__file__).parent
_Content = TypeVar("_Content")
_Entry = TypeVar("_Entry")

#: `[must|should]` and `{a.holds}` or `{end}` in a template.
ALTERNATIVES = re.compile(r"\[([^\[\]]*)\]")
PLACE = re.compile(r"\{(\w+)(?:\.(\w+))?\}")


def read_words(file: str, adapter: TypeAdapter[_Content]) -> _Content:
    """Return the content of a YAML file of this folder.

    Raises:
        DomainFolderError: The file is missing or wrong; it names file, line and remedy.
    """
    return read_data(_HOME / file, adapter, "correct the line; the head of the file names its schema")


def _template(text: str) -> str:
    unknown = [name for name, form in PLACE.findall(text) if not form and name not in phrases()]
    if unknown:
        raise ValueError(f"{{{unknown[0]}}} is none of the phrases {', '.join(phrases())}")
    return _closed(text, PLACE.sub("", text))


def _frame(text: str) -> str:
    if text.count("{}") != 1:
        raise ValueError("a frame has one {} for the sentence")
    return _closed(text, text.replace("{}", ""))


def _closed(text: str, without_places: str) -> str:
    words = without_places
    while ALTERNATIVES.search(words):
        words = ALTERNATIVES.sub("", words)
    wrong = re.search(r"[\[\]|{}]", words)
    if wrong is not None:
        raise ValueError(f"{wrong[0]!r} has no counterpart")
    return text


def divisible(entries: tuple[_Entry, ...]) -> tuple[_Entry, ...]:
    """Return the entries of a list that `splits.share` can divide. Raises ValueError for too few and for two alike."""
    repeated = next((entry for entry in entries if entries.count(entry) > 1), None)
    if repeated is not None:
        raise ValueError(f"{repeated!r} stands twice")
    if len(entries) < SMALLEST:
        raise ValueError(f"{len(entries)} entries, wanted {SMALLEST} or more: each split gets its share")
    return entries


Templates = Annotated[tuple[Annotated[str, AfterValidator(_template)], ...], AfterValidator(divisible)]
Frames = Annotated[tuple[Annotated[str, AfterValidator(_frame)], ...], AfterValidator(divisible)]


class Data(BaseModel):
    """What a file holds: no other keys, and nothing changes it."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class StatementTemplates(Data):
    """Templates for statements of one meaning; the head of each file says what `a`, `b`, `s` and `t` are in it.

    `of_group`: about each, all or none of a group. `terse`: without verbs. `events`: with noun phrases for what
    happens. `orders`: of what anybody may be asked to do. A list is empty where a meaning is not said so.
    """

    usual: Templates
    of_group: Templates = ()
    terse: Templates = ()
    events: Templates = ()
    orders: Templates = ()


#: Meanings that are no type of constraint of their own.
OtherMeaning = Literal["never", "not-at-end", "chain"]

_STATEMENTS = TypeAdapter(StatementTemplates)
_PHRASES: TypeAdapter[dict[str, tuple[str, ...]]] = TypeAdapter(
    dict[str, Annotated[tuple[str, ...], Field(min_length=1)]]
)


@cache
def statement_templates(meaning: ConstraintType | OtherMeaning) -> StatementTemplates:
    """Return the templates for a meaning. Raises DomainFolderError where its file is missing or wrong."""
    return read_words(f"templates/{meaning.replace(' ', '-')}.yaml", _STATEMENTS)


@cache
def phrases() -> dict[str, tuple[str, ...]]:
    """Return the phrases that templates share, by their names; those that stand twice are said twice as often."""
    return read_words("templates/phrases.yaml", _PHRASES)
