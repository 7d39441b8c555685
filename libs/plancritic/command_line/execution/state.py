"""An observed state as a person writes it: facts and numbers in options, or a whole state in a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from plancritic.command_line.exit_codes import CommandFault, bad_input
from plancritic.command_line.input_files import read_text_file
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.execution.record import LARGEST_KEPT
from plancritic.contracts.execution.reports import StepName

_ASSIGNED = re.compile(r"\s*(\(.+\))\s*=\s*(\S+)\s*\Z")
_STEP = re.compile(r"\s*([0-9]+)\s*(?::?\s*(\(.+\)))?\s*\Z")


@dataclass(frozen=True)
class ObservedState:
    """Facts and numbers as PDDL."""

    true: tuple[str, ...] = ()
    values: dict[str, float] = field(default_factory=dict)


def read_assignments(texts: Sequence[str]) -> dict[str, float]:
    """Return the numbers set by texts such as `(fuel van1)=3`.

    Raises:
        CommandFault: a text is none of these.
    """
    values: dict[str, float] = {}
    for text in texts:
        match = _ASSIGNED.match(text)
        number = _number(match[2]) if match else None
        if match is None or number is None:
            bad_input(FaultCode.INVALID_MESSAGE, f"--set {text!r} does not set a number", 'write it as "(fuel van1)=3"')
        values[match[1]] = number
    return values


def read_steps(texts: Sequence[str]) -> tuple[StepName, ...]:
    """Return the steps named by texts such as `4`, or `4 (drive van1 a b)` for one of those that start together.

    Raises:
        CommandFault: a text is none of these.
    """
    found = []
    for text in texts:
        match = _STEP.match(text)
        if match is None or int(match[1]) < 1:
            remedy = 'write its number, such as 4, or "4 (drive van1 a b)" for one of several that start together'
            bad_input(FaultCode.INVALID_MESSAGE, f"{text!r} is not a step number", remedy)
        found.append(StepName(number=int(match[1]), action=match[2]))
    return tuple(found)


def read_state(file: Path) -> ObservedState:
    """Return the whole state in a file: facts such as `(at a b)` and numbers such as `(= (fuel a) 3)`.

    Raises:
        CommandFault: the file cannot be read, or holds something else.
    """
    # Imported here: the other commands of the bus read no PDDL.
    from plancritic.contracts.syntax_faults import fault_of
    from plancritic.pddl.language import Group, PddlSyntaxError, read

    true: list[str] = []
    values: dict[str, float] = {}
    try:
        for node in read(read_text_file(file, "state"), str(file)):
            if not isinstance(node, Group):
                raise node.error("expected a fact in parentheses", "parse.unexpected_token")
            if node.head != "=":
                true.append(str(node))
                continue
            number = _number(str(node.children[2])) if len(node.children) == 3 else None
            if number is None:
                raise node.error("expected a number such as (= (fuel a) 3)", "parse.unexpected_token")
            values[str(node.children[1])] = number
    except PddlSyntaxError as error:
        raise CommandFault(fault_of(error)) from None
    return ObservedState(tuple(true), values)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) <= LARGEST_KEPT else None
