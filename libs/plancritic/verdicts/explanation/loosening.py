"""How the times of a constraint can be made weaker, one bound at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from plancritic.pddl.execution import Trajectory, judge_constraint, measured
from plancritic.pddl.language import TRUE, Constraint, ConstraintType, plan_bound
from plancritic.verdicts.explanation.round_numbers import grain, multiples, rounded_down, rounded_up

#: How exactly the bound that a plan attains is found, in units of the domain's time.
_EXACTNESS = 1e-4


@dataclass(frozen=True, slots=True)
class Loosening:
    """A constraint with one bound to move: the further from where it is, the weaker the constraint.

    `extreme` is the weakest of them all: without the bound, or with the least window that is worth a mention. `limit`
    is the bound's value there, None where it has none. `width` is what the grain of said values goes by, None for the
    values themselves.
    """

    constraint: Constraint
    place: int
    rises: bool
    extreme: Constraint
    limit: float | None = None
    width: float | None = None

    @property
    def original(self) -> float:
        """The bound as it was asked for."""
        bound = plan_bound(self.constraint)
        return self.constraint.bounds[self.place] if bound is None else bound.limit

    def at(self, value: float) -> Constraint:
        """Return the constraint with the bound at a value."""
        bound = plan_bound(self.constraint)
        if bound is not None:
            return replace(bound, limit=value).constraint()
        bounds = list(self.constraint.bounds)
        bounds[self.place] = value
        return replace(self.constraint, bounds=tuple(bounds))

    def attained(self, trajectory: Trajectory) -> float | None:
        """Return the bound nearest to the original one that a trajectory keeps; None where it keeps none."""

        def kept(value: float) -> bool:
            return judge_constraint(trajectory, self.at(value)).satisfied is True

        tight = self.original
        bound = plan_bound(self.constraint)
        furthest = trajectory.states[-1].time if bound is None else measured(trajectory.plan, bound) + _EXACTNESS
        loose = max(tight, furthest) if self.limit is None else self.limit
        if kept(tight):
            return tight
        if not kept(loose):
            return None
        while abs(loose - tight) > _EXACTNESS:
            middle = (tight + loose) / 2
            if kept(middle):
                loose = middle
            else:
                tight = middle
        return loose

    def said(self, value: float) -> float:
        """Return the nearest number that a person would say and that is no tighter."""
        step = self._step(value)
        said = rounded_up(value - _EXACTNESS, step) if self.rises else rounded_down(value + _EXACTNESS, step)
        if self.limit is None:
            return said
        return min(said, self.limit) if self.rises else max(said, self.limit)

    def between(self, tight: float, loose: float) -> tuple[float, ...]:
        """Return the numbers that a person would say strictly between two bounds, the tightest first."""
        found = multiples(min(tight, loose), max(tight, loose), self._step(loose))
        return found if self.rises else found[::-1]

    def amount(self, value: float) -> float:
        """Return how much weaker it is at a value, relative to what was asked for."""
        return abs(value - self.original) / (self.width or max(self.original, 1.0))

    def _step(self, value: float) -> float:
        return grain(value if self.width is None else self.width)


def loosenings(constraint: Constraint) -> tuple[Loosening, ...]:
    """Return the bounds of a well-formed constraint that can be moved; none for a constraint without times."""
    bound = plan_bound(constraint)
    if bound is not None:
        anything = Constraint(ConstraintType.ALWAYS, (TRUE,))
        return (Loosening(constraint, 0, True, extreme=anything),) if bound.is_upper else ()
    rule = _RULES.get(constraint.type)
    return () if rule is None else rule(constraint)


def _rising(weakest: ConstraintType) -> Callable[[Constraint], tuple[Loosening, ...]]:
    """A bound that may come later without end, up to a constraint that has none."""
    return lambda constraint: (Loosening(constraint, 0, True, extreme=Constraint(weakest, constraint.conditions)),)


def _window(constraint: Constraint) -> tuple[Loosening, ...]:
    """A window may end earlier or begin later, as long as something is left of it."""
    start, end = constraint.bounds
    least = grain(end - start)
    return tuple(
        Loosening(
            constraint,
            place,
            rises=place == 0,
            extreme=replace(constraint, bounds=bounds),
            limit=bounds[place],
            width=end - start,
        )
        for place, bounds in ((1, (start, start + least)), (0, (end - least, end)))
    )


_RULES: dict[ConstraintType, Callable[[Constraint], tuple[Loosening, ...]]] = {
    ConstraintType.WITHIN: _rising(ConstraintType.SOMETIME),
    ConstraintType.ALWAYS_WITHIN: _rising(ConstraintType.SOMETIME_AFTER),
    ConstraintType.HOLD_AFTER: _rising(ConstraintType.AT_END),
    ConstraintType.HOLD_DURING: _window,
}
