"""What a compilation gives, and its plans as plans of the problem it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plancritic.pddl.language import Plan, Step, parse_plan


@dataclass(frozen=True)
class Compiled:
    """A problem whose plans satisfy constraints that it does not state.

    Attributes:
        domain: PDDL.
        problem: PDDL.
        exact: Whether "no plan" proves that the original has no plan either. Where False a plan may be lost that
            needs two events at exactly the same time.
        actions: The original ground action of each action of the compilation, None for those to leave out.
        sequential: Whether plans are sequences: the original's are written without times, as times would count
            the steps that are left out.
    """

    domain: str
    problem: str
    exact: bool
    actions: Mapping[str, str | None] = field(repr=False)
    sequential: bool = False

    def plan(self, text: str) -> str:
        """Return a plan of the compiled problem as one of the original, sorted by time.

        Raises:
            PddlSyntaxError: The text is no plan.
        """
        steps = []
        for step in parse_plan(text).steps:
            original = self.actions.get(step.action, step.ground)
            if original is not None:
                name, *arguments = original[1:-1].split()
                steps.append(Step(step.start, name, tuple(arguments), step.duration))
        return "".join(f"{step.ground}\n" for step in steps) if self.sequential else str(Plan(tuple(steps)))
