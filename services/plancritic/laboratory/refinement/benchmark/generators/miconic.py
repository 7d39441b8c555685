"""Miconic: passengers who wait at one floor and want to go to another."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark.generators.problem_text import problem_text, seeded

NAME = "miconic"


def generate(size: int, seed: int) -> str:
    """Return a problem with `size` + 1 floors and a passenger for every two sizes.

    The lift reaches every floor, so that each passenger can be served: board, ride and depart are three steps.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    floors = [f"floor-{number}" for number in range(1, size + 2)]
    passengers = [f"passenger-{number}" for number in range(1, (size + 1) // 2 + 1)]
    facts = [f"above {lower} {higher}" for place, lower in enumerate(floors) for higher in floors[place + 1 :]]
    facts.append(f"lift-at {random.choice(floors)}")
    for passenger in passengers:
        origin, destination = random.sample(floors, 2)
        facts += [f"origin {passenger} {origin}", f"destination {passenger} {destination}"]
        facts += [f"not-boarded {passenger}", f"not-served {passenger}"]
    # Nobody may be left in the lift: only so it shows whether those who depart are out of it.
    goals = [f"{wanted} {passenger}" for passenger in passengers for wanted in ("served", "not-boarded")]
    return problem_text(NAME, size, seed, {"floor": floors, "passenger": passengers}, facts, goals)
