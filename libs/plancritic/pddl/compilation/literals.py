"""Conditions as alternatives of literals, before and after an event."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import product

from plancritic.pddl.language import (
    And,
    Atom,
    Comparison,
    Condition,
    Expression,
    Not,
    NumericEffect,
    Operation,
    Or,
    UndefinedValueError,
    UnsupportedFeatureError,
    compare,
    fluents,
    value_of,
)

#: An atom, `Not` of an atom, or a comparison.
Literal = Atom | Not | Comparison
#: Literals that have to be true together; without any: always.
Term = frozenset[Literal]
#: At least one of the terms; without any: never.
Alternatives = tuple[Term, ...]

ALWAYS: Alternatives = (frozenset(),)
NEVER: Alternatives = ()
#: More alternatives than this make more actions than an engine can use.
MOST_ALTERNATIVES = 32

_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def unsupported(feature: str) -> UnsupportedFeatureError:
    """Return the refusal to compile, by the feature's name."""
    return UnsupportedFeatureError(feature, "constraints", 1, 1)


def opposite(literal: Literal) -> Condition:
    """Return what holds where the literal does not."""
    match literal:
        case Not():
            return literal.condition
        case Comparison("=", left, right):
            return Or((Comparison("<", left, right), Comparison(">", left, right)))
        case Comparison(operator, left, right):
            return Comparison(_OPPOSITE[operator], left, right)
    return Not(literal)


def alternatives(condition: Condition, decide: Callable[[Literal], bool | None], positive: bool = True) -> Alternatives:
    """Return a ground condition (or, with `positive` false, its opposite) as alternatives.

    Args:
        condition: Without quantifiers.
        decide: The truth of a literal where it is known.
        positive: False for the opposite.

    Raises:
        UnsupportedFeatureError: There are too many alternatives.
    """
    match condition:
        case Not():
            return alternatives(condition.condition, decide, not positive)
        case And() | Or():
            parts = [alternatives(part, decide, positive) for part in condition.conditions]
            return _conjoined(parts) if isinstance(condition, And) is positive else _joined(parts)
        case Atom():
            literal: Condition = condition if positive else Not(condition)
        case Comparison():
            literal = condition if positive else opposite(condition)
            if isinstance(literal, Or):
                return _joined([alternatives(part, decide) for part in literal.conditions])
        case _:
            raise unsupported("quantified-conditions")
    assert isinstance(literal, Atom | Not | Comparison)
    truth = decide(literal)
    if truth is None:
        return (frozenset({literal}),)
    return ALWAYS if truth else NEVER


def _conjoined(parts: Iterable[Alternatives]) -> Alternatives:
    terms: list[Term] = []
    for choice in product(*parts):
        term = frozenset().union(*choice)
        if not contradictory(term):
            terms.append(term)
        if len(terms) > 8 * MOST_ALTERNATIVES:
            raise unsupported("constraint condition with too many alternatives")
    return _minimal(terms)


def _joined(parts: Iterable[Alternatives]) -> Alternatives:
    return _minimal([term for part in parts for term in part])


def _minimal(terms: list[Term]) -> Alternatives:
    unique = list(dict.fromkeys(terms))
    kept = tuple(term for term in unique if not any(other < term for other in unique))
    if len(kept) > MOST_ALTERNATIVES:
        raise unsupported("constraint condition with too many alternatives")
    return kept


def contradictory(term: Collection[Literal]) -> bool:
    """Return whether a term holds an atom and its opposite."""
    return any(isinstance(literal, Not) and literal.condition in term for literal in term)


def after(condition: Condition, added: Collection[Atom], deleted: Collection[Atom], numeric: Numeric) -> Condition:
    """Return the condition on the state before an event that is true where `condition` is true after it.

    Source: regression, as in Bonassi et al., ICAPS 2021.
    """
    match condition:
        case Atom():
            if condition in added:
                return And(())
            return Or(()) if condition in deleted else condition
        case Not():
            return Not(after(condition.condition, added, deleted, numeric))
        case And():
            return And(tuple(after(part, added, deleted, numeric) for part in condition.conditions))
        case Or():
            return Or(tuple(after(part, added, deleted, numeric) for part in condition.conditions))
        case Comparison(operator, left, right) if not numeric.keys().isdisjoint(fluents(condition)):
            return Comparison(operator, _value_after(left, numeric), _value_after(right, numeric))
    return condition


#: What an event does to each fluent that it changes.
Numeric = dict[Atom, NumericEffect]


def _value_after(expression: Expression, numeric: Numeric) -> Expression:
    match expression:
        case Operation(operator, operands):
            return Operation(operator, tuple(_value_after(operand, numeric) for operand in operands))
        case Atom() if expression in numeric:
            effect = numeric[expression]
            if effect.operator == "assign":
                return effect.expression
            symbol = {"increase": "+", "decrease": "-", "scale-up": "*", "scale-down": "/"}[effect.operator]
            return Operation(symbol, (expression, effect.expression))
    return expression


def constant_comparison(comparison: Comparison) -> bool | None:
    """Return the truth of a comparison of numbers; None where it reads a fluent (or divides by zero)."""
    try:
        return compare(comparison.operator, value_of(comparison.left, {}), value_of(comparison.right, {}))
    except UndefinedValueError:
        return None
