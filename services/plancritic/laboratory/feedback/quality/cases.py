"""Specifications whose plans are measured, each with the best plan that is known for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from plancritic.contracts.envelope import Contract


class BestKnown(Contract):
    """The soonest end that was ever found, and what found it."""

    makespan: float
    by: str


class Case(Contract):
    """A problem under a specification; files are named from the root of the checkout."""

    id: str
    domain: str
    problem: str
    constraints: tuple[str, ...] = ()
    best_known: BestKnown | None = None

    @property
    def domain_name(self) -> str:
        """What `--domain` calls it: the id's first word."""
        return self.id.partition("-")[0]


def read_cases(file: Path) -> tuple[Case, ...]:
    """Return the cases of a file, one JSON object a line.

    Raises:
        ValueError: A line is none, or an id comes twice; the message names the line.
    """
    cases: list[Case] = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        try:
            case = Case.model_validate_json(line)
        except ValidationError as error:
            raise ValueError(f"line {number}: {error.errors()[0]['msg']}") from None
        if any(case.id == other.id for other in cases):
            raise ValueError(f"line {number}: the id {case.id} is taken")
        cases.append(case)
    return tuple(cases)


def write_cases(file: Path, cases: Sequence[Case]) -> None:
    """Write cases as they are read."""
    lines = (json.dumps(case.model_dump(mode="json", exclude_none=True)) for case in cases)
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
