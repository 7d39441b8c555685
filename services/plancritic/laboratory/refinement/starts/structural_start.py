"""The true domain with one larger fault, which shows on the evaluation problems."""

from __future__ import annotations

import random

from plancritic.laboratory.refinement.benchmark.reference import Reference
from plancritic.laboratory.refinement.starts.faulty_start import FaultyStart, NoStartError, StartFault
from plancritic.pddl.faults import StructuralFault, StructuralKind, structural_faults
from plancritic.pddl.language import PddlError
from plancritic.refiner.equivalence.canonical import canonical_domain
from plancritic.refiner.equivalence.plan_sets import PlanSets


async def structural_start(
    reference: Reference, kind: StructuralKind, number: int, seed: int, plan_sets: PlanSets
) -> FaultyStart:
    """Return the start of a number (from one) among all with a fault of a kind that shows, in the order of the seed.

    Another number is another start. Variants of a kind take turns, so that those with many faults do not crowd others
    out.

    Raises:
        NoStartError: fewer faults of the kind show in this domain.
    """
    name = reference.benchmark.name
    shown = 0
    for fault in _shuffled(structural_faults(reference.domain, kind), random.Random(f"{name}/{kind}/{seed}")):
        try:
            domain = canonical_domain(fault.domain)
            differs = await reference.differs(domain, plan_sets)
        except PddlError:
            continue  # an evaluation problem does not fit it: it could not be measured
        shown += differs
        if differs and shown == number:
            return FaultyStart(name, seed, (StartFault(fault.action, kind, "both", fault.detail),), domain.text)
    raise NoStartError(f"{name}: {shown} starts of the kind {kind} show, there is no start {number}")


def _shuffled(faults: tuple[StructuralFault, ...], chance: random.Random) -> list[StructuralFault]:
    """Return faults in random order, one of each variant in turn, no domain twice."""
    variants: dict[str, dict[str, StructuralFault]] = {}
    for each in faults:
        variants.setdefault(each.variant, {}).setdefault(each.domain.text, each)
    shuffled = [chance.sample(list(each.values()), len(each)) for each in variants.values()]
    chance.shuffle(shuffled)
    places = sorted((place, turn) for turn, each in enumerate(shuffled) for place in range(len(each)))
    return [shuffled[turn][place] for place, turn in places]
