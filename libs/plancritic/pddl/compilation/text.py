"""PDDL text of domains, actions and problems from the model: everything but constraints and preferences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from plancritic.pddl.conditions import Condition, Parameter, conjuncts, expression_text, number_text
from plancritic.pddl.model import (
    Action,
    ConditionalEffect,
    Domain,
    DurationBound,
    Effect,
    FactEffect,
    GroundAction,
    Metric,
    NumericEffect,
    Problem,
    TimedLiteral,
    UniversalEffect,
)

#: Leaves out what is true anyway.
Keep = Callable[[Condition], bool]


def domain_text(
    problem: Problem, predicates: Iterable[str], actions: Iterable[str], requirements: Iterable[str]
) -> str:
    """The domain with these actions and the problem's objects as constants.

    Args:
        problem: Its domain gives types, predicates and functions.
        predicates: Further predicates, as PDDL.
        actions: All actions, as PDDL.
        requirements: Further requirements.
    """
    head, tail = _frame(problem)
    needed = dict.fromkeys((":typing", *problem.domain.requirements, *requirements))
    kept = " ".join(name for name in needed if name not in (":constraints", ":preferences"))
    return "\n".join((head, f"(:requirements {kept})", *tail[:-1], *predicates, tail[-1], *actions, ")\n"))


@lru_cache(maxsize=64)
def _frame(problem: Problem) -> tuple[str, tuple[str, ...]]:
    domain = problem.domain
    tail = []
    parents = [
        f"{name} - {_either((parent, *domain.further_parents.get(name, ())))}" for name, parent in domain.types.items()
    ]
    roots = sorted(domain.type_names - domain.types.keys() - {"object"})
    if parents or roots:
        tail.append(f"(:types {' '.join((*parents, *(f'{name} - object' for name in roots)))})")
    if problem.objects:
        typed = (
            f"{name} - {_either((kind, *problem.further_types.get(name, ())))}"
            for name, kind in problem.objects.items()
        )
        tail.append(f"(:constants {' '.join(typed)})")
    tail.append("(:predicates")
    tail += [_declared(name, parameters) for name, parameters in domain.predicates.items()]
    functions = " ".join(_declared(name, parameters) for name, parameters in domain.functions.items())
    tail.append(f") (:functions {functions})" if functions else ")")
    return f"(define (domain {domain.name})", tuple(tail)


def _either(types: tuple[str, ...]) -> str:
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


def _declared(name: str, parameters: tuple[Parameter, ...]) -> str:
    return f"({' '.join((name, *map(str, parameters)))})"


@lru_cache(maxsize=16)
def lifted_actions(domain: Domain) -> Mapping[str, tuple[str, str]]:
    """Each schema's text in two parts: between them goes a further condition (a list, empty or not)."""
    return {name: action_text(name, action, action.parameters) for name, action in domain.actions.items()}


def action_text(
    name: str, action: Action | GroundAction, parameters: tuple[Parameter, ...] = (), keep: Keep = lambda _: True
) -> tuple[str, str]:
    """An action's text in parts before and after the place for further conditions and, at its end, effects."""
    conditions = list(_conditions(action, keep))
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


def _effects(action: Action | GroundAction) -> Iterator[str]:
    if action.duration is None:
        yield from (effect_text(effect) for effect in action.effects_at_start)
        return
    yield from (effect_text(effect, "at start") for effect in action.effects_at_start)
    yield from (effect_text(effect, "at end") for effect in action.effects_at_end)


def effect_text(effect: Effect, when: str | None = None) -> str:
    """An effect as PDDL; `when` is `at start` or `at end` in a durative action."""
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


def _together(effects: tuple[Effect, ...], when: str | None) -> str:
    return f"(and {' '.join(effect_text(effect, when) for effect in effects)})"


def problem_text(
    problem: Problem, facts: Iterable[str], goals: Iterable[Condition | str], constraints: Collection[object] = ()
) -> str:
    """The problem with further initial facts or timed literals, goals, and native constraints."""
    constrained = f"(:constraints (and {' '.join(map(str, constraints))}))\n" if constraints else ""
    goal = " ".join(str(part) for part in (*conjuncts(problem.goal), *goals))
    return (
        f"(define (problem {problem.name}) (:domain {problem.domain.name})\n"
        f"(:init {_initial(problem)}\n{' '.join(facts)})\n(:goal (and {goal}))\n{constrained}{_metric(problem)})\n"
    )


@lru_cache(maxsize=64)
def _initial(problem: Problem) -> str:
    lines = sorted(map(str, problem.facts))
    lines += [f"(= {fluent} {number_text(value)})" for fluent, value in problem.values.items()]
    lines += [_timed(literal) for literal in problem.timed_literals]
    return "\n".join(lines)


def _timed(literal: TimedLiteral) -> str:
    effect = literal.effect
    if isinstance(effect, FactEffect):
        return f"(at {number_text(literal.time)} {effect_text(effect)})"
    return f"(at {number_text(literal.time)} (= {effect.fluent} {expression_text(effect.expression)}))"


def _metric(problem: Problem) -> str:
    metric: Metric | None = problem.metric
    if metric is None or "is-violated" in expression_text(metric.expression):
        return ""
    text = expression_text(metric.expression).replace("(total-time)", "total-time")
    return f"(:metric {metric.direction} {'(total-time)' if text == 'total-time' else text})\n"
