"""A problem's model from its s-expressions; the text has passed Kairos' parser."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.pddl.language.conditions import TRUE, Atom, Binding, Condition, bindings, conjunction, ground
from plancritic.pddl.language.constraints import Constraint, Preference, read_constraints
from plancritic.pddl.language.declared import (
    check_domain_name,
    check_initial_fact,
    check_initial_value,
    check_quantified_types,
)
from plancritic.pddl.language.domain_reader import read_objects
from plancritic.pddl.language.formulas import (
    arguments,
    as_group,
    as_symbol,
    read_atom,
    read_condition,
    read_expression,
    read_parameters,
    unsupported,
)
from plancritic.pddl.language.model import Domain, FactEffect, Metric, NumericEffect, Problem, TimedLiteral
from plancritic.pddl.language.syntax import Group, Node, read_one


def read_problem(text: str, domain: Domain, filename: str) -> Problem:
    """Build the model of a problem, quantifiers written out over its objects.

    Raises:
        PddlSyntaxError: The text is no problem.
        UnsupportedFeatureError: It uses a feature the model lacks.
    """
    root = read_one(text, filename)
    check_domain_name(root, domain)
    sections: dict[str, Group] = {}
    for node in root.children[1:]:
        section = as_group(node, "a section")
        sections[section.head] = section
    display = dict(domain.display)
    objects = dict(domain.constants)
    further = dict(domain.further_types)
    if ":objects" in sections:
        read_objects(sections[":objects"].children[1:], objects, further, display)
    frame = Problem("", domain, objects, frozenset(), {}, (), TRUE, (), None, display, further)
    initial = _Initial(sections.get(":init"), frame)
    wishes: list[Preference] = []
    if ":goal" not in sections:
        remedy = "add (:goal CONDITION); (:goal (and)) if any plan will do"
        raise root.error("the problem has no (:goal ...)", "parse.no_goal", remedy)
    content = arguments(sections[":goal"], 1, "one condition")[0]
    check_quantified_types((content,), domain)
    goal = conjunction(tuple(_goal_parts(content, frame, {}, wishes)))
    constrained = [*_section_constraints(domain.constraints_section, frame)]
    constrained += _section_constraints(sections.get(":constraints"), frame)
    return Problem(
        as_symbol(sections["problem"].children[1], "a name").name,
        domain,
        objects,
        frozenset(initial.facts),
        initial.values,
        tuple(sorted(initial.timed, key=lambda literal: literal.time)),
        goal,
        tuple(item for item in constrained if isinstance(item, Constraint)),
        _read_metric(sections[":metric"]) if ":metric" in sections else None,
        display,
        further,
        tuple(wishes),
        tuple(item for item in constrained if isinstance(item, Preference)),
        text,
    )


class _Initial:
    """Facts, values and timed literals of an `:init` section."""

    def __init__(self, section: Group | None, frame: Problem) -> None:
        self._frame = frame
        self.facts: set[Atom] = set()
        self.values: dict[Atom, float] = {}
        self.timed: list[TimedLiteral] = []
        for node in section.children[1:] if section else ():
            self._read(as_group(node, "a fact"))

    def _read(self, group: Group) -> None:
        rest = group.children[1:]
        if group.head == "=":
            fluent, value = _assignment(group, self._frame)
            self.values[fluent] = value
        elif group.head == "at" and len(rest) == 2 and rest[0].number is not None and isinstance(rest[1], Group):
            self.timed.append(_timed_literal(rest[0].number, rest[1], self._frame))
        elif group.head == "and":
            for child in rest:
                self._read(as_group(child, "a fact"))
        elif group.head != "not":
            # A negated fact says what the closed world says already.
            self.facts.add(_fact(group, self._frame))


def _fact(node: Node, frame: Problem) -> Atom:
    atom = read_atom(node)
    check_initial_fact(as_group(node, "a fact"), frame)
    return atom


def _assignment(group: Group, frame: Problem) -> tuple[Atom, float]:
    term, value = arguments(group, 2, "a fluent and a number")
    if value.number is None or not isinstance(term, Group):
        raise unsupported("object-fluents", group)
    fluent = read_atom(term)
    check_initial_value(term, frame)
    return fluent, value.number


def _timed_literal(time: float, group: Group, frame: Problem) -> TimedLiteral:
    if group.head == "=":
        fluent, value = _assignment(group, frame)
        return TimedLiteral(time, NumericEffect("assign", fluent, value))
    if group.head == "not":
        return TimedLiteral(time, FactEffect(_fact(arguments(group, 1, "one atom")[0], frame), False))
    return TimedLiteral(time, FactEffect(_fact(group, frame), True))


def _goal_parts(node: Node, frame: Problem, binding: Binding, wishes: list[Preference]) -> Iterator[Condition]:
    """The conjuncts of a goal; preferences go to `wishes`."""
    group = as_group(node, "a condition")
    if group.head == "and":
        for child in group.children[1:]:
            yield from _goal_parts(child, frame, binding, wishes)
    elif group.head == "preference":
        *name, wish = group.children[1:]
        label = as_symbol(name[0], "a name").name if name else "anonymous"
        wishes.append(Preference(label, ground(read_condition(wish), binding, frame.objects_of_any)))
    elif group.head == "forall":
        variables, inner = arguments(group, 2, "variables and a condition")
        for extra in bindings(read_parameters(variables), frame.objects_of_any):
            yield from _goal_parts(inner, frame, {**binding, **extra}, wishes)
    else:
        yield ground(read_condition(group), binding, frame.objects_of_any)


def _section_constraints(section: Group | None, frame: Problem) -> Iterator[Constraint | Preference]:
    nodes = section.children[1:] if section else ()
    check_quantified_types(nodes, frame.domain)
    for node in nodes:
        yield from read_constraints(node, frame.objects_of_any)


def _read_metric(section: Group) -> Metric:
    direction, expression = arguments(section, 2, "a direction and an expression")
    return Metric(as_symbol(direction, "minimize or maximize").name, read_expression(expression))
