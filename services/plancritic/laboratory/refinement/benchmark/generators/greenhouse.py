"""Greenhouse: plants on benches, and baskets to be filled with their fruit."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark.generators.problem_text import problem_text, seeded

NAME = "greenhouse"


def generate(size: int, seed: int) -> str:
    """Return a problem with a plant for every two sizes and one more, a basket for each, and two benches or more.

    The benches are connected, one has a tap and one is sunny. Any plant can be carried to the sun and made ripe
    as often as needed. The first plant is dry and not ripe: to water, feed and pick are three steps.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    plants = [f"plant-{number}" for number in range(1, size // 2 + 2)]
    benches = [f"bench-{number}" for number in range(1, (size + 1) // 2 + 2)]
    baskets = [f"basket-{number}" for number in range(1, len(plants) + 1)]
    facts: list[str] = []
    for place, bench in enumerate(benches[1:], 1):
        other = benches[random.randrange(max(0, place - 2), place)]
        facts += [f"path {bench} {other}", f"path {other} {bench}"]
    facts.append(f"gardener-at {random.choice(benches)}")
    facts.append(f"tap-at {random.choice(benches)}")
    facts.append(f"sunny {random.choice(benches)}")
    carried = random.random() < 0.3
    facts.append(f"carried {plants[0]}" if carried else "hands-free")
    for plant in plants[1 if carried else 0 :]:
        facts.append(f"stands-on {plant} {random.choice(benches)}")
    for plant in plants[1:]:
        facts += [f"{state} {plant}" for state in random.choice([[], ["moist"], ["ripe"]])]
    if random.random() < 0.3:
        facts.append("can-full")
    objects = {"plant": plants, "bench": benches, "basket": baskets}
    return problem_text(NAME, size, seed, objects, facts, [f"full {basket}" for basket in baskets])
