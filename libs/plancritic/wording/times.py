"""Times as people write them: rounded as the domain's unit asks."""

from __future__ import annotations

from typing import Protocol

from plancritic.pddl.language import number_text

_HOUR = 3600.0


class Unit(Protocol):
    """A unit of time with its length."""

    @property
    def seconds(self) -> float:
        """Length in seconds."""


def rounded_time(time: float, unit: Unit) -> str:
    """Return a time with one decimal, or two where a unit takes an hour or longer.

    Planners keep steps 0.001 apart; that is no part of what a person has to know.
    """
    return number_text(round(time, 2 if unit.seconds >= _HOUR else 1) + 0.0)
