"""The true domain with so many random faults, each of which shows on the evaluation problems."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from plancritic.laboratory.refinement.benchmark.reference import Reference
from plancritic.pddl.faults import FaultKind, FaultPlace, FaultySchema, StructuralKind, additions, faulty_schemas
from plancritic.pddl.language import Atom, Domain, Not, SchemaEditError, with_action
from plancritic.refiner.equivalence.plan_sets import PlanSets

#: As many faults as a start may have.
MOST_FAULTS = 6
#: `swap` exchanges a precondition and an effect; the others are of a precondition or of an effect.
START_KINDS: tuple[FaultKind, ...] = ("swap", "negation", "removal", "addition")
#: Draws of a fault before the others are drawn anew too, and draws of a whole start.
_DRAWS, _STARTS = 200, 50

_Pool = Mapping[FaultKind, Mapping[FaultPlace, Sequence[FaultySchema]]]


class NoStartError(RuntimeError):
    """No faults were found that show, so that there is no such start."""


@dataclass(frozen=True, slots=True)
class StartFault:
    """One fault of a start; `detail` says in words what was done to the action."""

    action: str
    kind: FaultKind | StructuralKind
    place: FaultPlace
    detail: str


@dataclass(frozen=True, slots=True)
class FaultyStart:
    """A domain (PDDL) to refine, and the faults that were put into the true one; HDE of it is below 1."""

    benchmark: str
    seed: int
    faults: tuple[StartFault, ...]
    text: str


async def draw_start(reference: Reference, faults: int, seed: int, plan_sets: PlanSets) -> FaultyStart:
    """Return the true domain with so many faults, drawn by the seed.

    No two faults are about the same atom of an action. Each one by itself changes plans of the evaluation problems, and
    so do all together; what does not is drawn again.

    Raises:
        ValueError: fewer than one fault or more than `MOST_FAULTS` are asked for.
        NoStartError: nothing fitting was drawn, often enough.
    """
    if not 1 <= faults <= MOST_FAULTS:
        raise ValueError(f"a start has 1 to {MOST_FAULTS} faults, not {faults}")
    name = reference.benchmark.name
    chance = random.Random(f"{name}/{faults}/{seed}")
    pool = _pool(reference.domain)
    for _ in range(_STARTS):
        drawn = await _drawn(reference, pool, faults, chance, plan_sets)
        if drawn is None:
            continue
        domain, chosen = drawn
        if await reference.differs(domain, plan_sets):
            told = tuple(StartFault(each.schema.name, each.kind, each.place, each.detail) for each in chosen)
            return FaultyStart(name, seed, told, domain.text)
    raise NoStartError(f"{name}: no start with {faults} faults that show was drawn by seed {seed}")


async def _drawn(
    reference: Reference, pool: _Pool, faults: int, chance: random.Random, plan_sets: PlanSets
) -> tuple[Domain, list[FaultySchema]] | None:
    domain, chosen = reference.domain, list[FaultySchema]()
    touched: set[tuple[str, Atom]] = set()
    for _ in range(_DRAWS):
        if len(chosen) == faults:
            return domain, chosen
        by_place = pool[chance.choice([kind for kind in START_KINDS if pool[kind]])]
        fault = chance.choice(by_place[chance.choice(list(by_place))])
        name = fault.schema.name
        atoms = {(name, each) for each in _atoms(fault)}
        if not atoms.isdisjoint(touched):
            continue
        try:
            changed = with_action(domain, fault.in_schema(domain.actions[name]))
        except SchemaEditError:
            continue
        if await reference.differs(with_action(reference.domain, fault.schema), plan_sets):
            domain = changed
            chosen.append(fault)
            touched |= atoms
    return (domain, chosen) if len(chosen) == faults else None


def _pool(domain: Domain) -> _Pool:
    pool: dict[FaultKind, dict[FaultPlace, list[FaultySchema]]] = {kind: {} for kind in START_KINDS}
    for action in domain.actions.values():
        for fault in (*faulty_schemas(action, domain), *additions(action, domain)):
            if fault.kind in pool:
                pool[fault.kind].setdefault(fault.place, []).append(fault)
    return pool


def _atoms(fault: FaultySchema) -> Iterator[Atom]:
    for literal in fault.literals:
        atom = literal.condition if isinstance(literal, Not) else literal
        assert isinstance(atom, Atom)
        yield atom
