"""Specifications made as small as a problem allows, or found contradictory, without any search.

Constants of the problem are put in, the initial state and the goal are looked at, what must always hold is put into
the other constraints, implied constraints are dropped; again and again until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from plancritic.pddl.execution import TIME_TOLERANCE
from plancritic.pddl.language import (
    FALSE,
    TRUE,
    Atom,
    Comparison,
    Condition,
    Constraint,
    ConstraintType,
    Not,
    Problem,
    form_complaints,
    ground,
    plan_bound,
)
from plancritic.pddl.specification.canonical import IMPOSSIBLE, closing, entails, opening, rewritten
from plancritic.pddl.specification.normal_form import complement, exclude, implies, normal
from plancritic.pddl.specification.problem_knowledge import ProblemKnowledge
from plancritic.pddl.specification.simplification_rules import Refuted, always, apply_rules, at_end


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Constraints that no plan satisfies together.

    Attributes:
        indices: Their places in what was given, in order; a proof needs no others. None: the goal alone is impossible.
        reason: Why, as a sentence with conditions in PDDL.
    """

    indices: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Simplified:
    """What is left of constraints.

    Attributes:
        constraints: Satisfied, by an executable plan that meets the goal, exactly if the given ones are; sorted by
            their text. Empty where there is a contradiction.
        origins: For each the places, in what was given, of those that it comes from.
        contradiction: Why no plan satisfies the given ones, None where that is open.
    """

    constraints: tuple[Constraint, ...]
    origins: tuple[tuple[int, ...], ...]
    contradiction: Contradiction | None = None


def simplify(problem: Problem, constraints: Iterable[Constraint]) -> Simplified:
    """Simplify a conjunction of constraints on a problem.

    The problem's own constraints are not looked at. A constraint of the wrong form, or one that compares a number
    without a value, stays as it is.
    """
    return _Simplification(problem, tuple(constraints)).run()


@dataclass(frozen=True, slots=True)
class _Item:
    """A constraint on its way, with the places of those it comes from."""

    constraint: Constraint
    origins: tuple[int, ...]

    @property
    def condition(self) -> Condition:
        return self.constraint.conditions[0]


class _Contradicted(Exception):
    def __init__(self, origins: tuple[int, ...], because: str) -> None:
        self.origins, self.because = origins, because


class _Simplification:
    def __init__(self, problem: Problem, given: tuple[Constraint, ...]) -> None:
        self._problem = problem
        self._known = ProblemKnowledge.of(problem)
        self._given = given

    def run(self) -> Simplified:
        if self._known.goal == FALSE:
            return Simplified((), (), Contradiction((), "the goal cannot be met, whatever is asked for besides"))
        opaque: list[_Item] = []
        items: list[_Item] = []
        bounds: list[_Item] = []
        for place, constraint in enumerate(self._given):
            item = _Item(self._ground(constraint), (place,))
            if form_complaints(constraint):
                opaque.append(_Item(constraint, (place,)))
            elif plan_bound(constraint) is not None:
                bounds.append(_Item(constraint, (place,)))
            elif self._known.has_values(item.constraint):
                items.append(item)
            else:
                opaque.append(item)
        try:
            opaque += _strongest(bounds)
            items = self._settled(items)
        except _Contradicted as found:
            subject = " and ".join(str(self._given[place]) for place in found.origins)
            return Simplified((), (), Contradiction(found.origins, f"{subject} cannot be met: {found.because}"))
        left = sorted((*items, *opaque), key=lambda item: (str(item.constraint), item.origins))
        return Simplified(tuple(item.constraint for item in left), tuple(item.origins for item in left))

    def _ground(self, constraint: Constraint) -> Constraint:
        conditions = tuple(ground(each, {}, self._problem.objects_of_any) for each in constraint.conditions)
        return Constraint(constraint.type, conditions, constraint.bounds)

    def _settled(self, items: Sequence[_Item]) -> list[_Item]:
        current = self._smallest(each for item in items for each in self._reduced(item))
        while True:
            _find_clash(current)
            following = self._smallest(_with_knowledge_of_others(current, self._reduced))
            if following == current:
                following = self._smallest(self._where_kept(current))
            if following == current:
                return current
            current = following

    def _where_kept(self, items: Sequence[_Item]) -> list[_Item]:
        """The items in plans without the steps that would change what has to be kept always."""
        keepers = [item for item in items if _kept((item,))]
        if not keepers:
            return list(items)
        known = self._known.where_kept(self._problem, _kept(keepers))
        if known.goal == FALSE:
            because = "without the steps that this rules out the goal cannot be met"
            raise _Contradicted(_joined(*self._guilty(keepers)), because)
        found = list(keepers)
        for item in items:
            if item not in keepers:
                together = _Item(item.constraint, _joined(item, *keepers))
                reduced = self._reduced(together, known)
                found.extend([item] if reduced == [together] else reduced)
        return found

    def _guilty(self, keepers: Sequence[_Item]) -> list[_Item]:
        """As few of them as make the goal impossible: each is left out if the others are enough."""
        needed = list(keepers)
        for item in keepers:
            others = [other for other in needed if other is not item]
            if self._known.where_kept(self._problem, _kept(others)).goal == FALSE:
                needed = others
        return needed

    def _reduced(self, item: _Item, known: ProblemKnowledge | None = None) -> list[_Item]:
        """What an item comes to by itself."""
        known = known or self._known
        done: list[_Item] = []
        pending = [item.constraint]
        while pending:
            constraint = pending.pop()
            conditions = tuple(normal(each, known.constant) for each in constraint.conditions)
            folded = rewritten(Constraint(constraint.type, conditions, constraint.bounds))
            if IMPOSSIBLE in folded:
                raise _Contradicted(item.origins, _why_impossible(item, constraint, conditions))
            for part in folded:
                outcome = apply_rules(part, known) if part == constraint else (part,)
                if isinstance(outcome, Refuted):
                    raise _Contradicted(item.origins, outcome.because)
                if outcome == (constraint,):
                    done.append(_Item(constraint, item.origins))
                else:
                    pending.extend(outcome)
        return done

    def _smallest(self, items: Iterable[_Item]) -> list[_Item]:
        """Sorted, each constraint once (by its first origins), without those that another implies."""
        first: dict[Constraint, _Item] = {}
        for item in sorted(items, key=lambda item: (len(item.origins), item.origins)):
            first.setdefault(item.constraint, item)
        ordered = sorted(first.values(), key=lambda item: str(item.constraint))
        kept: list[_Item] = []
        for place, item in enumerate(ordered):
            stronger = (other for other in ordered[place + 1 :] if not entails(item.constraint, other.constraint))
            if not any(entails(other.constraint, item.constraint) for other in (*kept, *stronger)):
                kept.append(item)
        return kept


def _strongest(items: Sequence[_Item]) -> list[_Item]:
    """The bounds on the whole plan that imply the others; those of the number of steps and of its end apart."""
    found: list[_Item] = []
    for item in items:
        for constraint in rewritten(item.constraint):
            if constraint == IMPOSSIBLE:
                raise _Contradicted(item.origins, "no plan is shorter than nothing")
            found.append(_Item(constraint, item.origins))
    for place, item in enumerate(found):
        for other in found[:place]:
            if entails(item.constraint, other.constraint.negated()):
                raise _Contradicted(_joined(other, item), "no plan is both as short and as long as they ask")
    kept: list[_Item] = []
    for place, item in enumerate(found):
        stronger = (other for other in found[place + 1 :] if not entails(item.constraint, other.constraint))
        if not any(entails(other.constraint, item.constraint) for other in (*kept, *stronger)):
            kept.append(item)
    return kept


def _why_impossible(item: _Item, constraint: Constraint, conditions: tuple[Condition, ...]) -> str:
    if len(item.origins) > 1:
        return "together they leave nothing that could hold"
    if constraint.type is ConstraintType.SOMETIME_BEFORE:
        return f"{constraint.conditions[0]} holds all the time, so nothing can come before it"
    culprit = next((old for old, new in zip(constraint.conditions, conditions, strict=True) if new == FALSE), None)
    return f"{culprit or constraint} can never hold in this problem"


def _with_knowledge_of_others(items: Sequence[_Item], reduced: Callable[[_Item], list[_Item]]) -> list[_Item]:
    """The items, each under what the others say about the states it looks at."""
    found = list(items)
    for place, item in enumerate(found):
        current = item
        for index, other in enumerate(found):
            if index != place and other.constraint != current.constraint:
                current = _under(current, other)
        found[place] = current
    cycled = _without_cycles(found)
    return [each for item in cycled for each in reduced(item)]


def _under(item: _Item, other: _Item) -> _Item:
    """The item where another is satisfied too."""
    constraint = item.constraint
    if other.constraint.type is ConstraintType.ALWAYS:
        # It holds in every state, so it is a constant of all conditions.
        conditions = tuple(_given(other.condition, condition) for condition in constraint.conditions)
    elif constraint.type is ConstraintType.AT_END and _is_of_the_end(other.constraint):
        # It holds in the last state, the one looked at.
        conditions = (_given(other.condition, item.condition),)
    elif constraint.type is ConstraintType.SOMETIME_AFTER and _is_of_the_end(other.constraint):
        if not implies(other.condition, item.condition):
            return item
        # The last state asks, so it has to answer, and then all is answered.
        return _Item(at_end(constraint.conditions[1])[0], _joined(item, other))
    else:
        return item
    if conditions == constraint.conditions:
        return item
    return _Item(Constraint(constraint.type, conditions, constraint.bounds), _joined(item, other))


def _given(fact: Condition, condition: Condition) -> Condition:
    """The condition where the fact holds."""
    if implies(fact, condition):
        return TRUE
    if exclude(fact, condition):
        return FALSE
    opposite = complement(fact)

    def constant(term: Atom | Comparison) -> bool | None:
        return True if term == fact else False if term == opposite else None

    return normal(condition, constant)


def _is_of_the_end(constraint: Constraint) -> bool:
    return constraint.type in (ConstraintType.AT_END, ConstraintType.HOLD_AFTER)


def _without_cycles(items: Sequence[_Item]) -> list[_Item]:
    """Two conditions that each need the other before them never hold: there would be no first one."""
    found = list(items)
    for place, item in enumerate(found):
        for index, other in enumerate(found[:place]):
            if _need_each_other(item.constraint, other.constraint):
                origins = _joined(item, other)
                found[place] = _Item(always(complement(item.condition))[0], origins)
                found[index] = _Item(always(complement(other.condition))[0], origins)
                break
    return found


def _need_each_other(first: Constraint, second: Constraint) -> bool:
    before = ConstraintType.SOMETIME_BEFORE
    if first.type is not before or second.type is not before:
        return False
    return implies(first.conditions[1], second.conditions[0]) and implies(second.conditions[1], first.conditions[0])


def _find_clash(items: Sequence[_Item]) -> None:
    for place, item in enumerate(items):
        for other in items[:place]:
            if _share_a_state(item.constraint, other.constraint) and exclude(item.condition, other.condition):
                because = f"there is a state in which both {other.condition} and {item.condition} would have to hold"
                raise _Contradicted(_joined(other, item), because)


def _share_a_state(first: Constraint, second: Constraint) -> bool:
    """Whether the first conditions of both must hold in one and the same state."""
    if second.type is ConstraintType.WITHIN:
        first, second = second, first
    if first.type is ConstraintType.WITHIN:
        # The state in time is in the window that is open from the beginning until after that time.
        start = opening(second)
        return start is not None and start <= TIME_TOLERANCE and first.bounds[0] + 2 * TIME_TOLERANCE < closing(second)
    starts = (opening(first), opening(second))
    if starts[0] is not None and starts[1] is not None:
        # The state in force when the later window opens is in the other one, or they both look at the last state.
        return max(starts[0], starts[1]) + 2 * TIME_TOLERANCE < min(closing(first), closing(second))
    last = [_is_of_the_end(each) or each.type is ConstraintType.ALWAYS for each in (first, second)]
    return all(last)


def _kept(items: Iterable[_Item]) -> dict[Atom, bool]:
    """The atoms that always have one value by these items, with that value."""
    found: dict[Atom, bool] = {}
    for item in items:
        atom = item.condition.condition if isinstance(item.condition, Not) else item.condition
        if item.constraint.type is ConstraintType.ALWAYS and isinstance(atom, Atom):
            found[atom] = atom == item.condition
    return found


def _joined(*items: _Item) -> tuple[int, ...]:
    return tuple(sorted({place for item in items for place in item.origins}))
