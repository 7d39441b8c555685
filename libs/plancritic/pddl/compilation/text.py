"""PDDL text of domains, actions and problems from the model: everything but constraints and preferences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from plancritic.pddl.language import (
    Condition,
    Domain,
    Metric,
    Problem,
    action_text,
    conjuncts,
    declaration,
    either,
    expression_text,
    number_text,
    timed_literal_text,
)


def domain_text(
    problem: Problem,
    predicates: Iterable[str],
    actions: Iterable[str],
    requirements: Iterable[str],
    functions: Sequence[str] = (),
) -> str:
    """Return the domain with these actions and the problem's objects as constants.

    Args:
        problem: Its domain gives types, predicates and functions.
        predicates: Further predicates, as PDDL.
        actions: All actions, as PDDL.
        requirements: Further requirements.
        functions: Further functions, as PDDL.
    """
    head, (*tail, declared) = _frame(problem)
    known = " ".join((*([declared] if declared else []), *functions))
    end = f") (:functions {known})" if known else ")"
    needed = dict.fromkeys((":typing", *problem.domain.requirements, *requirements))
    kept = " ".join(name for name in needed if name not in (":constraints", ":preferences"))
    return "\n".join((head, f"(:requirements {kept})", *tail, *predicates, end, *actions, ")\n"))


@lru_cache(maxsize=64)
def _frame(problem: Problem) -> tuple[str, tuple[str, ...]]:
    """The domain up to its predicates, the last part its functions."""
    domain = problem.domain
    tail = []
    parents = [
        f"{name} - {either((parent, *domain.further_parents.get(name, ())))}" for name, parent in domain.types.items()
    ]
    roots = sorted(domain.type_names - domain.types.keys() - {"object"})
    if parents or roots:
        tail.append(f"(:types {' '.join((*parents, *(f'{name} - object' for name in roots)))})")
    if problem.objects:
        typed = (
            f"{name} - {either((kind, *problem.further_types.get(name, ())))}" for name, kind in problem.objects.items()
        )
        tail.append(f"(:constants {' '.join(typed)})")
    tail.append("(:predicates")
    tail += [declaration(name, parameters) for name, parameters in domain.predicates.items()]
    tail.append(" ".join(declaration(name, parameters) for name, parameters in domain.functions.items()))
    return f"(define (domain {domain.name})", tuple(tail)


@lru_cache(maxsize=16)
def lifted_actions(domain: Domain) -> Mapping[str, tuple[str, str]]:
    """Return each schema's text in two parts: between them goes a further condition (a list, empty or not)."""
    return {name: action_text(name, action, action.parameters) for name, action in domain.actions.items()}


def problem_text(
    problem: Problem, facts: Iterable[str], goals: Iterable[Condition | str], constraints: Collection[object] = ()
) -> str:
    """Return the problem with further initial facts or timed literals, goals, and native constraints."""
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
    lines += [timed_literal_text(literal) for literal in problem.timed_literals]
    return "\n".join(lines)


def _metric(problem: Problem) -> str:
    metric: Metric | None = problem.metric
    if metric is None or "is-violated" in expression_text(metric.expression):
        return ""
    text = expression_text(metric.expression).replace("(total-time)", "total-time")
    return f"(:metric {metric.direction} {'(total-time)' if text == 'total-time' else text})\n"
