"""Conditions and numeric expressions; names are in lower case, variables start with `?`.

The written form of everything here is its PDDL text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from plancritic.pddl.language.errors import ExpansionTooLargeError, UndefinedValueError


def number_text(value: float) -> str:
    """Return a number as PDDL writes it: the shortest text with the same value, never with an exponent.

    Raises:
        UndefinedValueError: It is infinite or no number: PDDL cannot write it.
    """
    if not math.isfinite(value):
        raise UndefinedValueError(str(value), "is no finite number")
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    text = repr(value)
    return format(Decimal(text), "f") if "e" in text else text


@dataclass(frozen=True, slots=True)
class Parameter:
    """A typed variable; with several types (`either`) an object of any of them will do."""

    name: str
    types: tuple[str, ...]

    @property
    def type_text(self) -> str:
        """The type as PDDL writes it."""
        return self.types[0] if len(self.types) == 1 else f"(either {' '.join(self.types)})"

    def __str__(self) -> str:
        return f"{self.name} - {self.type_text}"


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate, a numeric fluent or, with predicate `=`, an equality of two objects."""

    predicate: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"({' '.join((self.predicate, *self.arguments))})"


@dataclass(frozen=True, slots=True)
class Operation:
    """Arithmetic: `+`, `-`, `*` or `/` on one or more operands."""

    operator: str
    operands: tuple[Expression, ...]

    def __str__(self) -> str:
        return f"({self.operator} {' '.join(map(expression_text, self.operands))})"


#: A number, a fluent (`DURATION` among them) or arithmetic on them.
Expression = float | Atom | Operation

#: The variable `?duration` of a durative action.
DURATION = Atom("?duration")


def expression_text(expression: Expression) -> str:
    """Return an expression as PDDL writes it."""
    if isinstance(expression, float | int):
        return number_text(expression)
    return DURATION.predicate if expression == DURATION else str(expression)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A numeric condition; `operator` is one of `<`, `<=`, `=`, `>=`, `>`."""

    operator: str
    left: Expression
    right: Expression

    def __str__(self) -> str:
        return f"({self.operator} {expression_text(self.left)} {expression_text(self.right)})"


@dataclass(frozen=True, slots=True)
class Not:
    """True where its condition is false."""

    condition: Condition

    def __str__(self) -> str:
        return f"(not {self.condition})"


@dataclass(frozen=True, slots=True)
class And:
    """True where all its conditions are; without any it is always true."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return f"({' '.join(('and', *map(str, self.conditions)))})"


@dataclass(frozen=True, slots=True)
class Or:
    """True where one of its conditions is; without any it is never true."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return f"({' '.join(('or', *map(str, self.conditions)))})"


@dataclass(frozen=True, slots=True)
class ForAll:
    """True where the condition is, whatever objects of their types the parameters stand for."""

    parameters: tuple[Parameter, ...]
    condition: Condition

    def __str__(self) -> str:
        return f"(forall ({' '.join(map(str, self.parameters))}) {self.condition})"


@dataclass(frozen=True, slots=True)
class Exists:
    """True where the condition is for some objects of the parameters' types."""

    parameters: tuple[Parameter, ...]
    condition: Condition

    def __str__(self) -> str:
        return f"(exists ({' '.join(map(str, self.parameters))}) {self.condition})"


#: In constraints mostly the first four; quantifiers are gone where a problem has been at hand to ground them.
Condition = Atom | Not | And | Or | Comparison | ForAll | Exists

TRUE = And(())
FALSE = Or(())


def negate(condition: Condition) -> Condition:
    """Return the opposite of a condition; double negation cancels."""
    return condition.condition if isinstance(condition, Not) else Not(condition)


def conjunction(conditions: tuple[Condition, ...]) -> Condition:
    """Return all of the conditions, nested conjunctions made flat; a single one stays as it is."""
    flat: list[Condition] = []
    for condition in conditions:
        flat.extend(condition.conditions if isinstance(condition, And) else (condition,))
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def conjuncts(condition: Condition) -> tuple[Condition, ...]:
    """Return the parts that all have to hold."""
    return condition.conditions if isinstance(condition, And) else (condition,)


def atoms(condition: Condition) -> Iterator[Atom]:
    """Yield the atoms of a condition from left to right, equalities among them, numeric fluents not."""
    match condition:
        case Atom():
            yield condition
        case Not() | ForAll() | Exists():
            yield from atoms(condition.condition)
        case And() | Or():
            for part in condition.conditions:
                yield from atoms(part)


def with_atoms(condition: Condition, change: Callable[[Atom], Atom]) -> Condition:
    """Return the condition with each of its atoms changed; quantified and numeric parts stay as they are."""
    match condition:
        case Atom():
            return change(condition)
        case Not(inner):
            return Not(with_atoms(inner, change))
        case And(parts):
            return And(tuple(with_atoms(each, change) for each in parts))
        case Or(parts):
            return Or(tuple(with_atoms(each, change) for each in parts))
        case _:
            return condition


def fluents(condition: Condition) -> Iterator[Atom]:
    """Yield the numeric fluents that a condition reads."""
    match condition:
        case Comparison():
            yield from expression_fluents(condition.left)
            yield from expression_fluents(condition.right)
        case Not() | ForAll() | Exists():
            yield from fluents(condition.condition)
        case And() | Or():
            for part in condition.conditions:
                yield from fluents(part)


def expression_fluents(expression: Expression) -> Iterator[Atom]:
    """Yield the numeric fluents that an expression reads; `?duration` is none."""
    match expression:
        case Atom() if expression != DURATION:
            yield expression
        case Operation():
            for operand in expression.operands:
                yield from expression_fluents(operand)


def comparisons(conditions: Iterable[Condition]) -> Iterator[Comparison]:
    """Yield the comparisons within conditions."""
    for condition in conditions:
        match condition:
            case Comparison():
                yield condition
            case Not() | ForAll() | Exists():
                yield from comparisons((condition.condition,))
            case And() | Or():
                yield from comparisons(condition.conditions)


def divisors(comparison: Comparison) -> Iterator[Expression]:
    """Yield what a comparison divides by."""
    pending = [comparison.left, comparison.right]
    while pending:
        expression = pending.pop()
        if isinstance(expression, Operation):
            pending.extend(expression.operands)
            if expression.operator == "/":
                yield from expression.operands[1:]


Binding = dict[str, str]
#: Objects of any of the given types.
ObjectsOf = Callable[[tuple[str, ...]], tuple[str, ...]]


def bind_atom(atom: Atom, binding: Binding) -> Atom:
    """Return the atom with objects for its variables."""
    return Atom(atom.predicate, tuple(binding.get(argument, argument) for argument in atom.arguments))


def bind_expression(expression: Expression, binding: Binding) -> Expression:
    """Return the expression with objects for its variables."""
    match expression:
        case Atom():
            return bind_atom(expression, binding)
        case Operation():
            return Operation(expression.operator, tuple(bind_expression(part, binding) for part in expression.operands))
    return expression


#: A part is an atom, a comparison, an effect or a group of them. So many parts may one action have, so many the
#: conditions and constraints of a problem together, so many a specification. Measured: 100,000 parts take 0.3 s and
#: 60 MB to write out; the largest of the public competition tasks that we know have 12,000.
MOST_PARTS = 100_000


def instances(parameters: Iterable[Parameter], objects_of: ObjectsOf) -> int:
    """Return in how many ways objects can stand in the parameters' places."""
    return math.prod(len(objects_of(parameter.types)) for parameter in parameters)


def parts_of(condition: Condition, objects_of: ObjectsOf) -> int:
    """Return how many parts a condition has once its quantifiers are written out; nothing is written out."""
    match condition:
        case Not():
            return 1 + parts_of(condition.condition, objects_of)
        case And() | Or():
            return 1 + sum(parts_of(part, objects_of) for part in condition.conditions)
        case ForAll() | Exists():
            return 1 + instances(condition.parameters, objects_of) * parts_of(condition.condition, objects_of)
        case Comparison():
            return 1 + _expression_parts(condition.left) + _expression_parts(condition.right)
    return 1


def _expression_parts(expression: Expression) -> int:
    if isinstance(expression, Operation):
        return 1 + sum(map(_expression_parts, expression.operands))
    return int(isinstance(expression, Atom))


def bindings(parameters: tuple[Parameter, ...], objects_of: ObjectsOf) -> Iterator[Binding]:
    """Yield every way to put objects in the parameters' places."""
    names = tuple(parameter.name for parameter in parameters)
    for objects in product(*(objects_of(parameter.types) for parameter in parameters)):
        yield dict(zip(names, objects, strict=True))


def ground(condition: Condition, binding: Binding, objects_of: ObjectsOf) -> Condition:
    """Return the condition with objects for its variables and its quantifiers written out.

    Raises:
        ExpansionTooLargeError: It would have more than `MOST_PARTS` parts. It has no place in a text: readers of texts
            count before (`expansion.count_parts`).
    """
    match condition:
        case Atom():
            return bind_atom(condition, binding)
        case Comparison(operator, left, right):
            return Comparison(operator, bind_expression(left, binding), bind_expression(right, binding))
        case Not():
            return Not(ground(condition.condition, binding, objects_of))
        case And():
            return And(tuple(ground(part, binding, objects_of) for part in condition.conditions))
        case Or():
            return Or(tuple(ground(part, binding, objects_of) for part in condition.conditions))
        case ForAll() | Exists():
            size = parts_of(condition, objects_of)
            if size > MOST_PARTS:
                raise ExpansionTooLargeError(size, MOST_PARTS, "condition", 1, 1)
            parts = tuple(
                ground(condition.condition, {**binding, **inner}, objects_of)
                for inner in bindings(condition.parameters, objects_of)
            )
            return conjunction(parts) if isinstance(condition, ForAll) else Or(parts)
