"""Which individuals need no planning: those whose constraints for a statement contradict every reading of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.evaluation.evidence import Evidence
from plancritic.coordinator.presets import Preset
from plancritic.coordinator.problem.specification import Individual
from plancritic.pddl.execution import TIME_TOLERANCE
from plancritic.pddl.language import Constraint, ConstraintType, parse_constraint
from plancritic.pddl.specification import IMPOSSIBLE, complement, entails, rewritten

#: Types that ask for their condition in some states that every plan has.
_HOLDING = frozenset(
    {ConstraintType.ALWAYS, ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER, ConstraintType.AT_END}
)


def ruling_out(
    translated: Sequence[StatementReadings], evidence: Evidence, preset: Preset
) -> Callable[[Individual], str | None]:
    """Gives for an individual the statement it is ruled out for, None for one that is worth planning for.

    Its plans violate whatever that statement may have meant, so that where the check counts no word of the scorer
    could make them adherent. The published presets, and runs in which the check does not count, rule out nothing; nor
    are the readings themselves ruled out, which may contradict each other and are to be proved impossible then.
    """
    if preset.published or "check" not in evidence.sources:
        return lambda _individual: None
    readings = {each.statement: tuple(reading.constraints for reading in each.readings) for each in translated}
    return lambda individual: None if individual.readings else _contradicted(individual, readings)


def _contradicted(individual: Individual, readings: Mapping[str, Sequence[Sequence[str]]]) -> str | None:
    for statement, meanings in readings.items():
        its = [traced.constraint for traced in individual.specification if statement in traced.statements]
        if meanings and its and all(_clash(its, meant) for meant in meanings):
            return statement
    return None


def _clash(ours: Sequence[str], meant: Sequence[str]) -> bool:
    return any(_contradict(mine, theirs) for mine in ours for theirs in meant)


@lru_cache(maxsize=10_000)
def _contradict(one: str, other: str) -> bool:
    return contradict(parse_constraint(one), parse_constraint(other))


def contradict(one: Constraint, other: Constraint) -> bool:
    """Return whether no trajectory satisfies both, as far as it shows in their structure.

    Meaning is that of the trajectory executor (`pddl.satisfaction`), against which a test holds it: one of them
    entails that the other is violated. What is impossible by itself contradicts nothing here: that is for a planner
    to prove.
    """
    mine, yours = rewritten(one), rewritten(other)
    if IMPOSSIBLE in (*mine, *yours):
        return False
    return any(_denies(a, b) or _denies(b, a) for a in mine for b in yours)


def _denies(first: Constraint, second: Constraint) -> bool:
    """Whether what satisfies the first violates the second (both in canonical form)."""
    opposite = _opposite(second)
    return opposite is not None and entails(first, opposite)


def _opposite(constraint: Constraint) -> Constraint | None:
    """A constraint, in canonical form, that only what violates the given one satisfies; None where none is known."""
    kind = constraint.type
    if kind in _HOLDING:
        # Each looks at one state at least, in which its condition cannot hold and fail.
        return Constraint(kind, (complement(constraint.conditions[0]),), constraint.bounds)
    if kind is ConstraintType.SOMETIME:
        return Constraint(ConstraintType.ALWAYS, (complement(constraint.conditions[0]),))
    if kind is ConstraintType.WITHIN:
        # A window ends before its second bound, the time within which something is due belongs to it.
        window = (0.0, constraint.bounds[0] + 3 * TIME_TOLERANCE)
        return Constraint(ConstraintType.HOLD_DURING, (complement(constraint.conditions[0]),), window)
    return None
