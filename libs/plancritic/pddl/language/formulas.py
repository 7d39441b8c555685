"""From s-expressions to conditions and expressions."""

from __future__ import annotations

from plancritic.pddl.language.conditions import (
    DURATION,
    TRUE,
    And,
    Atom,
    Comparison,
    Condition,
    Exists,
    Expression,
    ForAll,
    Operation,
    Or,
    Parameter,
    negate,
)
from plancritic.pddl.language.errors import UndefinedValueError, UnsupportedFeatureError
from plancritic.pddl.language.evaluation import value_of
from plancritic.pddl.language.syntax import Group, Node, Symbol, typed_list

_COMPARISONS = frozenset({"<", "<=", "=", ">=", ">"})
_ARITHMETIC = frozenset({"+", "-", "*", "/"})
_MODAL = frozenset(
    {
        "always",
        "sometime",
        "within",
        "at-most-once",
        "sometime-after",
        "sometime-before",
        "always-within",
        "hold-during",
        "hold-after",
    }
)


def unsupported(feature: str, node: Node) -> UnsupportedFeatureError:
    """Return the error to raise about a node that uses a feature we do not model."""
    return UnsupportedFeatureError(feature, node.source.file, *node.source.place(node.start))


def as_group(node: Node, expected: str) -> Group:
    """The node if it is a list.

    Raises:
        PddlSyntaxError: It is a word; `expected` says what should stand there.
    """
    if isinstance(node, Symbol):
        raise node.error(f"expected {expected} in parentheses, found {node.text!r}", "parse.unexpected_token")
    return node


def as_symbol(node: Node, expected: str) -> Symbol:
    """The node if it is a word.

    Raises:
        PddlSyntaxError: It is a list; `expected` says what should stand there.
    """
    if isinstance(node, Group):
        raise node.error(f"expected {expected}, found {str(node)!r}", "parse.unexpected_token")
    return node


def arguments(group: Group, count: int, expected: str) -> tuple[Node, ...]:
    """Return what follows the first word of a list, of which there must be `count`.

    Raises:
        PddlSyntaxError: There are more or fewer.
    """
    rest = group.children[1:]
    if len(rest) != count:
        raise group.error(f"{group.head!r} takes {expected}, found {len(rest)} parts", "parse.wrong_count")
    return rest


def read_atom(node: Node) -> Atom:
    """Return an atom: a list of words.

    Raises:
        PddlSyntaxError: It is something else.
    """
    group = as_group(node, "an atom")
    if not group.children:
        raise group.error("expected an atom, found '()'", "parse.unexpected_token")
    words = [as_symbol(child, "a name") for child in group.children]
    return Atom(words[0].name, tuple(word.name for word in words[1:]))


def read_parameters(node: Node) -> tuple[Parameter, ...]:
    """Return a list of typed variables.

    Raises:
        PddlSyntaxError: A name does not start with `?`.
    """
    parameters = []
    for symbol, types in typed_list(as_group(node, "variables").children):
        if not symbol.text.startswith("?"):
            raise symbol.error(f"expected a variable, found {symbol.text!r}", "parse.unexpected_token")
        parameters.append(Parameter(symbol.name, types))
    return tuple(parameters)


def read_condition(node: Node) -> Condition:
    """Return a condition; `imply` becomes a disjunction, double negation cancels.

    Raises:
        PddlSyntaxError: It is none; a constraint or a preference where a condition should stand included.
    """
    group = as_group(node, "a condition")
    if not group.children:
        return TRUE
    match group.head:
        case "and":
            return And(tuple(read_condition(child) for child in group.children[1:]))
        case "or":
            return Or(tuple(read_condition(child) for child in group.children[1:]))
        case "not":
            return negate(read_condition(arguments(group, 1, "one condition")[0]))
        case "imply":
            premise, conclusion = arguments(group, 2, "two conditions")
            return Or((negate(read_condition(premise)), read_condition(conclusion)))
        case "forall" | "exists":
            variables, inner = arguments(group, 2, "variables and a condition")
            quantifier = ForAll if group.head == "forall" else Exists
            return quantifier(read_parameters(variables), read_condition(inner))
        case head if head in _COMPARISONS:
            return _read_comparison(group)
        case "preference":
            raise group.error("a preference cannot stand here", "parse.misplaced_preference")
        case head if head in _MODAL and any(isinstance(child, Group) for child in group.children[1:]):
            raise group.error(
                f"{head!r} is a constraint and cannot stand inside a condition", "parse.nested_constraint"
            )
    return read_atom(group)


def _read_comparison(group: Group) -> Condition:
    left, right = arguments(group, 2, "two operands")
    if (
        group.head == "="
        and isinstance(left, Symbol)
        and isinstance(right, Symbol)
        and left.number is None
        and right.number is None
        and "?duration" not in (left.name, right.name)
    ):
        return Atom("=", (left.name, right.name))
    return Comparison(group.head, read_expression(left), read_expression(right))


def read_expression(node: Node) -> Expression:
    """Return a numeric expression.

    Raises:
        PddlSyntaxError: It is none, or it has no value in any state.
        UnsupportedFeatureError: It uses objects as values or continuous time (`#t`).
    """
    if isinstance(node, Symbol):
        if (value := node.number) is not None:
            return value
        if node.name == "?duration":
            return DURATION
        if node.name == "#t":
            raise unsupported("continuous-effects", node)
        if node.name == "total-time":
            return Atom("total-time")
        raise unsupported("object-fluents", node)
    if node.head in _ARITHMETIC:
        operands = tuple(read_expression(child) for child in node.children[1:])
        if not operands or (len(operands) == 1 and node.head != "-"):
            raise node.error(f"{node.head!r} takes two operands, found {len(operands)}", "parse.wrong_count")
        operation = Operation(node.head, operands)
        _refuse_undefined(operation, node)
        return operation
    return read_atom(node)


def _refuse_undefined(operation: Operation, node: Group) -> None:
    """Refuse arithmetic that has no value whatever the state: a division by the number 0, an overflow of numbers."""
    divisors = operation.operands[1:] if operation.operator == "/" else ()
    for part in (*divisors, operation):
        if not _is_constant(part):
            continue
        try:
            divides = value_of(part, {}) == 0 and part is not operation
        except UndefinedValueError as error:
            raise node.error(f"{node} has no value: {error.reason}", "semantic.undefined", _REMEDY) from None
        if divides:
            raise node.error(f"{node} has no value: it divides by zero", "semantic.undefined", _REMEDY)


_REMEDY = "write an expression that has a finite value; multiply both sides of a comparison instead of dividing"


def _is_constant(expression: Expression) -> bool:
    if isinstance(expression, Operation):
        return all(map(_is_constant, expression.operands))
    return not isinstance(expression, Atom)
