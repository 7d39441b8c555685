"""PDDL3's state-trajectory constraints, the ten types of [EA] figure 3 with their arities; bounds on the whole plan.

Reading is lenient about how many bounds and conditions a constraint has, so that a wrong one (mutation and
language models write them) can be shown and talked about: `form_complaints` says what is wrong with its form,
`specification.check_constraint` whether it fits a problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from plancritic.pddl.language.conditions import (
    Atom,
    Binding,
    Comparison,
    Condition,
    Not,
    ObjectsOf,
    atoms,
    bindings,
    comparisons,
    expression_fluents,
    ground,
    negate,
    number_text,
    parts_of,
)
from plancritic.pddl.language.errors import Misfit, PddlSyntaxError
from plancritic.pddl.language.expansion import count_parts
from plancritic.pddl.language.finite import LARGEST, REMEDY, out_of_range
from plancritic.pddl.language.formulas import arguments, as_group, as_symbol, read_condition, read_parameters
from plancritic.pddl.language.names import did_you_mean
from plancritic.pddl.language.syntax import Group, Node, Symbol, read, read_one


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
        """Return the constraint with its (first) condition negated, as mutation does; double negation cancels.

        This is not the logical complement: a plan may satisfy both. Source: [EA] algorithm 1. A bound on the whole plan
        is its own exception.
        """
        bound = plan_bound(self)
        if bound is not None:
            return replace(bound, operator=_COMPLEMENT[bound.operator]).constraint()
        return replace(self, conditions=(negate(self.conditions[0]), *self.conditions[1:]))

    def atoms(self) -> tuple[Atom, ...]:
        """Return the atoms in the order of writing, each once."""
        return tuple(dict.fromkeys(atom for condition in self.conditions for atom in atoms(condition)))

    def parts(self, objects_of: ObjectsOf) -> int:
        """Return how many parts its conditions have once their quantifiers are written out (`conditions.parts_of`)."""
        return sum(parts_of(condition, objects_of) for condition in self.conditions)

    def __str__(self) -> str:
        if _is_whole_plan(self):
            return str(self.conditions[0])
        return f"({' '.join((self.type, *map(number_text, self.bounds), *map(str, self.conditions)))})"


#: The end of a plan's last action, PDDL's own word; the number of a plan's steps, for which PDDL has none.
TOTAL_TIME = Atom("total-time")
TOTAL_STEPS = Atom("total-steps")
_MEASURES = (TOTAL_TIME, TOTAL_STEPS)
_COMPLEMENT = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_MIRRORED = {"<": ">", "<=": ">=", "=": "=", ">=": "<=", ">": "<"}


@dataclass(frozen=True, slots=True)
class PlanBound:
    """A constraint on the whole plan: `measure` (`TOTAL_TIME` or `TOTAL_STEPS`) compared with a number.

    `operator` is one of `<`, `<=`, `>=`, `>`. As a `Constraint` it is of the type `at end`, because the whole plan is
    known there; its text is the comparison alone, as in `(<= (total-time) 10)`.
    """

    measure: Atom
    operator: str
    limit: float

    @property
    def is_upper(self) -> bool:
        """Whether it limits the plan from above."""
        return self.operator in ("<", "<=")

    def constraint(self) -> Constraint:
        """Return the bound as a constraint."""
        return Constraint(ConstraintType.AT_END, (Comparison(self.operator, self.measure, self.limit),))

    def __str__(self) -> str:
        return str(self.constraint())


def plan_bound(constraint: Constraint) -> PlanBound | None:
    """Return the bound that a well-formed constraint sets on the whole plan; None for one about states."""
    if not _is_whole_plan(constraint):
        return None
    condition, negated = constraint.conditions[0], False
    if isinstance(condition, Not):
        condition, negated = condition.condition, True
    if not isinstance(condition, Comparison):
        return None
    operator, left, right = condition.operator, condition.left, condition.right
    if right in _MEASURES:
        operator, left, right = _MIRRORED[operator], right, left
    if not isinstance(left, Atom) or not isinstance(right, float | int) or operator == "=":
        return None
    if negated:
        operator = _COMPLEMENT[operator]
    return PlanBound(left, operator, float(right))


def plan_bounds(constraints: Iterable[Constraint]) -> tuple[PlanBound, ...]:
    """Return the bounds among constraints, in order."""
    return tuple(bound for each in constraints if (bound := plan_bound(each)) is not None)


def _is_whole_plan(constraint: Constraint) -> bool:
    """Whether its only condition is a comparison, or a negated one, that reads a measure of the whole plan."""
    if constraint.type is not ConstraintType.AT_END or len(constraint.conditions) != 1 or constraint.bounds:
        return False
    condition = constraint.conditions[0]
    inner = condition.condition if isinstance(condition, Not) else condition
    return isinstance(inner, Comparison) and _measures(inner)


def _measures(comparison: Comparison) -> bool:
    return any(
        fluent in _MEASURES for side in (comparison.left, comparison.right) for fluent in expression_fluents(side)
    )


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
                raise node.error("a preference is not a constraint", "constraint.preference")
            found.append(item)
    return tuple(found)


def read_constraints(
    node: Node, objects_of: ObjectsOf | None, binding: Binding | None = None
) -> Iterator[Constraint | Preference]:
    """Yield the constraints and preferences of a `:constraints` section, in order.

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
    if (bound := _read_plan_bound(group)) is not None:
        return bound
    if word == "at" and rest and isinstance(rest[0], Symbol) and rest[0].name == "end":
        word, rest = ConstraintType.AT_END.value, rest[1:]
    try:
        kind = ConstraintType(word)
    except ValueError:
        types = [kind.value for kind in ConstraintType]
        message = f"{word or '()'!r} is not a type of constraint{did_you_mean(word, types)}"
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


def _read_plan_bound(group: Group) -> Constraint | None:
    """Return a comparison, or a negated one, that stands alone and reads a measure; None for anything else."""
    inner = group.children[1] if group.head == "not" and len(group.children) == 2 else group
    if not isinstance(inner, Group) or inner.head not in _MIRRORED or not _names_measure(inner):
        return None
    constraint = Constraint(ConstraintType.AT_END, (read_condition(group),))
    bound = plan_bound(constraint)
    return constraint if bound is None else bound.constraint()


def _names_measure(node: Node) -> bool:
    if isinstance(node, Symbol):
        return any(node.name == measure.predicate for measure in _MEASURES)
    return any(map(_names_measure, node.children))


def form_complaints(constraint: Constraint) -> tuple[Misfit, ...]:
    """Return what is wrong with the shape of a constraint, whatever the problem; empty if nothing is.

    A constraint of wrong shape has no meaning; VAL answers success for some of them.
    """
    if any(map(_measures, comparisons(constraint.conditions))):
        return _bound_complaints(constraint)
    bounds, conditions = ARITY[constraint.type]
    written = " ".join([constraint.type, *["TIME"] * bounds, *["CONDITION"] * conditions])
    misfits: list[tuple[str, str]] = []
    if len(constraint.bounds) != bounds:
        found = len(constraint.bounds)
        misfits.append(
            (f"{constraint.type} takes {count_text(bounds, 'time')}, found {found}", f"write it as ({written})")
        )
    if len(constraint.conditions) != conditions:
        found = len(constraint.conditions)
        wrong = f"{constraint.type} takes {count_text(conditions, 'condition')}, found {found}"
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


_NAMED = " and ".join(map(str, _MEASURES))
_AS_A_BOUND = "write it alone, compared with a number, as in (<= (total-time) 10) or (<= (total-steps) 12)"


def _bound_complaints(constraint: Constraint) -> tuple[Misfit, ...]:
    """What is wrong with a constraint that reads a measure of the whole plan."""
    bound = plan_bound(constraint)
    if bound is None:
        wrong = f"{_NAMED} bound the whole plan, and nothing else can be said with them"
        return (Misfit(wrong, "constraint.form", _AS_A_BOUND),)
    if not 0 <= bound.limit <= LARGEST:
        if -LARGEST <= bound.limit < 0:
            wrong = f"{number_text(bound.limit)} is negative"
            return (Misfit(wrong, "constraint.form", "a plan cannot be shorter than 0: give 0 or a larger number"),)
        return (Misfit(out_of_range(str(bound.limit)), "constraint.form", REMEDY),)
    return ()


def count_text(number: int, noun: str) -> str:
    """Return a number with its noun, such as `two times`; up to two in words."""
    return f"{('no', 'one', 'two')[number] if number < 3 else number} {noun}{'' if number == 1 else 's'}"
