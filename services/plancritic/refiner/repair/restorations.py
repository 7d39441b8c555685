"""Models that put back several literals at once: what a writer leaves out or turns round in one go.

A writer who forgets all conditions of an action, or a predicate in every action, makes one mistake, not one for each
literal. `plancritic.refiner.repair.plausibility` weighs these changes as one mistake too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice, permutations, product
from math import prod

from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.schemas import Frame, Lifted, Model, Schema, ordered
from plancritic.refiner.repair.simulation import Simulator

#: Ways to bring a forgotten predicate back that are tried: as an effect of one action that another one needs.
MOST_DYNAMICS = 80
#: Pairs of actions with the same missing condition that are tried.
MOST_COUPLES = 60


def restorations(knowledge: Knowledge, start: Model, model: Model) -> Iterator[Model]:
    """Give models that restore what the start may have left out, each once; some may not meet all cases."""
    always = [_always(knowledge, model, action) for action in range(len(model))]
    found = (
        *_conditions(start, model, always),
        *_loose(knowledge.frame, start, model, always),
        *_deletes(start, model),
        *_turned(knowledge.frame, start, model),
        *_forgotten(knowledge, start, model, always),
        *_coupled(model, always),
    )
    for each in dict.fromkeys(found):
        if each != model:
            yield each


def turned(schema: Schema, one: int, other: int, *, conditions: bool) -> Schema:
    """Return a schema with two parameters in each other's place, in all conditions or in all effects."""
    places = {one: other, other: one}

    def exchanged(atoms: frozenset[Lifted]) -> frozenset[Lifted]:
        return frozenset(
            (atom[0], *(places.get(each, each) if isinstance(each, int) else each for each in atom[1:]))
            for atom in atoms
        )

    needs, forbids, adds, deletes = schema
    if conditions:
        return Schema(exchanged(needs), exchanged(forbids), adds, deletes)
    return Schema(needs, forbids, exchanged(adds), exchanged(deletes))


def unused_predicates(frame: Frame, start: Model) -> frozenset[str]:
    """Return the declared predicates that stand in no action of a start."""
    used = {str(atom[0]) for schema in start for atoms in schema for atom in atoms}
    return frozenset(frame.domain.predicates) - used


def _always(knowledge: Knowledge, model: Model, action: int) -> frozenset[Lifted]:
    """Return the atoms that hold wherever a step of an action is known to be possible; none where there is no such."""
    found: set[Lifted] | None = None
    for simulator, state, objects in knowledge.occurrences(model, action):
        tried = knowledge.frame.atoms[action] if found is None else found
        found = {each for each in tried if simulator.fact(each, objects) & state}
    return frozenset(found or ())


def _conditions(start: Model, model: Model, always: list[frozenset[Lifted]]) -> Iterator[Model]:
    """Give actions without any condition those that always held: all, or those of predicates that others ask for."""
    bare = [
        action
        for action, schema in enumerate(start)
        if not (schema.needs or schema.forbids) and always[action] - model[action].needs
    ]
    asked = {atom[0] for schema in model for atom in schema.needs}
    for actions in (bare, *([each] for each in bare if len(bare) > 1)):
        every = {action: _needing(model[action], always[action]) for action in actions}
        if every:
            yield _with(model, every)
            yield _with(
                model,
                {
                    action: _needing(
                        model[action],
                        (each for each in always[action] if each[0] in asked or each in model[action].deletes),
                    )
                    for action in actions
                },
            )


def _needing(schema: Schema, atoms: Iterable[Lifted]) -> Schema:
    return schema._replace(needs=schema.needs | (frozenset(atoms) - schema.forbids))


def _loose(frame: Frame, start: Model, model: Model, always: list[frozenset[Lifted]]) -> Iterator[Model]:
    """Give parameters that stand in no literal of the start the conditions that always held of them."""
    for action, each in enumerate(frame.domain.actions.values()):
        bound = {place for atoms in start[action] for atom in atoms for place in atom[1:]}
        for place in range(len(each.parameters)):
            atoms = [atom for atom in always[action] if place in atom[1:]]
            if place not in bound and atoms:
                yield _with(model, {action: _needing(model[action], atoms)})


def _deletes(start: Model, model: Model) -> Iterator[Model]:
    """Have actions that make nothing false make false what they need and what some action changes."""
    changing = {atom[0] for schema in model for atom in schema.adds | schema.deletes}
    silent = [action for action, schema in enumerate(start) if not schema.deletes]
    for action in silent:
        schema = model[action]
        used = frozenset(each for each in schema.needs if each[0] in changing) - schema.adds
        # What it makes true itself, of other objects, is what it most likely moves on.
        moved = frozenset(each for each in used if each[0] in {atom[0] for atom in schema.adds})
        for atoms in (used, moved, used - moved):
            if atoms:
                yield _with(model, {action: schema._replace(deletes=schema.deletes | atoms)})


def _turned(frame: Frame, start: Model, model: Model) -> Iterator[Model]:
    """Exchange two parameters of the same type in all conditions, in all effects, or in one literal."""
    for action, domain_action in enumerate(frame.domain.actions.values()):
        parameters = domain_action.parameters
        for one, other in combinations(range(len(parameters)), 2):
            if parameters[one].types == parameters[other].types:
                for conditions in (True, False):
                    yield _with(model, {action: turned(model[action], one, other, conditions=conditions)})
        for field, atoms in enumerate(model[action]):
            for atom in ordered(atoms & start[action][field]):
                for place, next_place in combinations(range(1, len(atom)), 2):
                    arguments = list(atom)
                    arguments[place], arguments[next_place] = arguments[next_place], arguments[place]
                    changed = tuple(arguments)
                    if changed != atom and frame.fits(action, changed):
                        parts = [*model[action]]
                        parts[field] = atoms - {atom} | {changed}
                        yield _with(model, {action: Schema(*parts)})


def _forgotten(knowledge: Knowledge, start: Model, model: Model, always: list[frozenset[Lifted]]) -> Iterator[Model]:
    """Bring predicates back that no action of the start has."""
    frame = knowledge.frame
    for predicate in sorted(unused_predicates(frame, start)):
        for other, places in _complements(knowledge, predicate):
            mirrored = _mirrored(frame, model, predicate, other, places)
            yield mirrored
            then = [_always(knowledge, mirrored, action) for action in range(len(model))]
            yield tuple(
                _needing(schema, (each for each in then[action] if each[0] == predicate))
                for action, schema in enumerate(mirrored)
            )
        held = {
            action: frozenset(each for each in atoms if each[0] == predicate) - model[action].forbids
            for action, atoms in enumerate(always)
        }
        held = {action: atoms for action, atoms in held.items() if atoms - model[action].needs}
        if held:
            yield _with(model, {action: _needing(model[action], atoms) for action, atoms in held.items()})
            for action, atoms in held.items():
                yield _with(model, {action: _needing(model[action], atoms)})
        yield from islice(_dynamics(frame, model, predicate), MOST_DYNAMICS)


def _complements(knowledge: Knowledge, predicate: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Give predicates that are the opposite of one, with the places of its arguments in theirs.

    In every initial state, of all objects that fit, one holds exactly where no fact of the other has these objects.
    """
    declared = knowledge.frame.domain.predicates
    for other, parameters in declared.items():
        if other == predicate or len(parameters) < len(declared[predicate]):
            continue
        for places in permutations(range(len(parameters)), len(declared[predicate])):
            if all(_is_opposite(simulator, predicate, other, places) for simulator in knowledge.simulators):
                yield other, places


def _is_opposite(simulator: Simulator, predicate: str, other: str, places: tuple[int, ...]) -> bool:
    problem = simulator.problem
    own = {each.arguments for each in problem.facts if each.predicate == predicate}
    opposite = {tuple(each.arguments[place] for place in places) for each in problem.facts if each.predicate == other}
    objects = [problem.objects_of(*each.types) for each in problem.domain.predicates[predicate]]
    return bool(own and opposite) and not own & opposite and len(own | opposite) == prod(map(len, objects))


def _mirrored(frame: Frame, model: Model, predicate: str, other: str, places: tuple[int, ...]) -> Model:
    """Return the model in which a predicate becomes true and false where its opposite becomes false and true."""

    def opposites(action: int, atoms: frozenset[Lifted]) -> frozenset[Lifted]:
        found = ((predicate, *(each[place + 1] for place in places)) for each in atoms if each[0] == other)
        return frozenset(each for each in found if frame.fits(action, each))

    return tuple(
        schema._replace(
            adds=schema.adds | (opposites(action, schema.deletes) - opposites(action, schema.adds)),
            deletes=schema.deletes | (opposites(action, schema.adds) - opposites(action, schema.deletes)),
        )
        for action, schema in enumerate(model)
    )


def _dynamics(frame: Frame, model: Model, predicate: str) -> Iterator[Model]:
    """Have one action make a fact true that another one needs and uses up, or needs."""
    places = [(action, atom) for action in range(len(model)) for atom in frame.atoms[action] if atom[0] == predicate]
    for uses_up in (True, False):
        for (giver, given), (taker, taken) in product(places, places):
            if giver == taker:
                continue
            schema = model[taker]
            deletes = schema.deletes | {taken} if uses_up else schema.deletes
            yield _with(
                model,
                {
                    giver: model[giver]._replace(adds=model[giver].adds | {given}),
                    taker: schema._replace(needs=schema.needs | {taken}, deletes=deletes),
                },
            )


def _coupled(model: Model, always: list[frozenset[Lifted]]) -> Iterator[Model]:
    """Add a condition of the same predicate to two actions."""

    def couples() -> Iterator[Model]:
        for one, other in combinations(range(len(model)), 2):
            for first, second in product(
                ordered(always[one] - model[one].needs), ordered(always[other] - model[other].needs)
            ):
                if first[0] == second[0]:
                    yield _with(model, {one: _needing(model[one], (first,)), other: _needing(model[other], (second,))})

    return islice(couples(), MOST_COUPLES)


def _with(model: Model, changed: dict[int, Schema]) -> Model:
    return tuple(changed.get(action, schema) for action, schema in enumerate(model))
