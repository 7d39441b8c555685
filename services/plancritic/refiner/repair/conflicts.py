"""Which single changes of a model can settle a case that it does not meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from plancritic.refiner.repair.knowledge import Case, Knowledge
from plancritic.refiner.repair.schemas import Lifted, Model, Schema, exchanges, ordered
from plancritic.refiner.repair.simulation import Simulator

Steps = Sequence[tuple[int, tuple[str, ...]]]


def repairs(knowledge: Knowledge, model: Model, case: Case) -> Iterator[tuple[int, Schema]]:
    """Return changed schemas (with the place of the action), each of which may settle an unmet case.

    Some settle a part of it only, or break another: that is for whoever searches to find out.
    """
    simulator = knowledge.simulators[case.problem]
    states = simulator.states(model, case.steps)
    taken = len(states) > len(case.steps)
    if case.kind in ("works", "allowed"):
        yield from _enabling(knowledge, simulator, model, case.steps, states, taken)
    else:
        first = len(case.steps) - 1 if case.kind == "refused" else 0
        for number in range(first, len(case.steps)):
            yield from _disabling(knowledge, simulator, model, case.steps, states, number)
        if case.kind == "wrong":
            end = len(case.steps)
            yield from _made(simulator, model, case.steps, simulator.goal[0], end, true=False, knowledge=knowledge)
            yield from _made(simulator, model, case.steps, simulator.goal[1], end, true=True, knowledge=knowledge)


def exchanging(knowledge: Knowledge, model: Model, case: Case) -> Iterator[tuple[int, Schema]]:
    """Return schemas in which a condition and an effect changed places, each of which may settle an unmet case.

    The condition is one that stops a step, or one that would be the missing effect of an earlier step.
    """
    if case.kind not in ("works", "allowed"):
        return
    simulator = knowledge.simulators[case.problem]
    states = simulator.states(model, case.steps)
    number, state = len(states) - 1, states[-1]
    if number < len(case.steps):
        action, objects = case.steps[number]
        needs, forbids, _, _ = simulator.ground(action, model[action], objects)
        for atom, schema in exchanges(model[action]):
            stops = needs & ~state if atom in model[action].needs else forbids & state
            if simulator.fact(atom, objects) & stops:
                yield action, schema
    else:
        needs, forbids = simulator.goal
    for action, objects in dict.fromkeys(reversed(case.steps[:number])):
        for atom, schema in exchanges(model[action]):
            missing = needs & ~state if atom in model[action].needs else forbids & state
            if simulator.fact(atom, objects) & missing:
                yield action, schema


def _enabling(
    knowledge: Knowledge, simulator: Simulator, model: Model, steps: Steps, states: Sequence[int], taken: bool
) -> Iterator[tuple[int, Schema]]:
    """Make the first step that cannot be taken possible, or the goal true."""
    number = len(states) - 1
    state = states[-1]
    if taken:
        needs, forbids = simulator.goal
    else:
        action, objects = steps[number]
        schema = model[action]
        needs, forbids, _, _ = simulator.ground(action, schema, objects)
        for atom in ordered(schema.needs):
            if simulator.fact(atom, objects) & ~state and atom[0] != "=":
                yield action, schema._replace(needs=schema.needs - {atom})
                yield action, schema._replace(needs=schema.needs - {atom}, forbids=schema.forbids | {atom})
            elif atom[0] == "=":
                yield action, schema._replace(needs=schema.needs - {atom})
        for atom in ordered(schema.forbids):
            if simulator.fact(atom, objects) & state and atom[0] != "=":
                yield action, schema._replace(forbids=schema.forbids - {atom})
                yield action, schema._replace(forbids=schema.forbids - {atom}, needs=schema.needs | {atom})
            elif atom[0] == "=":
                yield action, schema._replace(forbids=schema.forbids - {atom})
    yield from _made(simulator, model, steps, needs & ~state, number, true=True, knowledge=knowledge)
    yield from _made(simulator, model, steps, forbids & state, number, true=False, knowledge=knowledge)


def _disabling(
    knowledge: Knowledge, simulator: Simulator, model: Model, steps: Steps, states: Sequence[int], number: int
) -> Iterator[tuple[int, Schema]]:
    """Make a step impossible that can be taken: demand what does not hold, or make false what it demands."""
    action, objects = steps[number]
    schema, state = model[action], states[number]
    for atom in knowledge.frame.atoms[action]:
        holds = bool(simulator.fact(atom, objects) & state)
        if not holds and atom not in schema.needs and _always(knowledge, model, action, atom, true=True):
            yield action, schema._replace(needs=schema.needs | {atom}, forbids=schema.forbids - {atom})
        if holds and atom not in schema.forbids and _always(knowledge, model, action, atom, true=False):
            yield action, schema._replace(forbids=schema.forbids | {atom}, needs=schema.needs - {atom})
    needs, forbids, _, _ = simulator.ground(action, schema, objects)
    yield from _made(simulator, model, steps, needs, number, true=False, knowledge=knowledge)
    yield from _made(simulator, model, steps, forbids, number, true=True, knowledge=knowledge)


def _always(knowledge: Knowledge, model: Model, action: int, atom: Lifted, *, true: bool) -> bool:
    """Whether an atom is true (false) wherever a step of the action is known to be possible."""
    return all(
        bool(simulator.fact(atom, objects) & state) == true
        for simulator, state, objects in knowledge.occurrences(model, action)
    )


def _made(
    simulator: Simulator, model: Model, steps: Steps, mask: int, end: int, *, true: bool, knowledge: Knowledge
) -> Iterator[tuple[int, Schema]]:
    """Change an effect of a step before `end` so that some fact of a mask is true (false) there."""
    while mask:
        fact = mask & -mask
        mask ^= fact
        yield from _changed_effects(simulator, model, steps[:end], fact, true=true, knowledge=knowledge)


def _changed_effects(
    simulator: Simulator, model: Model, steps: Steps, fact: int, *, true: bool, knowledge: Knowledge
) -> Iterator[tuple[int, Schema]]:
    found = simulator.facts(fact)[0]
    if found.predicate not in knowledge.frame.domain.predicates:
        return
    for action, objects in reversed(steps):
        schema = model[action]
        _, _, adds, deletes = simulator.ground(action, schema, objects)
        sets = bool(fact & adds)
        clears = bool(fact & deletes) and not sets
        if (clears and true) or (sets and not true):
            # The last step that decides it: no effect of an earlier one counts.
            own = schema.deletes if clears else schema.adds
            for atom in (each for each in ordered(own) if simulator.fact(each, objects) == fact):
                without = own - {atom}
                if clears:
                    yield action, schema._replace(deletes=without)
                    yield action, schema._replace(deletes=without, adds=schema.adds | {atom})
                else:
                    yield action, schema._replace(adds=without)
                    yield action, schema._replace(adds=without, deletes=schema.deletes | {atom})
            return
        for atom in _lifted(found.predicate, found.arguments, objects, action, knowledge):
            if true:
                yield action, schema._replace(adds=schema.adds | {atom})
            else:
                yield action, schema._replace(deletes=schema.deletes | {atom})
        if sets or clears:
            return


def _lifted(
    predicate: str, arguments: tuple[str, ...], objects: tuple[str, ...], action: int, knowledge: Knowledge
) -> Iterator[Lifted]:
    """Return the atoms over an action's places that are this fact for these objects."""
    constants = knowledge.frame.domain.constants
    places: list[list[int | str]] = []
    for argument in arguments:
        fitting: list[int | str] = [place for place, each in enumerate(objects) if each == argument]
        if argument in constants:
            fitting.append(argument)
        places.append(fitting)
    for chosen in product(*places):
        atom = (predicate, *chosen)
        if knowledge.frame.fits(action, atom):
            yield atom
