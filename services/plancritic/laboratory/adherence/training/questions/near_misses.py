"""Questions one edit away: one argument, type, negation, order or bound, or one member of a group, or one part."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from plancritic.laboratory.adherence.training.questions.question import Question
from plancritic.laboratory.adherence.training.questions.questions import QuestionSource
from plancritic.pddl.language import Condition, Constraint, ConstraintType, Not, Or

#: Constraints that are to be met together.
Asked = tuple[Constraint, ...]
#: The other types that ask for nearly the same; the first condition alone is what they ask for.
_KIN = {
    ConstraintType.ALWAYS: ConstraintType.AT_END,
    ConstraintType.SOMETIME: ConstraintType.AT_END,
    ConstraintType.AT_END: ConstraintType.SOMETIME,
    ConstraintType.WITHIN: ConstraintType.SOMETIME,
    ConstraintType.HOLD_DURING: ConstraintType.SOMETIME,
    ConstraintType.HOLD_AFTER: ConstraintType.AT_END,
}
#: Their negation is nearly their opposite, which is no near miss.
_NOT_NEGATED = {
    ConstraintType.SOMETIME, ConstraintType.AT_END, ConstraintType.WITHIN, ConstraintType.AT_MOST_ONCE,
    ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER,
}  # fmt: skip
#: Factors by which a bound is moved.
_MOVES = (0.7, 0.85, 1.2, 1.4)
#: Most members of a group, or parts of a conjunction, that are changed or left out in turn.
_MOST = 3


def neighbours(question: Question, source: QuestionSource, generator: random.Random) -> list[Asked]:
    """What is asked for one edit away from a question, never what it asks for itself.

    Of a conjunction one constraint is changed. Of a group all members are, or one is left out or taken in. Whether
    parts are met alone is for `parts` to say.
    """
    constraints = question.constraints
    group = question.quantified
    found: list[Asked] = []
    if group is not None and group.mode == "all":
        found += [
            tuple(_alike(one, constraints[0], changed) for one in constraints)
            for changed in _edits(constraints[0], source, generator, first_arguments=False)
        ]
        places = generator.sample(range(len(constraints)), min(_MOST, len(constraints)))
        found += [(*constraints[:place], *constraints[place + 1 :]) for place in places if len(constraints) > 1]
    else:
        for place in generator.sample(range(len(constraints)), min(_MOST, len(constraints))):
            # One constraint alone is changed in every way, each of several in one.
            edits = list(_edits(constraints[place], source, generator))
            if len(constraints) > 1:
                edits = generator.sample(edits, min(2, len(edits)))
            found += [(*constraints[:place], edit, *constraints[place + 1 :]) for edit in edits]
    own = set(constraints)
    return list(dict.fromkeys(one for one in found if one and set(one) != own))


def parts(question: Question) -> tuple[Asked, ...]:
    """What of a question can be met without the rest; nothing where it is one thing alone."""
    if question.parts:
        return tuple(part.constraints for part in question.parts)
    if len(question.constraints) == 1:
        return ()
    return tuple((constraint,) for constraint in question.constraints)


def _edits(
    constraint: Constraint, source: QuestionSource, generator: random.Random, first_arguments: bool = True
) -> Iterator[Constraint]:
    first, *others = constraint.conditions
    kind = constraint.type
    if first_arguments:
        yield replace(constraint, conditions=(source.near(first), *others))
        yield replace(constraint, conditions=(source.near(first), *others))
    if others:
        yield replace(constraint, conditions=(first, source.near(others[0])))
        yield replace(constraint, conditions=(others[0], first))
    for factor in generator.sample(_MOVES, 2) if constraint.bounds else ():
        place = generator.randrange(len(constraint.bounds))
        moved = source.rounded(constraint.bounds[place] * factor)
        bounds = (*constraint.bounds[:place], moved, *constraint.bounds[place + 1 :])
        if kind is not ConstraintType.HOLD_DURING or bounds[0] < bounds[1]:
            yield replace(constraint, bounds=bounds)
    if kind not in _NOT_NEGATED:
        yield constraint.negated()
    if isinstance(first, Or) and len(first.conditions) > 1:
        kept = generator.sample(first.conditions, len(first.conditions) - 1)
        alone: Condition = kept[0] if len(kept) == 1 else Or(tuple(kept))
        yield replace(constraint, conditions=(alone, *others))
    match kind:
        case ConstraintType.SOMETIME_BEFORE:
            yield Constraint(ConstraintType.SOMETIME_AFTER, constraint.conditions)
            yield Constraint(ConstraintType.SOMETIME, (others[0],))
        case ConstraintType.SOMETIME_AFTER:
            yield Constraint(ConstraintType.SOMETIME_BEFORE, constraint.conditions)
            yield Constraint(ConstraintType.SOMETIME, (others[0],))
        case ConstraintType.ALWAYS_WITHIN:
            yield Constraint(ConstraintType.SOMETIME_AFTER, constraint.conditions)
        case ConstraintType.AT_MOST_ONCE:
            yield Constraint(ConstraintType.ALWAYS, (Not(first),))
        case _:
            yield Constraint(_KIN[kind], (first,))
    if kind is ConstraintType.AT_END and isinstance(first, Not):
        yield Constraint(ConstraintType.ALWAYS, (first,))


def _alike(member: Constraint, model: Constraint, changed: Constraint) -> Constraint:
    """A member's constraint changed as that of another member was."""
    own, old = member.conditions[0], model.conditions[0]

    def moved(condition: Condition) -> Condition:
        if condition == old:
            return own
        if condition == Not(old):
            return Not(own)
        return own.condition if isinstance(own, Not) and Not(condition) == old else condition

    return replace(changed, conditions=tuple(moved(condition) for condition in changed.conditions))
