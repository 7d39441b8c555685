"""Hiking: a map of flat ground, hills and water, and a place to get to with dry feet."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark.generators.grid import (
    Place,
    adjacency,
    distances,
    name,
    neighbours,
    places,
)
from plancritic.laboratory.refinement.benchmark.generators.problem_text import FEWEST_STEPS, problem_text, seeded

NAME = "hiking"
_HIKER = "hiker"
_ROWS = 3
#: What a place may be, and how often of ten.
_KINDS = {"flat": 4, "hill": 3, "water": 3}


def generate(size: int, seed: int) -> str:
    """Return a problem on a map of three rows and `size` + 1 columns.

    The goal is a dry place at three steps or more from the start; a search that never leaves water reached it.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    grid = places(size + 1, _ROWS)
    while True:
        kinds = dict(zip(grid, random.choices(list(_KINDS), list(_KINDS.values()), k=len(grid)), strict=True))
        dry = {place for place in grid if kinds[place] != "water"}
        start = random.choice(grid)
        far = [place for place, steps in _walks(start, dry).items() if steps >= FEWEST_STEPS]
        if start in dry and far:
            break
    goal = random.choice(far)
    facts = [f"at {_HIKER} {_place(start)}", *adjacency("place", grid)]
    for place in grid:
        # Water is flat ground under water: a hiker can get into it.
        facts.append(f"{'hill' if kinds[place] == 'hill' else 'flat'} {_place(place)}")
        if place in dry:
            facts.append(f"dry {_place(place)}")
    objects = {"hiker": [_HIKER], "place": [_place(place) for place in grid]}
    return problem_text(NAME, size, seed, objects, facts, [f"at {_HIKER} {_place(goal)}"])


def _walks(start: Place, dry: set[Place]) -> dict[Place, int]:
    """The fewest steps to every place that can be reached with dry feet."""

    def following(place: Place) -> list[Place]:
        return [each for each in neighbours(place) if each in dry]

    return distances(start, following)


def _place(place: Place) -> str:
    return name("place", place)
