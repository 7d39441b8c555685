"""Bloxorz: a block to be tipped to a tile, on a floor with holes."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark.generators.grid import DIRECTIONS, Place, distances, name, places, step
from plancritic.laboratory.refinement.benchmark.generators.problem_text import FEWEST_STEPS, problem_text, seeded

NAME = "bloxorz"
_BLOCK = "block"
_ROWS = 3
#: The tiles under the block: one while it stands, two while it lies.
Stance = frozenset[Place]


def generate(size: int, seed: int) -> str:
    """Return a problem on a floor of three rows and `size` + 2 columns, with up to `size` holes.

    The goal is to stand on a tile that a search over all stances reached in three tips or more.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    grid = places(size + 2, _ROWS)
    while True:
        holes = set(random.sample(grid, random.randint(0, size)))
        tiles = [place for place in grid if place not in holes]
        start = random.choice(tiles)
        reached = _reached(start, frozenset(tiles))
        standing = [stance for stance, steps in reached.items() if len(stance) == 1 and steps >= FEWEST_STEPS]
        if standing:
            break
    (goal,) = random.choice(standing)
    inside = set(tiles)
    facts = [f"standing-on {_BLOCK} {_tile(start)}"]
    facts += [
        f"adjacent {_tile(tile)} {_tile(step(tile, direction))} {direction}"
        for tile in tiles
        for direction in DIRECTIONS
        if step(tile, direction) in inside
    ]
    for pair in (("north", "south"), ("east", "west")):
        facts += [f"perpendicular {first} {other}" for first in pair for other in DIRECTIONS if other not in pair]
    objects = {"block": [_BLOCK], "tile": [_tile(tile) for tile in tiles], "direction": list(DIRECTIONS)}
    return problem_text(NAME, size, seed, objects, facts, [f"standing-on {_BLOCK} {_tile(goal)}"])


def tips(stance: Stance, floor: frozenset[Place]) -> list[Stance]:
    """Return the stances that one tip leads to, those that stick out over the floor left out."""
    following: list[Stance] = []
    for direction in DIRECTIONS:
        ahead = [step(place, direction) for place in sorted(stance)]
        if len(stance) == 1:
            landing = frozenset({ahead[0], step(ahead[0], direction)})
        elif set(ahead) & stance:
            landing = frozenset(ahead) - stance
        else:
            landing = frozenset(ahead)
        if landing <= floor:
            following.append(landing)
    return following


def _reached(start: Place, floor: frozenset[Place]) -> dict[Stance, int]:
    """The fewest tips to every stance that can be reached from standing on a tile."""

    def following(stance: Stance) -> list[Stance]:
        return tips(stance, floor)

    return distances(frozenset({start}), following)


def _tile(place: Place) -> str:
    return name("tile", place)
