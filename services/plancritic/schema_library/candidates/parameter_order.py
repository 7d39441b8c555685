"""One order of parameters for all candidates of an action: in which order they stand is no interpretation.

Schemas that a bijection of their parameters maps onto each other (types respected) are the same and get the same order.
The others are read in the parameters of the schema that most writers wrote, so that fewest literals differ: then the
steps of their plans are written alike, and only what the schemas say sets plans apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from plancritic.pddl.language import Action
from plancritic.schema_library.candidates.readings import Reading, SchemaLiterals, best_reading, same_reading


def in_one_order(schemas: Sequence[Action], text: Callable[[Action], str]) -> tuple[Action, ...]:
    """Return schemas of one action, one a writer, with their parameters in one order.

    `text` says what is the same schema where parameters have the same order; the results are the same by it exactly if
    a bijection of the parameters makes them so.
    """
    groups: list[_Same] = []
    for number, schema in enumerate(schemas):
        read = SchemaLiterals.of(schema)
        for group in groups:
            reading = same_reading(group.literals, read)
            if reading is not None:
                group.members[number] = reading
                break
        else:
            groups.append(_Same(read, {number: tuple(range(read.parameters))}))
    # The schema that most wrote stands first; of equally many the one written first, since sorting is stable.
    groups.sort(key=lambda each: -len(each.members))
    found = list(schemas)
    reference: SchemaLiterals | None = None
    for group in groups:
        leader = _leader(group, [text(each) for each in schemas])
        mine = SchemaLiterals.of(schemas[leader])
        places = tuple(range(mine.parameters)) if reference is None else best_reading(reference, mine)
        reference = reference or mine
        for number, reading in group.members.items():
            # Through the group's first schema to its leader, and from there to the reference.
            leader_of = {first: own for own, first in enumerate(group.members[leader])}
            found[number] = _ordered(schemas[number], tuple(places[leader_of[each]] for each in reading))
    return tuple(found)


@dataclass
class _Same:
    """Writers whose schemas are the same, each with its reading in the parameters of the first of them."""

    literals: SchemaLiterals
    members: dict[int, Reading] = field(default_factory=dict)


def _leader(group: _Same, texts: Sequence[str]) -> int:
    """Return the first writer of the order that most of a group wrote."""
    counts = Counter(texts[each] for each in group.members)
    return max(group.members, key=lambda each: (counts[texts[each]], -each))


def _ordered(schema: Action, places: Reading) -> Action:
    """Return a schema with its parameters in the order of these places."""
    order = sorted(range(len(places)), key=lambda each: places[each])
    return replace(schema, parameters=tuple(schema.parameters[each] for each in order))
