"""A lower bound on the number of steps of any plan: facts that must be made true, each by a step of its own.

Fact landmarks by backward chaining (Zhu & Givan, "Landmark Extraction via Planning Graph Propagation", 2003): a fact
that is false initially and needed has to be added by one of its achievers; what they all need is needed too. Facts
whose achievers have no action in common need as many different steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from plancritic.pddl.grounding import GroundName, Invariants, ground_action
from plancritic.pddl.language import (
    Atom,
    Condition,
    ConditionalEffect,
    Effect,
    FactEffect,
    GroundAction,
    Problem,
    conjuncts,
)


def least_steps(problem: Problem, wanted: Iterable[Condition]) -> int:
    """Return a number of steps that no plan can do with less, in whose course each of the conditions is true once.

    Only atoms and conjunctions of them count; negations, numbers and disjunctions are left aside. Facts that timed
    literals make true cost nothing.
    """
    achievers = _achievers(problem)
    given = problem.facts | {
        literal.effect.atom
        for literal in problem.timed_literals
        if isinstance(literal.effect, FactEffect) and literal.effect.becomes
    }
    landmarks: dict[Atom, None] = {}
    pending = [atom for condition in wanted for atom in _atoms(condition)]
    while pending:
        atom = pending.pop()
        if atom in given or atom in landmarks:
            continue
        landmarks[atom] = None
        needs = [_needs(problem, name) for name in achievers.get(atom, ())]
        if needs:
            pending.extend(sorted(frozenset.intersection(*needs), key=str))
    # The fewest achievers first: they are the least likely to be shared.
    used: set[GroundName] = set()
    steps = 0
    for atom in sorted(landmarks, key=lambda each: (len(achievers.get(each, ())), str(each))):
        makers = achievers.get(atom, frozenset())
        if makers.isdisjoint(used):
            steps += 1
            used |= makers
    return steps


@lru_cache(maxsize=16)
def _achievers(problem: Problem) -> dict[Atom, frozenset[GroundName]]:
    """The ground actions that may make an atom true."""
    found: dict[Atom, set[GroundName]] = {}
    for name in Invariants.of(problem).reachable_actions:
        action = ground_action(problem, *name)
        for atom in _added((*action.effects_at_start, *action.effects_at_end)):
            found.setdefault(atom, set()).add(name)
    return {atom: frozenset(names) for atom, names in found.items()}


@lru_cache(maxsize=20_000)
def _needs(problem: Problem, name: GroundName) -> frozenset[Atom]:
    """The atoms that are true at some time in any plan with the action."""
    action: GroundAction = ground_action(problem, *name)
    conditions = (action.conditions_at_start, action.conditions_over_all, action.conditions_at_end)
    return frozenset(atom for condition in conditions for atom in _atoms(condition))


def _atoms(condition: Condition) -> Iterator[Atom]:
    for part in conjuncts(condition):
        if isinstance(part, Atom) and part.predicate != "=":
            yield part


def _added(effects: Iterable[Effect]) -> Iterator[Atom]:
    for effect in effects:
        if isinstance(effect, ConditionalEffect):
            yield from _added(effect.effects)
        elif isinstance(effect, FactEffect) and effect.becomes:
            yield effect.atom
