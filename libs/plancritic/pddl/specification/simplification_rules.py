"""Equivalences that hold in one problem: a constraint becomes constraints that say the same and less.

Each rule is about the executable plans that meet the goal; see `satisfaction` for the meaning of the types.
Conditions are ground, in normal form and without constants.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plancritic.pddl.execution import TIME_TOLERANCE
from plancritic.pddl.language import Condition, Constraint, ConstraintType
from plancritic.pddl.specification.normal_form import any_of, complement
from plancritic.pddl.specification.problem_knowledge import ProblemKnowledge


@dataclass(frozen=True, slots=True)
class Refuted:
    """No plan satisfies the constraint; `because` follows a colon."""

    because: str


#: What a constraint comes to: nothing where every plan satisfies it.
Outcome = tuple[Constraint, ...] | Refuted
_Rule = Callable[[Constraint, ProblemKnowledge], Outcome]


def apply_rules(constraint: Constraint, known: ProblemKnowledge) -> Outcome:
    """Return what the constraint comes to by one rule; itself where none applies."""
    return _RULES[constraint.type](constraint, known)


def always(condition: Condition) -> tuple[Constraint, ...]:
    """Return a condition in all states."""
    return (Constraint(ConstraintType.ALWAYS, (condition,)),)


def at_end(condition: Condition) -> tuple[Constraint, ...]:
    """Return a condition in the last state."""
    return (Constraint(ConstraintType.AT_END, (condition,)),)


def _within_time(time: float, condition: Condition) -> tuple[Constraint, ...]:
    return (Constraint(ConstraintType.WITHIN, (condition,), (time,)),)


def _always(constraint: Constraint, known: ProblemKnowledge) -> Outcome:
    condition = constraint.conditions[0]
    if not known.initially(condition):
        # The initial state counts.
        return Refuted(f"{condition} does not hold in the initial state")
    if known.excluded(condition):
        return Refuted(f"{condition} cannot hold together with the goal")
    # It holds and is never lost.
    return () if known.rises(condition) else (constraint,)


def _sometime(constraint: Constraint, known: ProblemKnowledge) -> Outcome:
    condition = constraint.conditions[0]
    if known.initially(condition) or known.needed(condition):
        # The initial state does it, or the last one.
        return ()
    # What is not lost again holds in the end if it ever does.
    return at_end(condition) if known.rises(condition) else (constraint,)


def _within(constraint: Constraint, known: ProblemKnowledge) -> Outcome:
    # The initial state is in time.
    return () if known.initially(constraint.conditions[0]) else (constraint,)


def _at_most_once(constraint: Constraint, known: ProblemKnowledge) -> Outcome:
    # What comes to stay or goes for good does not come true twice, nor do such things together.
    return () if known.is_one_stretch(constraint.conditions[0]) else (constraint,)


def _at_end(constraint: Constraint, known: ProblemKnowledge) -> Outcome:
    condition = constraint.conditions[0]
    if known.excluded(condition):
        return Refuted(f"{condition} cannot hold together with the goal")
    if known.falls(condition):
        # What cannot come back must never be lost.
        return always(condition)
    left = known.at_end(condition)
    return (constraint,) if left == condition else at_end(left)


def _hold_after(constraint: Constraint, known: ProblemKnowledge) -> Outcome:
    condition = constraint.conditions[0]
    if known.excluded(condition):
        # The last state is always among those looked at.
        return Refuted(f"{condition} cannot hold together with the goal, from any time on")
    if known.falls(condition):
        # It must hold in the end, so never be lost.
        return always(condition)
    # What is not lost again holds from a time on if it does by that time; at that time there is one state at most,
    # as it is not 0 (that would be `always`).
    return _within_time(constraint.bounds[0], condition) if known.rises(condition) else (constraint,)


def _hold_during(constraint: Constraint, known: ProblemKnowledge) -> Outcome:
    condition, (start, end) = constraint.conditions[0], constraint.bounds
    if start <= TIME_TOLERANCE and end > 2 * TIME_TOLERANCE:
        # The initial state is in the window; what holds there and is not lost was dropped as a constant.
        return (constraint,) if known.initially(condition) else Refuted(f"{condition} does not hold at the beginning")
    # As for `hold-after`: holding when the window opens is enough.
    return _within_time(start, condition) if known.rises(condition) and start > TIME_TOLERANCE else (constraint,)


def _sometime_after(constraint: Constraint, known: ProblemKnowledge) -> Outcome:
    first, second = constraint.conditions
    if known.needed(second):
        # The last state answers.
        return ()
    if known.needed(first):
        # The last state asks, so it has to answer, and then all is answered.
        return at_end(second)
    if known.rises(first):
        # If it is ever asked, the last state asks too.
        return at_end(any_of((complement(first), second)))
    if known.falls(second):
        # What will hold later holds now.
        return always(any_of((complement(first), second)))
    if known.initially(first) and known.rises(second):
        # It is asked, and an answer lasts to the end.
        return at_end(second)
    return (constraint,)


def _sometime_before(constraint: Constraint, known: ProblemKnowledge) -> Outcome:
    first, second = constraint.conditions
    if known.initially(first):
        # Nothing comes before the initial state.
        return Refuted(f"{first} holds from the beginning, so nothing can come before it")
    # The initial state comes before.
    return () if known.initially(second) else (constraint,)


def _always_within(constraint: Constraint, known: ProblemKnowledge) -> Outcome:
    first, second = constraint.conditions
    if known.initially(first) and known.rises(second):
        # It is asked at time 0, and that answer lasts.
        return _within_time(constraint.bounds[0], second)
    if known.falls(second) and not known.changes_at_once(second):
        # What will hold later holds now (and no state of the same time answers in its place: that could only be at 0).
        return always(any_of((complement(first), second)))
    return (constraint,)


_RULES: dict[ConstraintType, _Rule] = {
    ConstraintType.ALWAYS: _always,
    ConstraintType.SOMETIME: _sometime,
    ConstraintType.WITHIN: _within,
    ConstraintType.AT_MOST_ONCE: _at_most_once,
    ConstraintType.SOMETIME_AFTER: _sometime_after,
    ConstraintType.SOMETIME_BEFORE: _sometime_before,
    ConstraintType.ALWAYS_WITHIN: _always_within,
    ConstraintType.HOLD_DURING: _hold_during,
    ConstraintType.HOLD_AFTER: _hold_after,
    ConstraintType.AT_END: _at_end,
}
