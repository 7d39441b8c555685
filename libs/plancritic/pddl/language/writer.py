"""PDDL text of domains, problems, actions and effects from the model: reading the text gives the same model.

Names that a file declares are written as it wrote them (`display`); inside conditions they are in lower case, which
means the same. Comments and layout of the original are gone: `writer` edits a text and keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from plancritic.pddl.language.conditions import Condition, Parameter, conjuncts, expression_text, number_text
from plancritic.pddl.language.constraints import Constraint, Preference, read_constraints
from plancritic.pddl.language.model import (
    Action,
    ConditionalEffect,
    Domain,
    DurationBound,
    Effect,
    FactEffect,
    GroundAction,
    NumericEffect,
    Problem,
    TimedLiteral,
    UniversalEffect,
)

#: Leaves out what is true anyway.
Keep = Callable[[Condition], bool]


def write_domain(domain: Domain) -> str:
    """Write a domain as PDDL, one line a declaration, actions over several lines."""
    shown = domain.display
    lines = [f"(define (domain {domain.name})"]
    if domain.requirements:
        lines.append(f"(:requirements {' '.join(domain.requirements)})")
    lines += _section(
        "(:types",
        (
            f"{shown.get(name, name)} - {either((parent, *domain.further_parents.get(name, ())))}"
            for name, parent in domain.types.items()
        ),
    )
    lines += _section("(:constants", _objects(domain.constants, domain.further_types, shown))
    lines += _section("(:predicates", _declarations(domain.predicates, shown))
    lines += _section("(:functions", _declarations(domain.functions, shown))
    if domain.constraints_section is not None:
        lines.append(str(domain.constraints_section))
    for name, action in domain.actions.items():
        head, tail = action_text(shown.get(name, name), action, action.parameters)
        lines.append(f"{head}{tail}))")
    return "\n".join((*lines, ")\n"))


def write_problem(problem: Problem) -> str:
    """Write a problem as PDDL, quantifiers of its goal and constraints written out over its objects."""
    domain = problem.domain
    own = {name: kind for name, kind in problem.objects.items() if name not in domain.constants}
    lines = [f"(define (problem {problem.name})", f"(:domain {domain.name})"]
    lines += _section("(:objects", _objects(own, problem.further_types, problem.display))
    facts = sorted(map(str, problem.facts))
    values = (f"(= {fluent} {number_text(value)})" for fluent, value in problem.values.items())
    lines.append("\n  ".join(("(:init", *facts, *values, *map(timed_literal_text, problem.timed_literals))) + ")")
    goals = [*map(str, conjuncts(problem.goal)), *map(_preference, problem.goal_preferences)]
    lines.append("\n  ".join(("(:goal (and", *goals)) + "))")
    constrained = [*map(str, _own_constraints(problem)), *map(_preference, _own_preferences(problem))]
    if constrained:
        lines.append("\n  ".join(("(:constraints (and", *constrained)) + "))")
    if problem.metric is not None:
        lines.append(f"(:metric {problem.metric.direction} {expression_text(problem.metric.expression)})")
    return "\n".join((*lines, ")\n"))


def action_text(
    name: str, action: Action | GroundAction, parameters: tuple[Parameter, ...] = (), keep: Keep = lambda _: True
) -> tuple[str, str]:
    """Return an action's text in parts before and after the place for further conditions and, at its end, effects."""
    conditions = [*_conditions(action, keep), *_action_preferences(action)]
    effects = list(_effects(action))
    listed = " ".join(map(str, parameters))
    if action.duration is None:
        kind, condition, duration = ":action", ":precondition", ""
    else:
        kind, condition = ":durative-action", ":condition"
        bounds = " ".join(map(_bound, action.duration))
        duration = f"\n  :duration (and {bounds})" if len(action.duration) > 1 else f"\n  :duration {bounds or '()'}"
    head = f"({kind} {name}\n  :parameters ({listed}){duration}\n  {condition} (and {' '.join(conditions)}"
    return head, f")\n  :effect (and {' '.join(effects)}"


def effect_text(effect: Effect, when: str | None = None) -> str:
    """Return an effect as PDDL; `when` is `at start` or `at end` in a durative action."""
    match effect:
        case FactEffect(atom, becomes):
            text = str(atom) if becomes else f"(not {atom})"
        case NumericEffect(operator, fluent, expression):
            text = f"({operator} {fluent} {expression_text(expression)})"
        case UniversalEffect(parameters, inner):
            return f"(forall ({' '.join(map(str, parameters))}) {_together(inner, when)})"
        case ConditionalEffect(at_start, over_all, at_end, inner):
            if when is None:
                return f"(when {at_start} {_together(inner, when)})"
            parts = (("at start", at_start), ("over all", over_all), ("at end", at_end))
            condition = " ".join(f"({moment} {part})" for moment, whole in parts for part in conjuncts(whole))
            return f"(when (and {condition}) {_together(inner, when)})"
    return text if when is None else f"({when} {text})"


def timed_literal_text(literal: TimedLiteral) -> str:
    """Return a timed literal or timed value as PDDL."""
    effect = literal.effect
    if isinstance(effect, FactEffect):
        return f"(at {number_text(literal.time)} {effect_text(effect)})"
    return f"(at {number_text(literal.time)} (= {effect.fluent} {expression_text(effect.expression)}))"


def either(types: tuple[str, ...]) -> str:
    """Types as PDDL writes them after the dash."""
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


def declaration(name: str, parameters: tuple[Parameter, ...]) -> str:
    """Return a predicate or function as PDDL declares it."""
    return f"({' '.join((name, *map(str, parameters)))})"


def _section(head: str, lines: Iterable[str]) -> tuple[str, ...]:
    """A section over several lines; no line where it would be empty."""
    found = tuple(lines)
    return ("\n  ".join((head, *found)) + ")",) if found else ()


def _objects(
    objects: Mapping[str, str], further: Mapping[str, tuple[str, ...]], shown: Mapping[str, str]
) -> Iterator[str]:
    return (f"{shown.get(name, name)} - {either((kind, *further.get(name, ())))}" for name, kind in objects.items())


def _declarations(declared: Mapping[str, tuple[Parameter, ...]], shown: Mapping[str, str]) -> Iterator[str]:
    return (declaration(shown.get(name, name), parameters) for name, parameters in declared.items())


def _bound(bound: DurationBound) -> str:
    text = f"({bound.operator} ?duration {expression_text(bound.expression)})"
    return f"(at end {text})" if bound.at_end else text


def _conditions(action: Action | GroundAction, keep: Keep) -> Iterator[str]:
    if action.duration is None:
        yield from (str(part) for part in conjuncts(action.conditions_at_start) if keep(part))
        return
    for when, condition in (
        ("at start", action.conditions_at_start),
        ("over all", action.conditions_over_all),
        ("at end", action.conditions_at_end),
    ):
        yield from (f"({when} {part})" for part in conjuncts(condition) if keep(part))


def _action_preferences(action: Action | GroundAction) -> Iterator[str]:
    if isinstance(action, GroundAction):
        return
    for preference in action.preferences:
        wish = str(preference.condition) if action.duration is None else f"({preference.moment} {preference.condition})"
        yield f"(preference {preference.name} {wish})"


def _effects(action: Action | GroundAction) -> Iterator[str]:
    if action.duration is None:
        yield from (effect_text(effect) for effect in action.effects_at_start)
        return
    yield from (effect_text(effect, "at start") for effect in action.effects_at_start)
    yield from (effect_text(effect, "at end") for effect in action.effects_at_end)


def _together(effects: tuple[Effect, ...], when: str | None) -> str:
    return f"(and {' '.join(effect_text(effect, when) for effect in effects)})"


def _preference(preference: Preference) -> str:
    return f"(preference {preference.name} {preference.wish})"


def _of_domain(problem: Problem) -> tuple[Constraint | Preference, ...]:
    """The constraints that the domain's own section gives for the problem's objects: they come first."""
    section = problem.domain.constraints_section
    return tuple(
        item
        for node in (section.children[1:] if section is not None else ())
        for item in read_constraints(node, problem.objects_of_any)
    )


def _own_constraints(problem: Problem) -> tuple[Constraint, ...]:
    return problem.constraints[sum(isinstance(item, Constraint) for item in _of_domain(problem)) :]


def _own_preferences(problem: Problem) -> tuple[Preference, ...]:
    return problem.constraint_preferences[sum(isinstance(item, Preference) for item in _of_domain(problem)) :]
