"""PDDL3 state-trajectory constraints: the ten types of [EA] figure 3 with PDDL3's arities.

Reading is lenient about how many bounds and conditions a constraint has, so that a wrong one (mutation and
language models write them) can be shown and talked about: `form_complaints` and `check_constraint` say what is
wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from plancritic.pddl.language.conditions import (
    MOST_PARTS,
    And,
    Atom,
    Binding,
    Comparison,
    Condition,
    Exists,
    ForAll,
    Not,
    ObjectsOf,
    Or,
    Parameter,
    atoms,
    bindings,
    comparisons,
    fluents,
    ground,
    negate,
    number_text,
    parts_of,
)
from plancritic.pddl.language.errors import Misfit, PddlSyntaxError, UndefinedValueError, too_large
from plancritic.pddl.language.evaluation import holds
from plancritic.pddl.language.expansion import count_parts
from plancritic.pddl.language.finite import LARGEST, REMEDY, out_of_range
from plancritic.pddl.language.formulas import arguments, as_group, as_symbol, read_condition, read_parameters
from plancritic.pddl.language.names import did_you_mean, known_names
from plancritic.pddl.language.syntax import Group, Node, Symbol, read, read_one

if TYPE_CHECKING:
    from plancritic.pddl.language.model import Problem

__all__ = [
    "ARITY",
    "And",
    "Atom",
    "Comparison",
    "Condition",
    "Constraint",
    "ConstraintType",
    "Exists",
    "ForAll",
    "Not",
    "Or",
    "Preference",
    "check_constraint",
    "form_complaints",
    "negate",
    "parse_constraint",
    "parse_constraints",
    "read_constraints",
]


class ConstraintType(StrEnum):
    """The ten modalities, named as PDDL writes them."""

    ALWAYS = "always"
    SOMETIME = "sometime"
    WITHIN = "within"
    AT_MOST_ONCE = "at-most-once"
    SOMETIME_AFTER = "sometime-after"
    SOMETIME_BEFORE = "sometime-before"
    ALWAYS_WITHIN = "always-within"
    HOLD_DURING = "hold-during"
    HOLD_AFTER = "hold-after"
    AT_END = "at end"


#: How many time bounds and how many conditions each type takes.
ARITY: dict[ConstraintType, tuple[int, int]] = {
    ConstraintType.ALWAYS: (0, 1),
    ConstraintType.SOMETIME: (0, 1),
    ConstraintType.WITHIN: (1, 1),
    ConstraintType.AT_MOST_ONCE: (0, 1),
    ConstraintType.SOMETIME_AFTER: (0, 2),
    ConstraintType.SOMETIME_BEFORE: (0, 2),
    ConstraintType.ALWAYS_WITHIN: (1, 2),
    ConstraintType.HOLD_DURING: (2, 1),
    ConstraintType.HOLD_AFTER: (1, 1),
    ConstraintType.AT_END: (0, 1),
}


@dataclass(frozen=True, slots=True)
class Constraint:
    """One constraint; `bounds` are times in the domain's unit, in PDDL's order. Its text is its PDDL."""

    type: ConstraintType
    conditions: tuple[Condition, ...]
    bounds: tuple[float, ...] = ()

    def negated(self) -> Constraint:
        """The constraint with its (first) condition negated, as mutation does; double negation cancels.

        This is not the logical complement: a plan may satisfy both. Source: [EA] algorithm 1.
        """
        return replace(self, conditions=(negate(self.conditions[0]), *self.conditions[1:]))

    def atoms(self) -> tuple[Atom, ...]:
        """The atoms in the order of writing, each once."""
        return tuple(dict.fromkeys(atom for condition in self.conditions for atom in atoms(condition)))

    def parts(self, objects_of: ObjectsOf) -> int:
        """How many parts its conditions have once their quantifiers are written out (`conditions.parts_of`)."""
        return sum(parts_of(condition, objects_of) for condition in self.conditions)

    def __str__(self) -> str:
        return f"({' '.join((self.type, *map(number_text, self.bounds), *map(str, self.conditions)))})"


@dataclass(frozen=True, slots=True)
class Preference:
    """A wish that a plan may leave unmet: kept apart, priced by the metric through `is-violated`."""

    name: str
    wish: Constraint | Condition


def parse_constraint(text: str, filename: str = "constraint") -> Constraint:
    """Read one constraint.

    Raises:
        PddlSyntaxError: The text is none, or several.
    """
    found = _read_all((read_one(text, filename),))
    if len(found) != 1:
        raise PddlSyntaxError(f"expected one constraint, found {len(found)}", filename, 1, 1, "constraint.count")
    return found[0]


def parse_constraints(text: str, filename: str = "constraints") -> tuple[Constraint, ...]:
    """Read a file of constraints, also conjoined with `and`; `;` starts a comment.

    Raises:
        PddlSyntaxError: Something in it is no constraint; it names line and column.
    """
    return _read_all(read(text, filename))


def _read_all(nodes: tuple[Node, ...]) -> tuple[Constraint, ...]:
    found: list[Constraint] = []
    for node in nodes:
        for item in read_constraints(node, None):
            if isinstance(item, Preference):
                raise node.error("a preference is no constraint", "constraint.preference")
            found.append(item)
    return tuple(found)


def read_constraints(
    node: Node, objects_of: ObjectsOf | None, binding: Binding | None = None
) -> Iterator[Constraint | Preference]:
    """The constraints and preferences of a `:constraints` section, in order.

    Args:
        node: The section's content.
        objects_of: Objects by type, to write quantifiers out; without them a quantified condition stays as it is
            and a quantified constraint is an error.
        binding: Objects for the variables of the quantifiers around.

    Raises:
        PddlSyntaxError: Something is no constraint.
        ExpansionTooLargeError: With its quantifiers written out it has too many parts; nothing is written out then.
    """
    if objects_of is not None:
        count_parts((node,), objects_of)
    yield from _read_constraints(node, objects_of, binding)


def _read_constraints(
    node: Node, objects_of: ObjectsOf | None, binding: Binding | None
) -> Iterator[Constraint | Preference]:
    group = as_group(node, "a constraint")
    match group.head:
        case "and":
            for child in group.children[1:]:
                yield from _read_constraints(child, objects_of, binding)
        case "forall":
            variables, inner = arguments(group, 2, "variables and a constraint")
            if objects_of is None:
                raise group.error("a quantified constraint needs a problem's objects", "constraint.quantified")
            for extra in bindings(read_parameters(variables), objects_of):
                yield from _read_constraints(inner, objects_of, {**(binding or {}), **extra})
        case "preference":
            *name, wish = group.children[1:] or (group,)
            if len(name) > 1 or wish is group:
                raise group.error("'preference' takes a name and a constraint", "parse.wrong_count")
            label = as_symbol(name[0], "a name").name if name else "anonymous"
            for item in _read_constraints(wish, objects_of, binding):
                if isinstance(item, Preference):
                    raise group.error("a preference cannot stand inside another", "constraint.preference")
                yield Preference(label, item)
        case _:
            yield _read_modal(group, objects_of, binding or {})


def _read_modal(group: Group, objects_of: ObjectsOf | None, binding: Binding) -> Constraint:
    rest = group.children[1:]
    word = group.head
    if word == "at" and rest and isinstance(rest[0], Symbol) and rest[0].name == "end":
        word, rest = ConstraintType.AT_END.value, rest[1:]
    try:
        kind = ConstraintType(word)
    except ValueError:
        types = [kind.value for kind in ConstraintType]
        message = f"{word or '()'!r} is no type of constraint{did_you_mean(word, types)}"
        raise group.error(message, "constraint.unknown_type", f"the types are {', '.join(types)}") from None
    bounds: list[float] = []
    conditions: list[Condition] = []
    for child in rest:
        if isinstance(child, Symbol):
            value = child.number
            if value is None:
                raise child.error(f"expected a time or a condition, found {child.text!r}", "parse.unexpected_token")
            if conditions:
                raise child.error("times stand before the conditions", "parse.unexpected_token")
            bounds.append(value)
        else:
            condition = read_condition(child)
            conditions.append(ground(condition, binding, objects_of) if objects_of else condition)
    if not conditions:
        raise group.error(f"{word!r} needs a condition", "constraint.no_condition")
    return Constraint(kind, tuple(conditions), tuple(bounds))


def form_complaints(constraint: Constraint) -> tuple[Misfit, ...]:
    """What is wrong with the shape of a constraint, whatever the problem; empty if nothing is.

    A constraint of wrong shape has no meaning; VAL answers success for some of them.
    """
    bounds, conditions = ARITY[constraint.type]
    written = " ".join([constraint.type, *["TIME"] * bounds, *["CONDITION"] * conditions])
    misfits: list[tuple[str, str]] = []
    if len(constraint.bounds) != bounds:
        found = len(constraint.bounds)
        misfits.append((f"{constraint.type} takes {_count(bounds, 'time')}, found {found}", f"write it as ({written})"))
    if len(constraint.conditions) != conditions:
        found = len(constraint.conditions)
        wrong = f"{constraint.type} takes {_count(conditions, 'condition')}, found {found}"
        misfits.append((wrong, f"write it as ({written})"))
    for bound in constraint.bounds:
        if -LARGEST <= bound < 0:
            misfits.append((f"time {number_text(bound)} is negative", "plans begin at 0: take a time from there on"))
        elif not abs(bound) <= LARGEST:
            misfits.append((out_of_range(str(bound)), REMEDY))
    if constraint.type is ConstraintType.HOLD_DURING and not misfits:
        start, end = constraint.bounds
        if start >= end:
            wrong = f"the window from {number_text(start)} to {number_text(end)} is empty"
            misfits.append((wrong, "let it end after it begins"))
    return tuple(Misfit(wrong, "constraint.form", remedy) for wrong, remedy in misfits)


def check_constraint(constraint: Constraint, problem: Problem) -> tuple[Misfit, ...]:
    """What is wrong with a constraint on a problem, in words; empty if it is well-formed.

    Looks at the shape (`form_complaints`), at each predicate, fluent and object (known, right number of arguments,
    right types), and at comparisons that surely have no value.
    """
    complaints = list(form_complaints(constraint))
    for condition in constraint.conditions:
        complaints.extend(_name_complaints(condition, problem, {}))
    size = constraint.parts(problem.objects_of_any)
    if size > MOST_PARTS:
        complaints.append(too_large(size, MOST_PARTS))
    if not complaints:
        complaints.extend(_value_complaints(constraint, problem))
    return tuple(dict.fromkeys(complaints))


def _value_complaints(constraint: Constraint, problem: Problem) -> Iterator[Misfit]:
    """Comparisons that divide by zero or overflow in every state, or in the initial state of an `always`."""
    for comparison in comparisons(constraint.conditions):
        changes = any(fluent.predicate in problem.changing_functions for fluent in fluents(comparison))
        if changes and constraint.type is not ConstraintType.ALWAYS:
            continue
        try:
            # Of an `always` the condition is asked: the rest of it may decide.
            holds(constraint.conditions[0] if changes else comparison, problem.facts, problem.values)
        except UndefinedValueError as error:
            if error.is_arithmetic:
                when = "in the initial state, which it is about" if changes else "in every state"
                remedy = "multiply both sides of the comparison instead of dividing"
                yield Misfit(f"{error} {when}", "constraint.undefined", remedy)
        except ValueError:
            continue  # a quantifier: its instances are judged state by state


def _name_complaints(condition: Condition, problem: Problem, scope: dict[str, tuple[str, ...]]) -> Iterator[Misfit]:
    match condition:
        case ForAll() | Exists():
            yield from (
                _unknown("type", name, problem.domain.type_names)
                for parameter in condition.parameters
                for name in parameter.types
                if name not in problem.domain.type_names
            )
            inner = {parameter.name: parameter.types for parameter in condition.parameters}
            yield from _name_complaints(condition.condition, problem, {**scope, **inner})
        case Not():
            yield from _name_complaints(condition.condition, problem, scope)
        case And() | Or():
            for part in condition.conditions:
                yield from _name_complaints(part, problem, scope)
        case Comparison():
            for fluent in fluents(condition):
                yield from _term_complaints(fluent, "function", problem.domain.functions, problem, scope)
        case Atom("=", names):
            yield from (
                _unknown("object", name, problem.objects)
                for name in names
                if name not in problem.objects and name not in scope
            )
        case Atom():
            yield from _term_complaints(condition, "predicate", problem.domain.predicates, problem, scope)


def _term_complaints(
    term: Atom,
    kind: str,
    known: Mapping[str, tuple[Parameter, ...]],
    problem: Problem,
    scope: dict[str, tuple[str, ...]],
) -> Iterator[Misfit]:
    parameters = known.get(term.predicate)
    if parameters is None:
        yield _unknown(kind, term.predicate, known)
        return
    declared = f"it is declared as {_declaration(term.predicate, parameters)}"
    if len(parameters) != len(term.arguments):
        message = f"{term.predicate} takes {_count(len(parameters), 'argument')}, found {len(term.arguments)} in {term}"
        yield Misfit(message, "constraint.arguments", declared)
        return
    for parameter, name in zip(parameters, term.arguments, strict=True):
        if name in scope:
            fits = any(problem.domain.is_subtype(own, wanted) for own in scope[name] for wanted in parameter.types)
            own_type = " or ".join(scope[name])
        elif name in problem.objects:
            fits = any(problem.is_a(name, wanted) for wanted in parameter.types)
            own_type = problem.objects[name]
        else:
            fitting = problem.objects_of(*parameter.types)
            yield _unknown("object", name, fitting or problem.objects)
            continue
        if not fits:
            wants = f"{term.predicate} wants {' or '.join(parameter.types)} in {term}"
            yield Misfit(f"{name} is of type {own_type}, {wants}", "constraint.arguments", declared)


def _unknown(what: str, name: str, known: Iterable[str]) -> Misfit:
    names = list(known)
    message = f"unknown {what} {name!r}{did_you_mean(name, names)}"
    return Misfit(message, "constraint.unknown_name", known_names(what, name, names))


def _declaration(name: str, parameters: Iterable[Parameter]) -> str:
    typed = [f"{each.name} - {' or '.join(each.types)}" for each in parameters]
    return f"({' '.join([name, *typed])})"


def _count(number: int, noun: str) -> str:
    return f"{('no', 'one', 'two')[number] if number < 3 else number} {noun}{'' if number == 1 else 's'}"
