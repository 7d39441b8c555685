"""What a constraint, a goal or a step of a plan comes to when the plan is executed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Assessment:
    """Whether one thing that a plan must satisfy is satisfied, and why.

    Attributes:
        about: A step's `condition`, the `goal`, a `constraint`, or the `form` of a step or constraint.
        satisfied: None where the constraint has no meaning.
        explanation: The reason in words.
        constraint: The constraint as PDDL.
        time: In the domain's unit, from the plan's start.
        step: The ground action that is concerned.
        needed: What had to be, as PDDL where it is a condition.
        actual: What was instead.
    """

    about: Literal["condition", "goal", "constraint", "form"]
    satisfied: bool | None
    explanation: str
    constraint: str | None = None
    time: float | None = None
    step: str | None = None
    needed: str | None = None
    actual: str | None = None
