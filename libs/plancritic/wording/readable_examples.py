"""Examples of what can be asked for in a problem, of those that a reader installed here reads as told."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import entry_points

from plancritic.domains.context import Example
from plancritic.pddl.language import parse_constraint
from plancritic.wording.lexicon import Lexicon

#: Rooms that read statements put a function here: from a lexicon to the examples that they read as told.
EXAMPLES_GROUP = "plancritic.readable_examples"


def readable_examples(lexicon: Lexicon) -> Iterator[Example]:
    """Yield the first example of each kind of constraint.

    The reader is found by its entry point: no library imports a service. Where none is installed nothing is offered.
    """
    seen: set[str] = set()
    for reader in entry_points(group=EXAMPLES_GROUP):
        for example in reader.load()(lexicon):
            kinds = {str(parse_constraint(text).type) for text in example.constraints}
            if kinds - seen:
                seen |= kinds
                yield example
