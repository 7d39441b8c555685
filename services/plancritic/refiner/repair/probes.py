"""Objects with which an action can be taken in a state, found by the facts that hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from plancritic.pddl.language import Atom
from plancritic.refiner.repair.schemas import Lifted, Schema
from plancritic.refiner.repair.simulation import Simulator

#: Steps by the places of their actions.
Steps = tuple[tuple[int, tuple[str, ...]], ...]
#: Bindings of one action in one state that are tried.
MOST_BINDINGS = 500


def bindings(simulator: Simulator, action: int, schema: Schema, state: int) -> Iterator[tuple[str, ...]]:
    """Return objects with which a schema can be applied in a state; `MOST_BINDINGS` are tried."""
    parameters = tuple(simulator.frame.domain.actions.values())[action].parameters
    objects = [simulator.problem.objects_of(*each.types) for each in parameters]
    by_predicate: dict[str, list[Atom]] = {}
    for fact in simulator.facts(state):
        by_predicate.setdefault(fact.predicate, []).append(fact)
    # Rare facts first: they bind the most.
    needs = sorted(
        (each for each in schema.needs if each[0] != "="),
        key=lambda each: (len(by_predicate.get(str(each[0]), ())), str(each)),
    )

    def bound(place: int, chosen: dict[int, str]) -> Iterator[dict[int, str]]:
        if place < len(needs):
            for fact in by_predicate.get(str(needs[place][0]), ()):
                extended = _unified(needs[place], fact, chosen)
                if extended is not None:
                    yield from bound(place + 1, extended)
            return
        free = next((each for each in range(len(objects)) if each not in chosen), None)
        if free is None:
            yield chosen
            return
        for each in objects[free]:
            yield from bound(place, chosen | {free: each})

    for chosen in islice(bound(0, {}), MOST_BINDINGS):
        found = tuple(chosen[place] for place in range(len(objects)))
        if any(each not in fitting for each, fitting in zip(found, objects, strict=True)):
            continue
        needed, forbidden, _, _ = simulator.ground(action, schema, found)
        if not (needed & ~state or forbidden & state):
            yield found


def _unified(atom: Lifted, fact: Atom, chosen: dict[int, str]) -> dict[int, str] | None:
    extended = dict(chosen)
    for argument, name in zip(atom[1:], fact.arguments, strict=True):
        if isinstance(argument, str):
            if argument != name:
                return None
        elif extended.setdefault(argument, name) != name:
            return None
    return extended
