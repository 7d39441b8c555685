"""More candidates from those of a library, by one random edit each, until they have a wanted number of combinations."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from plancritic.domains.descriptions import schema_of
from plancritic.pddl.language import (
    Action,
    Atom,
    Domain,
    FactEffect,
    Not,
    SchemaEditError,
    add_effect,
    add_precondition,
    conjuncts,
    negate,
    negate_effect,
    negate_precondition,
    remove_effect,
    remove_precondition,
)
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.candidates.merging import canonical_text
from plancritic.schema_library.filtering import Candidates

#: An action for which so many edits in a row give nothing new has no more variations.
_TRIES = 1_000


class VariationError(ValueError):
    """The candidates of a library have too few variations for the combinations that were asked for."""


def multiplied(skeleton: Domain, candidates: Candidates, least: int, seed: int) -> Candidates:
    """Return the candidates and variations of them, with at least so many combinations.

    The action with the fewest candidates gets the next one: a candidate of the library, drawn at random, with a literal
    of its precondition or of its effects removed, negated or added. None is written twice (up to canonical text).

    Raises:
        VariationError: An action has no candidate, or edits give nothing new.
    """
    rng = random.Random(seed)
    found = {action: list(several) for action, several in candidates.items()}
    known = {action: {each.text for each in several} for action, several in candidates.items()}
    while math.prod(len(several) for several in found.values()) < least:
        action = min(found, key=lambda each: len(found[each]))
        found[action].append(_variation(skeleton, candidates[action], known[action], rng, f"variation {seed}"))
    return {action: tuple(several) for action, several in found.items()}


def _variation(
    skeleton: Domain, recorded: Sequence[Candidate], known: set[str], rng: random.Random, name: str
) -> Candidate:
    for _ in range(_TRIES if recorded else 0):
        schema = rng.choice(recorded).schema
        edits = edits_of(skeleton, schema)
        edited = rng.choice(edits[rng.choice(sorted(edits))])
        # Parameters are never edited, so the names that the library gave them are canonical still.
        text = canonical_text(edited, edited.parameters)
        if text not in known:
            known.add(text)
            return Candidate(schema.name, schema_of(skeleton, text), text, (name,))
    raise VariationError("an action has no candidates, or no further variation of them")


def edits_of(skeleton: Domain, schema: Action) -> Mapping[str, tuple[Action, ...]]:
    """Return all schemas that one edit makes of a schema, by the kind of edit; kinds without any are left out."""
    conditions = conjuncts(schema.conditions_at_start)
    effects = [
        each.atom if each.becomes else Not(each.atom)
        for each in schema.effects_at_start
        if isinstance(each, FactEffect)
    ]
    literals = tuple(_literals(skeleton, schema))
    # What is there already, or the opposite of it, would change nothing or make the schema absurd.
    more = [each for each in literals if each not in conditions and negate(each) not in conditions]
    further = [each for each in literals if each not in effects and negate(each) not in effects]
    made = {
        "add condition": _made(add_precondition, schema, more),
        "negate condition": _made(negate_precondition, schema, conditions),
        "remove condition": _made(remove_precondition, schema, conditions),
        "add effect": _made(add_effect, schema, further),
        "negate effect": _made(negate_effect, schema, effects),
        "remove effect": _made(remove_effect, schema, effects),
    }
    return {kind: schemas for kind, schemas in made.items() if schemas}


def _made(edit: Callable[..., Action], schema: Action, literals: Sequence[object]) -> tuple[Action, ...]:
    found = []
    for each in literals:
        try:
            found.append(edit(schema, each))
        except SchemaEditError:
            continue  # its opposite stands there, too
    return tuple(found)


def _literals(skeleton: Domain, schema: Action) -> Iterator[Atom | Not]:
    """Yield every well-typed literal over the parameters of a schema."""
    for predicate, declared in skeleton.predicates.items():
        fitting = [
            [
                each.name
                for each in schema.parameters
                if all(any(skeleton.is_subtype(kind, wanted) for wanted in place.types) for kind in each.types)
            ]
            for place in declared
        ]
        for arguments in product(*fitting):
            atom = Atom(predicate, arguments)
            yield from (atom, Not(atom))
