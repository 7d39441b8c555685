"""The pairs recorded by the authors of [EA]: `domains/<name>/recorded/`, with the labels that they published.

Statements were written by gpt-4o-mini from constraints, plans are OPTIC's. Recorded problem N is our problem N.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from plancritic.adherence.dataset import Dataset, Example
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains import domains_root
from plancritic.pddl.language import Plan, Step

FOLDER = "recorded"
_STATEMENTS, _PLANS = "statements.jsonl.gz", "plans.jsonl.gz"
_INSTANCE = re.compile(r"instance-(\w+)")
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class RecordedPlan:
    """A plan of problem `problem`, as PDDL plan text.

    Plans of one `family` have the same ground actions, at whatever times and in whatever order.
    """

    problem: str
    text: str
    family: str


@dataclass(frozen=True, slots=True)
class RecordedStatement:
    """A statement about plan `plan` (an id).

    Attributes:
        constraint: The PDDL3 text that the statement was written from.
        obeyed: The label as published; more than a third of them are wrong.
        reference: The verdict of a check that is independent of ours; None where it could not judge.
    """

    id: str
    plan: str
    text: str
    constraint: str
    obeyed: bool
    reference: bool | None


@dataclass(frozen=True, slots=True)
class Recording:
    """What was recorded in a domain, plans by id."""

    plans: Mapping[str, RecordedPlan]
    statements: tuple[RecordedStatement, ...]


def recorded_folder(domain: str, root: Path | None = None) -> Path:
    """Where a domain's recorded pairs lie; `root` as of `load_domain`."""
    return domains_root(root) / domain / FOLDER


def read_recording(folder: Path) -> Recording:
    """Read `statements.jsonl.gz` and `plans.jsonl.gz`. Raises `ContractError` that names the file and line."""
    plans = dict(_rows(folder / _PLANS, _plan))

    def statement(row: dict[str, Any]) -> RecordedStatement:
        if row["plan"] not in plans:
            raise ValueError(f"there is no plan {row['plan']!r}")
        reference = row["ref"]
        return RecordedStatement(
            id=row["id"],
            plan=row["plan"],
            text=row["text"].strip(),
            constraint=row["con"],
            obeyed=bool(row["obeyed"]),
            reference=None if reference is None else bool(reference),
        )

    return Recording(plans, tuple(_rows(folder / _STATEMENTS, statement)))


def published_labels(recording: Recording, dataset: Dataset) -> list[tuple[Example, bool]]:
    """For each recorded statement that is in the data set: its example there, and the label as published.

    A pair that was recorded several times comes several times, and its published labels may contradict one another.
    """
    judged = {(dataset.plans[each.plan].text, each.text): each for each in dataset.examples}
    found = []
    for statement in recording.statements:
        example = judged.get((recording.plans[statement.plan].text, statement.text))
        if example is not None:
            found.append((example, statement.obeyed))
    return found


def _plan(row: dict[str, Any]) -> tuple[str, RecordedPlan]:
    instance = _INSTANCE.fullmatch(row["inst"])
    if instance is None:
        raise ValueError(f"unknown instance {row['inst']!r}")
    steps = []
    for start, action, duration in row["steps"]:
        name, *arguments = action.split()
        steps.append(Step(float(start), name, tuple(arguments), float(duration)))
    family = "recorded/" + " ".join(sorted(step.ground for step in steps))
    return row["id"], RecordedPlan(instance[1], str(Plan(tuple(steps))), family)


def _rows(path: Path, read: Callable[[dict[str, Any]], Row]) -> Iterator[Row]:
    number = 0
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                number += 1
                yield read(json.loads(line))
    except FileNotFoundError as error:
        raise _fault(f"it has no recorded pairs: there is no file {path.name}", path, None) from error
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise _fault(
            f"{path.name} has no valid recorded pairs: line {max(number, 1)}: {error}", path, number
        ) from error


def _fault(message: str, path: Path, line: int | None) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=message,
            remedy="take the domain's folder from the repository; waterway and satellite have recorded pairs",
            file=str(path),
            line=line,
        )
    )
