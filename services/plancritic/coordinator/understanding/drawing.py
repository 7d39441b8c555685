"""Specifications drawn at random for a problem, and of the plans for them those that differ most.

What is drawn has the shapes of what people ask for, the ten types of constraints, over facts that a plan can change:
a fact that holds at first may be kept or lost, any other one may come about or never be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from plancritic.pddl.execution import Trajectory, judge_constraint
from plancritic.pddl.grounding import relaxed_reachability
from plancritic.pddl.language import ARITY, Atom, Condition, Constraint, ConstraintType, Not, Problem

#: How many constraints are drawn for one plan: more of them make plans that differ in more.
_CONSTRAINTS = (1, 1, 2, 3)
#: Types whose condition is kept, and types whose condition comes about; of any other type either.
_KEPT = (ConstraintType.ALWAYS,)
_REACHED = (
    ConstraintType.SOMETIME,
    ConstraintType.WITHIN,
    ConstraintType.AT_MOST_ONCE,
    ConstraintType.SOMETIME_BEFORE,
)
#: Types that speak of what is to follow their first condition.
_FOLLOWED = (ConstraintType.SOMETIME_AFTER, ConstraintType.ALWAYS_WITHIN)
#: The least part of the plan's time and the greatest that a time drawn has.
_SOONEST, _LATEST = 0.1, 1.2


class Draws:
    """Draws constraints on one problem; the same problem, end of a plan and random source give the same ones."""

    def __init__(self, problem: Problem, end: float, random: Random) -> None:
        """Look for the facts that can change.

        Raises:
            ExpansionTooLargeError: there are too many of them.
            ValueError: there are fewer than two.
        """
        reached = relaxed_reachability(problem)
        self._atoms = sorted(reached.added | reached.deleted, key=str)
        if len(self._atoms) < 2:
            raise ValueError(f"the actions of {problem.domain.name!r} change fewer than two facts")
        self._initial = frozenset(problem.facts)
        self._end = max(end, 1.0)
        self._random = random

    def specification(self) -> tuple[Constraint, ...]:
        """Return constraints for one plan."""
        return tuple(self.constraint() for _ in range(self._random.choice(_CONSTRAINTS)))

    def constraint(self) -> Constraint:
        """Return one constraint, of any type alike."""
        kind = self._random.choice(list(ConstraintType))
        bounds, conditions = ARITY[kind]
        first, *others = self._random.sample(self._atoms, conditions)
        drawn = [self._of(first, kind in _REACHED + _FOLLOWED or (kind not in _KEPT and self._either()))]
        drawn += [self._of(each, kind in _REACHED or self._either()) for each in others]
        return Constraint(kind, tuple(drawn), self._bounds(bounds))

    def _of(self, atom: Atom, reached: bool) -> Condition:
        """Return the fact as it is not at first where it is to be reached, else as it is."""
        return atom if (atom in self._initial) != reached else Not(atom)

    def _either(self) -> bool:
        return self._random.random() < 0.5

    def _bounds(self, count: int) -> tuple[float, ...]:
        times = sorted(round(self._random.uniform(_SOONEST, _LATEST) * self._end, 1) for _ in range(count))
        # An empty window says nothing.
        return (times[0], times[1] + 1.0) if count == 2 else tuple(times)


def most_different(plans: Mapping[str, Trajectory], probes: Sequence[Constraint], most: int) -> tuple[str, ...]:
    """Return plans of which no two satisfy the same probes, `most` at most: the first, then always the farthest."""
    truths = {
        plan: tuple(judge_constraint(trajectory, each).satisfied is True for each in probes)
        for plan, trajectory in plans.items()
    }
    left = list(plans)
    kept = left[:1]
    nearest = {plan: _apart(truths[plan], truths[kept[0]]) for plan in left}
    while len(kept) < most:
        # The first of those that are as far: the order of the plans decides.
        farthest = max(left, key=lambda plan: nearest[plan], default=None)
        if farthest is None or not nearest[farthest]:
            break
        kept.append(farthest)
        nearest = {plan: min(nearest[plan], _apart(truths[plan], truths[farthest])) for plan in left}
    return tuple(kept)


def _apart(one: Sequence[bool], other: Sequence[bool]) -> int:
    return sum(each != its for each, its in zip(one, other, strict=True))
