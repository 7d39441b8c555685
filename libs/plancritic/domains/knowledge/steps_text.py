"""Steps as a person writes them in a line: `(pick-up a) (stack a b)`."""

from __future__ import annotations

import re

from plancritic.contracts.modelling.known_problem import Steps

_STEP = re.compile(r"\s*\(\s*([^\s()]+(?:\s+[^\s()]+)*)\s*\)\s*")


class StepsTextError(ValueError):
    """A text is no line of steps; the message says what is wrong."""


def read_steps(text: str) -> Steps:
    """Return the steps of a line, one at least; PDDL knows no capital letters.

    Raises:
        StepsTextError: it is no line of steps.
    """
    found: list[tuple[str, ...]] = []
    place = 0
    while place < len(text):
        match = _STEP.match(text, place)
        if match is None:
            raise StepsTextError(f"steps such as (pick-up a) (stack a b) expected, found {text[place : place + 60]!r}")
        found.append(tuple(match[1].lower().split()))
        place = match.end()
    if not found:
        raise StepsTextError("no step, where one such as (pick-up a) is expected")
    return tuple(found)


def steps_text(steps: Steps) -> str:
    """Return the line that `read_steps` reads."""
    return " ".join(f"({' '.join(step)})" for step in steps)
