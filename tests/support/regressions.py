"""Regression sentences: each line of a file in `tests/cases/regressions` is one case of a test."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

FOLDER = Path(__file__).parents[1] / "cases" / "regressions"


@dataclass(frozen=True, kw_only=True)
class Regression:
    """What every line has: the text and the rule that it is an example of."""

    #: Fields of which a line needs at least one, as it expects nothing otherwise.
    one_of: ClassVar[tuple[str, ...]] = ()

    text: str
    why: str


def regressions(file: str, kind: type[Regression]) -> list[Any]:
    """Return the lines of a file as parameters of a test, each with its file, line number and text as its id.

    Raises `ValueError` with the place of a line that has a field too many or too few, or expects nothing.
    """
    found = []
    # Not `splitlines`: a text may contain other characters that end a line.
    for number, line in enumerate((FOLDER / file).read_text(encoding="utf-8").rstrip("\n").split("\n"), start=1):
        try:
            fields = json.loads(line)
            case = kind(**fields)
            if kind.one_of and not set(kind.one_of) & set(fields):
                raise ValueError(f"needs at least one of {', '.join(kind.one_of)}")
        except (TypeError, ValueError) as error:
            raise ValueError(f"tests/cases/regressions/{file}:{number}: {error}") from error
        found.append(pytest.param(case, id=f"{file}:{number}: {case.text}"))
    return found


def plan_text(name: str) -> str:
    """Return the plan of this name in `plans/`."""
    return (FOLDER / "plans" / f"{name}.plan").read_text(encoding="utf-8")


def shown_plan(name: str | None) -> str | None:
    """Return the plan that a case shows, or None where it shows none."""
    return None if name is None else plan_text(name)
