"""Harbour: ships at sea and in the basin, and crates to be brought ashore or aboard."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark.generators.problem_text import problem_text, seeded

NAME = "harbour"


def generate(size: int, seed: int) -> str:
    """Return a problem with a ship for every two sizes and one more, fewer berths or as many, and one lock chamber.

    The first ship is at sea, and its crate has to come ashore. Every ship can come in, moor, and make room for others,
    and no ship is to carry more than one crate.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    ships = [f"ship-{number}" for number in range(1, size // 2 + 2)]
    berths = [f"berth-{number}" for number in range(1, (size + 1) // 2 + 1)]
    crates = [f"crate-{number}" for number in range(1, len(ships) + 1)]
    facts = [f"{random.choice(['low', 'high'])} chamber-1"]
    free = list(berths)
    in_chamber: str | None = None
    for place, ship in enumerate(ships):
        where = random.choice(["at-sea", "in-chamber", "in-basin", "moored"]) if place else "at-sea"
        if where == "in-chamber" and in_chamber is None:
            in_chamber = ship
            facts.append(f"in-chamber {ship} chamber-1")
        elif where == "moored" and free:
            facts.append(f"moored {ship} {free.pop()}")
        else:
            facts.append(f"{'at-sea' if where in ('at-sea', 'in-chamber') else 'in-basin'} {ship}")
    if in_chamber is None:
        facts.append("chamber-free chamber-1")
    facts += [f"berth-free {berth}" for berth in free]
    goals: list[str] = []
    takers = random.sample(ships, len(ships))
    for place, (ship, crate) in enumerate(zip(ships, crates, strict=True)):
        if place and random.random() < 0.5:
            facts += [f"ashore {crate}", f"hold-empty {ship}"]
        else:
            facts.append(f"aboard {crate} {ship}")
        goals.append(f"aboard {crate} {takers[place]}" if place and random.random() < 0.7 else f"ashore {crate}")
    objects = {"ship": ships, "chamber": ["chamber-1"], "berth": berths, "crate": crates}
    return problem_text(NAME, size, seed, objects, facts, goals)
