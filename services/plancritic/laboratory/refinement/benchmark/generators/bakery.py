"""Bakery: loaves at several stages, all to be baked."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark.generators.problem_text import problem_text, seeded

NAME = "bakery"


def generate(size: int, seed: int) -> str:
    """Return a problem with a loaf for every two sizes and one more, and with fewer tables than loaves, or as many.

    The first loaf is not kneaded yet, and there are logs for all: each loaf can be baked after the other.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    loaves = [f"loaf-{number}" for number in range(1, size // 2 + 2)]
    tables = [f"table-{number}" for number in range(1, (size + 1) // 2 + 1)]
    logs = [f"log-{number}" for number in range(1, len(loaves) + 1 + random.randint(0, 1))]
    facts = ["oven-empty oven-1", *(f"stacked {log}" for log in logs)]
    if random.random() < 0.3:
        facts.append("hot oven-1")
    free = list(tables)
    for place, loaf in enumerate(loaves):
        if place and free and random.random() < 0.4:
            facts.append(f"dough-on {loaf} {free.pop()}")
            if random.random() < 0.5:
                facts.append(f"risen {loaf}")
        else:
            facts.append(f"weighed {loaf}")
    facts += [f"{random.choice(['clean', 'floury'])} {table}" for table in free]
    objects = {"loaf": loaves, "table": tables, "oven": ["oven-1"], "log": logs}
    return problem_text(NAME, size, seed, objects, facts, [f"baked {loaf}" for loaf in loaves])
