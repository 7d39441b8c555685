"""Conditions as clauses: no capital, no full stop, so that sentences can be built around them."""

from __future__ import annotations

from collections.abc import Mapping

from plancritic.english.lists import enumerated
from plancritic.pddl.language import (
    And,
    Atom,
    Comparison,
    Condition,
    Exists,
    Expression,
    ForAll,
    Not,
    Or,
    expression_text,
    ground,
    number_text,
)
from plancritic.wording.lexicon import Lexicon

_COMPARED = {
    "<": "is less than",
    "<=": "is at most",
    "=": "equals",
    ">=": "is at least",
    ">": "is more than",
}


def state_clause(condition: Condition, lexicon: Lexicon, phrases: Mapping[int, str] | None = None) -> str:
    """Return a condition as a state: "the scout is at the start". Quantifiers are written out over the objects.

    `phrases` replaces the phrase of the argument at an index, where the condition is a fact or its negation.
    """
    return _state(_ground(condition, lexicon), lexicon, phrases)


def change_clause(condition: Condition, lexicon: Lexicon, phrases: Mapping[int, str] | None = None) -> str:
    """Return a condition as the change that makes it true: "the scout reaches the start"."""
    match _ground(condition, lexicon):
        case Atom() as atom:
            return lexicon.fact(atom, "starts", phrases)
        case Not(Atom() as atom):
            return lexicon.fact(atom, "stops", phrases)
        case other:
            return f"it comes about that {_state(other, lexicon, None)}"


def _ground(condition: Condition, lexicon: Lexicon) -> Condition:
    return ground(condition, {}, lexicon.problem.objects_of_any)


def _state(condition: Condition, lexicon: Lexicon, phrases: Mapping[int, str] | None) -> str:
    match condition:
        case Atom():
            return lexicon.fact(condition, "holds", phrases)
        case Not(Atom() as atom):
            return lexicon.fact(atom, "fails", phrases)
        case Not(inner):
            return f"it is not so that {_nested(inner, lexicon)}"
        case And(()):
            return "nothing in particular is so"
        case Or(()):
            return "something impossible is so"
        case And(parts):
            return " and ".join(_nested(part, lexicon) for part in parts)
        case Or(parts):
            return " or ".join(_nested(part, lexicon) for part in parts)
        case Comparison(operator, left, right):
            return f"{quantity(left, lexicon)} {_COMPARED[operator]} {quantity(right, lexicon)}"
        case ForAll() | Exists():
            raise ValueError(f"a quantifier that was not written out: {condition}")


def _nested(condition: Condition, lexicon: Lexicon) -> str:
    words = _state(condition, lexicon, None)
    is_simple = isinstance(condition, Atom | Comparison) or (
        isinstance(condition, Not) and isinstance(condition.condition, Atom)
    )
    return words if is_simple else f"({words})"


def quantity(expression: Expression, lexicon: Lexicon) -> str:
    """Return a numeric expression in words: "the weight of the normal debris"."""
    match expression:
        case Atom(function, arguments) if arguments:
            words = function.replace("_", " ").replace("-", " ")
            return f"the {words} of {enumerated([lexicon.name(argument) for argument in arguments])}"
        case Atom():
            return f"the {expression.predicate.replace('_', ' ')}"
        case float() | int():
            return number_text(expression)
        case _:
            return expression_text(expression)
