"""Wrong schemas from a right one, by one edit each: the hard negatives of [DK], the faulty starts of [FS].

A fault is one step away from the right schema, as the mistakes of language models mostly are. Some faults change
nothing that a planner would notice (a condition that always holds is removed): they count as faults all the same,
because the description says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Literal as OneOf

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
#: excludes one that the schema has; `addition`: any literal is added.
FaultKind = OneOf["swap", "negation", "removal", "mutex", "addition"]
#: The kinds that `faulty_schemas` makes: those of [DK].
FAULT_KINDS: tuple[FaultKind, ...] = ("swap", "negation", "removal", "mutex")
#: What a fault changes; a swap changes both.
FaultPlace = OneOf["precondition", "effect", "both"]

Literal = Atom | Not

_WORDS: dict[FaultPlace, str] = {"precondition": "condition", "effect": "effect"}


@dataclass(frozen=True, slots=True)
class FaultySchema:
    """A schema with one fault; `detail` says in words what was done, `literals` are those that it was done to."""

    kind: FaultKind
    place: FaultPlace
    literals: tuple[Literal, ...]
    detail: str
    schema: Action

    def in_schema(self, action: Action) -> Action:
        """Return another version of the schema with the same fault.

        Raises:
            SchemaEditError: it does not fit: a literal is missing, or is there already.
        """
        return _edited(action, self.kind, self.place, self.literals)


def faulty_schemas(action: Action, domain: Domain) -> tuple[FaultySchema, ...]:
    """Return all schemas that one edit makes of a plain STRIPS action, in a fixed order, none of them equal to it.

    Their kinds are `FAULT_KINDS`.
    """
    made = (*_swaps(action), *_negations(action), *_removals(action), *_mutexes(action, domain))
    return tuple(each for each in made if each.schema != action)


def additions(action: Action, domain: Domain) -> tuple[FaultySchema, ...]:
    """Return all schemas that a plain STRIPS action becomes by one literal more, in a fixed order.

    The literal is an atom as condition, or an atom or its negation as effect; its variables are different ones.
    """
    return tuple(_additions(action, domain))


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
        detail = f"{condition} is an effect and {effect} a condition"
        # Refused where one of them would stand twice in its new place.
        with suppress(SchemaEditError):
            yield _faulty(action, "swap", "both", (condition, effect), detail)


def _negations(action: Action) -> Iterator[FaultySchema]:
    for place, literal in _parts(action):
        yield _faulty(action, "negation", place, (literal,), f"{_WORDS[place]} {literal} is negated")


def _removals(action: Action) -> Iterator[FaultySchema]:
    for place, literal in _parts(action):
        yield _faulty(action, "removal", place, (literal,), f"{_WORDS[place]} {literal} is missing")


def _mutexes(action: Action, domain: Domain) -> Iterator[FaultySchema]:
    excluded = exclusions(domain)
    conditions = {each for each in _conditions(action) if isinstance(each, Atom)}
    effects = {each for each in _effects(action) if isinstance(each, Atom)}
    places: tuple[tuple[FaultPlace, set[Atom]], ...] = (("precondition", conditions), ("effect", effects))
    for atom in _atoms(action, domain):
        for place, facts in places:
            against = next((each for each in sorted(facts, key=str) if _excludes(atom, each, excluded)), None)
            known = _conditions(action) if place == "precondition" else _effects(action)
            if against is None or atom in known or Not(atom) in known:
                continue
            yield _faulty(action, "mutex", place, (atom,), f"{_WORDS[place]} {atom} excludes {against}")


def _additions(action: Action, domain: Domain) -> Iterator[FaultySchema]:
    conditions, effects = _conditions(action), _effects(action)
    for atom in _atoms(action, domain):
        if len(set(atom.arguments)) < len(atom.arguments):
            continue
        if atom not in conditions and Not(atom) not in conditions:
            yield _faulty(action, "addition", "precondition", (atom,), f"condition {atom} is added")
        if atom not in effects and Not(atom) not in effects:
            yield _faulty(action, "addition", "effect", (atom,), f"effect {atom} is added")
            yield _faulty(action, "addition", "effect", (Not(atom),), f"effect {Not(atom)} is added")


def _faulty(
    action: Action, kind: FaultKind, place: FaultPlace, literals: tuple[Literal, ...], detail: str
) -> FaultySchema:
    return FaultySchema(kind, place, literals, detail, _edited(action, kind, place, literals))


def _edited(action: Action, kind: FaultKind, place: FaultPlace, literals: tuple[Literal, ...]) -> Action:
    if place == "both":
        condition, effect = literals
        bare = remove_effect(remove_precondition(action, condition), effect)
        return add_effect(add_precondition(bare, effect), condition)
    (literal,) = literals
    at_precondition = place == "precondition"
    match kind:
        case "negation":
            return negate_precondition(action, literal) if at_precondition else negate_effect(action, literal)
        case "removal":
            return remove_precondition(action, literal) if at_precondition else remove_effect(action, literal)
        case _:
            return add_precondition(action, literal) if at_precondition else add_effect(action, literal)


def _excludes(atom: Atom, other: Atom, excluded: frozenset[tuple[str, str]]) -> bool:
    """Whether two atoms are of predicates that exclude each other, of the same objects as far as both have any."""
    if (atom.predicate, other.predicate) not in excluded:
        return False
    return not atom.arguments or not other.arguments or bool(set(atom.arguments) & set(other.arguments))


def _atoms(action: Action, domain: Domain) -> Iterator[Atom]:
    """Give every atom that the parameters of an action can make, in a fixed order."""
    for predicate, declared in domain.predicates.items():
        for arguments in product(*(_fitting(action.parameters, place, domain) for place in declared)):
            yield Atom(predicate, arguments)


def _fitting(parameters: tuple[Parameter, ...], place: Parameter, domain: Domain) -> tuple[str, ...]:
    return tuple(
        each.name
        for each in parameters
        if any(domain.is_subtype(kind, wanted) for kind in each.types for wanted in place.types)
    )


def _parts(action: Action) -> Iterator[tuple[FaultPlace, Literal]]:
    for condition in _conditions(action):
        yield "precondition", condition
    for effect in _effects(action):
        yield "effect", effect


def _conditions(action: Action) -> tuple[Literal, ...]:
    return tuple(_literals(conjuncts(action.conditions_at_start)))


def _effects(action: Action) -> tuple[Literal, ...]:
    return tuple(
        effect.atom if effect.becomes else Not(effect.atom)
        for effect in action.effects_at_start
        if isinstance(effect, FactEffect)
    )


def _literals(conditions: tuple[Condition, ...]) -> Iterator[Literal]:
    for each in conditions:
        if isinstance(each, Atom) or (isinstance(each, Not) and isinstance(each.condition, Atom)):
            yield each
