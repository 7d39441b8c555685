"""What an action computes: the expressions whose value somebody needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from plancritic.pddl.language import (
    Action,
    And,
    Comparison,
    Condition,
    ConditionalEffect,
    Effect,
    Exists,
    Expression,
    ForAll,
    GroundAction,
    Not,
    NumericEffect,
    Operation,
    Or,
    UniversalEffect,
)

#: The types of the variables that are in sight of an expression.
Types = Mapping[str, tuple[str, ...]]


def computed(action: Action | GroundAction) -> Iterator[tuple[Expression, Types]]:
    """Yield every expression of an action's duration, conditions and effects, with the types of its variables.

    An effect that changes a number computes with the old one: `scale-down` is a division by its expression.
    """
    types = {each.name: each.types for each in action.parameters} if isinstance(action, Action) else {}
    for bound in action.duration or ():
        yield bound.expression, types
    for condition in (action.conditions_at_start, action.conditions_over_all, action.conditions_at_end):
        yield from _compared(condition, types)
    yield from _changes((*action.effects_at_start, *action.effects_at_end), types)


def conditional_effects(effects: Iterable[Effect]) -> Iterator[ConditionalEffect]:
    """Yield the conditional effects of a ground action, those within others too."""
    for effect in effects:
        if isinstance(effect, ConditionalEffect):
            yield effect
            yield from conditional_effects(effect.effects)


def _compared(condition: Condition, types: Types) -> Iterator[tuple[Expression, Types]]:
    match condition:
        case Comparison(_, left, right):
            yield left, types
            yield right, types
        case Not(inner):
            yield from _compared(inner, types)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _compared(part, types)
        case ForAll(parameters, inner) | Exists(parameters, inner):
            yield from _compared(inner, {**types, **{each.name: each.types for each in parameters}})


def _changes(effects: Iterable[Effect], types: Types) -> Iterator[tuple[Expression, Types]]:
    for effect in effects:
        match effect:
            case NumericEffect("assign", _, expression):
                yield expression, types
            case NumericEffect(operator, fluent, expression):
                yield Operation("/" if operator == "scale-down" else "+", (fluent, expression)), types
            case ConditionalEffect(at_start, over_all, at_end, inner):
                for condition in (at_start, over_all, at_end):
                    yield from _compared(condition, types)
                yield from _changes(inner, types)
            case UniversalEffect(parameters, inner):
                yield from _changes(inner, {**types, **{each.name: each.types for each in parameters}})
