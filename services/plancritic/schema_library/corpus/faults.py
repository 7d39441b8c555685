"""Wrong schemas from a right one, by one edit each: the hard negatives of [DK].

A fault is one step away from the right schema, as the mistakes of language models mostly are. Some faults change
nothing that a planner would notice (a condition that always holds is removed): they count as faults all the same,
because the description says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal, get_args

from plancritic.pddl.language import (
    Action,
    Atom,
    Condition,
    Domain,
    FactEffect,
    Not,
    Parameter,
    SchemaEditError,
    add_effect,
    add_precondition,
    conjuncts,
    negate_effect,
    negate_precondition,
    remove_effect,
    remove_precondition,
)

#: `swap`: a condition stands in the place of an effect and the effect in that of the condition; `negation`: a condition
#: or an effect is the opposite; `removal`: it is missing; `mutex`: a fact is added, as condition or effect, that
#: excludes one that the schema has.
FaultKind = Literal["swap", "negation", "removal", "mutex"]
FAULT_KINDS: tuple[FaultKind, ...] = get_args(FaultKind)


@dataclass(frozen=True, slots=True)
class FaultySchema:
    """A schema with one fault; `detail` says in words what was done."""

    kind: FaultKind
    detail: str
    schema: Action


def faulty_schemas(action: Action, domain: Domain) -> tuple[FaultySchema, ...]:
    """Return all schemas that one edit makes of a plain STRIPS action, in a fixed order, none of them equal to it."""
    made = (*_swaps(action), *_negations(action), *_removals(action), *_mutexes(action, domain))
    return tuple(each for each in made if each.schema != action)


def exclusions(domain: Domain) -> frozenset[tuple[str, str]]:
    """Return pairs of predicates of which an action makes one true and the other false, in both orders.

    Actions exchange such facts (`hand-empty`, `holding`), so that they hardly ever hold of the same objects at once.
    A pair that some action makes true together is none.
    """
    exchanged: set[tuple[str, str]] = set()
    together: set[tuple[str, str]] = set()
    for action in domain.actions.values():
        facts = [effect for effect in action.effects_at_start if isinstance(effect, FactEffect)]
        added = {effect.atom.predicate for effect in facts if effect.becomes}
        deleted = {effect.atom.predicate for effect in facts if not effect.becomes}
        exchanged |= set(product(added - deleted, deleted - added))
        together |= set(product(added, added))
    return frozenset(
        pair for one, other in exchanged if (one, other) not in together for pair in ((one, other), (other, one))
    )


def _swaps(action: Action) -> Iterator[FaultySchema]:
    for condition, effect in product(_conditions(action), _effects(action)):
        try:
            bare = remove_effect(remove_precondition(action, condition), effect)
            swapped = add_effect(add_precondition(bare, effect), condition)
        except SchemaEditError:
            continue  # one of them would stand twice in its new place
        yield FaultySchema("swap", f"{condition} is an effect and {effect} a condition", swapped)


def _negations(action: Action) -> Iterator[FaultySchema]:
    for condition in _conditions(action):
        yield FaultySchema("negation", f"condition {condition} is negated", negate_precondition(action, condition))
    for effect in _effects(action):
        yield FaultySchema("negation", f"effect {effect} is negated", negate_effect(action, effect))


def _removals(action: Action) -> Iterator[FaultySchema]:
    for condition in _conditions(action):
        yield FaultySchema("removal", f"condition {condition} is missing", remove_precondition(action, condition))
    for effect in _effects(action):
        yield FaultySchema("removal", f"effect {effect} is missing", remove_effect(action, effect))


def _mutexes(action: Action, domain: Domain) -> Iterator[FaultySchema]:
    excluded = exclusions(domain)
    conditions = {each for each in _conditions(action) if isinstance(each, Atom)}
    effects = {each for each in _effects(action) if isinstance(each, Atom)}
    for predicate, declared in domain.predicates.items():
        for arguments in product(*(_fitting(action.parameters, place, domain) for place in declared)):
            atom = Atom(predicate, arguments)
            for facts, what in ((conditions, "condition"), (effects, "effect")):
                against = next((each for each in sorted(facts, key=str) if _excludes(atom, each, excluded)), None)
                known = _conditions(action) if what == "condition" else _effects(action)
                if against is None or atom in known or Not(atom) in known:
                    continue
                edited = add_precondition(action, atom) if what == "condition" else add_effect(action, atom)
                yield FaultySchema("mutex", f"{what} {atom} excludes {against}", edited)


def _excludes(atom: Atom, other: Atom, excluded: frozenset[tuple[str, str]]) -> bool:
    """Whether two atoms are of predicates that exclude each other, of the same objects as far as both have any."""
    if (atom.predicate, other.predicate) not in excluded:
        return False
    return not atom.arguments or not other.arguments or bool(set(atom.arguments) & set(other.arguments))


def _fitting(parameters: tuple[Parameter, ...], place: Parameter, domain: Domain) -> tuple[str, ...]:
    return tuple(
        each.name
        for each in parameters
        if any(domain.is_subtype(kind, wanted) for kind in each.types for wanted in place.types)
    )


def _conditions(action: Action) -> tuple[Atom | Not, ...]:
    return tuple(_literals(conjuncts(action.conditions_at_start)))


def _effects(action: Action) -> tuple[Atom | Not, ...]:
    return tuple(
        effect.atom if effect.becomes else Not(effect.atom)
        for effect in action.effects_at_start
        if isinstance(effect, FactEffect)
    )


def _literals(conditions: tuple[Condition, ...]) -> Iterator[Atom | Not]:
    for each in conditions:
        if isinstance(each, Atom) or (isinstance(each, Not) and isinstance(each.condition, Atom)):
            yield each
