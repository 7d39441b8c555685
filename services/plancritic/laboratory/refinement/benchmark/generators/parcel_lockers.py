"""Parcel lockers: parcels in the van and in lockers, all to be collected."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark.generators.problem_text import problem_text, seeded

NAME = "parcel-lockers"


def generate(size: int, seed: int) -> str:
    """Return a problem with a parcel for every two sizes and one more, fewer lockers or as many, and two customers.

    Each parcel fits the first locker, which is emptied when its parcel is collected; the first parcel is in the van.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    parcels = [f"parcel-{number}" for number in range(1, size // 2 + 2)]
    lockers = [f"locker-{number}" for number in range(1, (size + 1) // 2 + 1)]
    customers = ["customer-1", "customer-2"]
    facts = ["hand-free"]
    ajar = random.choice(lockers) if random.random() < 0.3 else None
    facts.append("all-shut" if ajar is None else f"open {ajar}")
    vacant = list(lockers)
    for place, parcel in enumerate(parcels):
        fitting = [lockers[0], *(each for each in lockers[1:] if random.random() < 0.5)]
        facts += [f"fits {parcel} {each}" for each in fitting]
        owner = random.choice(customers)
        facts.append(f"addressed {parcel} {owner}")
        waiting = [each for each in vacant if each in fitting]
        if place and waiting and random.random() < 0.5:
            locker = random.choice(waiting)
            vacant.remove(locker)
            facts.append(f"inside {parcel} {locker}")
            if random.random() < 0.5:
                facts.append(f"has-code {owner} {parcel}")
        else:
            facts.append(f"in-van {parcel}")
    facts += [f"vacant {each}" for each in vacant]
    objects = {"parcel": parcels, "locker": lockers, "customer": customers}
    return problem_text(NAME, size, seed, objects, facts, [f"collected {parcel}" for parcel in parcels])
