"""Whether constraints ask a plan for anything: not where every plan does it, nor where no thing can be so by its type.

Both go by the problem alone: its initial state, its constants and the types of its actions' effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from plancritic.pddl.language import TRUE, Atom, Condition, Constraint, Domain, Parameter, Problem, atoms, ground
from plancritic.pddl.language.model import ConditionalEffect, Effect, FactEffect, UniversalEffect
from plancritic.pddl.specification.simplification import simplify

#: The types that each argument of an effect may have; of a constant its name stands alone.
_Signature = tuple[tuple[str, ...], ...]


def asks_for_nothing(constraints: Sequence[Constraint], problem: Problem) -> bool:
    """Return whether every executable plan satisfies all the constraints, whatever its goal; False where that is open.

    So is what holds from the start ("at some time" of what is so already). What the goal asks for is a wish of its own.
    """
    found = simplify(_without_goal(problem), constraints)
    return bool(constraints) and found.contradiction is None and not found.constraints


def every_plan_does(constraints: Sequence[Constraint], problem: Problem) -> bool:
    """Return whether every plan that reaches the goal satisfies all the constraints; False where that is open."""
    found = simplify(problem, constraints)
    return bool(constraints) and found.contradiction is None and not found.constraints


def speaks_of_nothing(constraints: Sequence[Constraint], problem: Problem) -> bool:
    """Return whether each constraint has a condition that is about nothing but facts that can never hold by type.

    No action makes such a fact true of any objects of these types, and it does not hold of any at the start: a boat is
    in no boat's tow where only wrecks are towed.
    """
    return bool(constraints) and all(
        any(_is_about_nothing(condition, problem) for condition in each.conditions) for each in constraints
    )


def _is_about_nothing(condition: Condition, problem: Problem) -> bool:
    found = tuple(atoms(ground(condition, {}, problem.objects_of_any)))
    return bool(found) and all(_never(each, problem) for each in found)


@lru_cache(maxsize=16)
def _without_goal(problem: Problem) -> Problem:
    return replace(problem, goal=TRUE)


def _never(atom: Atom, problem: Problem) -> bool:
    signatures = _signatures(problem.domain).get(atom.predicate)
    if signatures is None or atom in problem.facts:
        return False
    if any(atom.predicate == fact.predicate and _alike(atom, fact, problem) for fact in problem.facts):
        return False
    return not any(_fits(atom, each, problem) for each in signatures)


def _alike(atom: Atom, fact: Atom, problem: Problem) -> bool:
    """Return whether a fact of the initial state is of objects of the same types."""
    return len(atom.arguments) == len(fact.arguments) and all(
        problem.is_a(mine, problem.objects.get(its, its))
        for mine, its in zip(atom.arguments, fact.arguments, strict=True)
    )


def _fits(atom: Atom, signature: _Signature, problem: Problem) -> bool:
    return len(atom.arguments) == len(signature) and all(
        any(name == each or problem.is_a(name, each) for each in types)
        for name, types in zip(atom.arguments, signature, strict=True)
    )


@lru_cache(maxsize=64)
def _signatures(domain: Domain) -> dict[str, frozenset[_Signature]]:
    """Return for each predicate that actions make true the types of its arguments in their effects."""
    found: dict[str, set[_Signature]] = {}
    for action in domain.actions.values():
        known = {each.name: each.types for each in action.parameters}
        for atom, types in _made_true((*action.effects_at_start, *action.effects_at_end), known):
            found.setdefault(atom.predicate, set()).add(tuple(types.get(each, (each,)) for each in atom.arguments))
    return {name: frozenset(each) for name, each in found.items()}


def _made_true(
    effects: Iterable[Effect], types: dict[str, tuple[str, ...]]
) -> Iterator[tuple[Atom, dict[str, tuple[str, ...]]]]:
    for each in effects:
        match each:
            case FactEffect(atom, becomes):
                if becomes:
                    yield atom, types
            case ConditionalEffect():
                yield from _made_true(each.effects, types)
            case UniversalEffect():
                yield from _made_true(each.effects, types | _types_of(each.parameters))
            case _:
                pass


def _types_of(parameters: Iterable[Parameter]) -> dict[str, tuple[str, ...]]:
    return {each.name: each.types for each in parameters}
