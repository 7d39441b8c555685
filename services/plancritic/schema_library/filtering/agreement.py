"""How far writers agree with a candidate: what a library knows of it and a single pair of words and schema does not.

A schema is a set of literals: types of parameters, conditions, effects. About each literal a writer agrees with a
candidate if both have it or neither has. A candidate's support is the number of writers who agree with it about its
most disputed literal. It is behind by as many writers as the best supported candidate of its action has more. A slip is
behind by most of the writers; of a description that about as many read one way as the other no reading is far behind.
The best supported one is behind by none, so that an action is never left without a candidate.

Other schemas are read in a candidate's parameters, so that fewest literals differ: names and order of parameters do not
matter, up to seven of them. Of several such readings the one that is next to the order of parameters counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from plancritic.pddl.language import Action
from plancritic.schema_library.candidates.readings import SchemaLiteral, SchemaLiterals, differences


def writers_behind(schemas: Sequence[Action], votes: Sequence[int]) -> tuple[int, ...]:
    """Return by how many writers each of an action's candidates is behind the best supported one.

    The schemas are different candidates for one action, in STRIPS with negation and equality; `votes` says how many
    writers wrote each.
    """
    supported = supports(schemas, votes)
    return tuple(max(supported) - each for each in supported)


def supports(schemas: Sequence[Action], votes: Sequence[int]) -> tuple[int, ...]:
    """Return how many writers agree with each of an action's candidates about its most disputed literal.

    `schemas` and `votes` are as for `writers_behind`.
    """
    read = [SchemaLiterals.of(each) for each in schemas]
    found = []
    for one in read:
        against: Counter[SchemaLiteral] = Counter()
        for other, writers in zip(read, votes, strict=True):
            for literal in differences(one, other):
                against[literal] += writers
        found.append(sum(votes) - max(against.values(), default=0))
    return tuple(found)


def means_the_same(one: Action, other: Action) -> bool:
    """Return whether two schemas differ in nothing but names, order and repetition, of parameters too.

    Beyond seven parameters not every order is tried, and a yes may be missed.
    """
    return not differences(SchemaLiterals.of(one), SchemaLiterals.of(other))
