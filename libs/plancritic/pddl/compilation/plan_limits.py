"""Upper bounds on the whole plan as facts and counters that every action of the original needs.

The end of the plan: a fact that a timed literal deletes when time is up, needed at the end of every action. The number
of steps: a counter that every action takes one from. In sequences, whose step n happens at n, both are counters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.pddl.compilation.windows import DISTANCE, EPSILON, Names
from plancritic.pddl.execution import TIME_TOLERANCE
from plancritic.pddl.language import TOTAL_TIME, PlanBound, number_text


@dataclass(frozen=True)
class PlanLimits:
    """What upper bounds add to a compiled problem, as PDDL.

    Attributes:
        facts: Initial facts, values and timed literals.
        functions: Declarations of functions.
        requirements: What they need.
        conditions: What every action of the original needs: at its start (`at start`) or its end (`at end`).
        effects: What every action of the original does at its start.
        exact: Whether no plan is lost: a counter keeps two actions from starting at exactly the same time.
    """

    facts: Sequence[str] = ()
    functions: Sequence[str] = ()
    requirements: Sequence[str] = ()
    conditions: Sequence[tuple[str, str]] = ()
    effects: Sequence[str] = ()
    exact: bool = True

    @classmethod
    def of(cls, bounds: Sequence[PlanBound], names: Names, sequential: bool) -> PlanLimits:
        """Return the limits that bounds set; lower ones are left to the judges."""
        upper = [bound for bound in bounds if bound.is_upper]
        times = [bound for bound in upper if bound.measure == TOTAL_TIME and not sequential]
        counts = [bound for bound in upper if bound not in times]
        made = cls()
        if times:
            made = made._until(min(map(_last_moment, times)), names)
        if counts:
            made = made._at_most(min(map(_most_steps, counts)), names, sequential)
        return made

    def _until(self, time: float, names: Names) -> PlanLimits:
        fact = names.new("in-time")
        return PlanLimits(
            (str(fact), f"(at {number_text(time)} (not {fact}))"),
            requirements=(":timed-initial-literals",),
            conditions=(("at end", str(fact)),),
        )

    def _at_most(self, steps: int, names: Names, sequential: bool) -> PlanLimits:
        left = f"({names.text('steps-left')})"
        return PlanLimits(
            (*self.facts, f"(= {left} {steps})"),
            (left,),
            (*self.requirements, ":numeric-fluents"),
            (*self.conditions, ("at start", f"(>= {left} 1)")),
            (f"(decrease {left} 1)",),
            exact=sequential,
        )

    def condition(self, durative: bool) -> str:
        """Return what an action of the original needs besides."""
        if not durative:
            return " ".join(text for _, text in self.conditions)
        return " ".join(f"({moment} {text})" for moment, text in self.conditions)

    def effect(self, durative: bool) -> str:
        """Return what an action of the original does besides."""
        return " ".join(f"(at start {text})" if durative else text for text in self.effects)


def _last_moment(bound: PlanBound) -> float:
    """When a timed literal says that time is up: an epsilon after the last time at which an action may end."""
    return round(max(bound.limit + DISTANCE - (EPSILON if bound.operator == "<" else 0.0), 1e-7), 9)


def _most_steps(bound: PlanBound) -> int:
    """Steps are whole, and in sequences so are times."""
    if bound.operator == "<":
        return max(0, math.ceil(bound.limit - TIME_TOLERANCE) - 1)
    return math.floor(bound.limit + TIME_TOLERANCE)
