"""Flow: colours whose ends are to be joined by paths that fill a grid."""

from __future__ import annotations

from random import Random

from plancritic.laboratory.refinement.benchmark.generators.grid import Place, adjacency, name, neighbours, places
from plancritic.laboratory.refinement.benchmark.generators.problem_text import problem_text, seeded

NAME = "flow"
_ROWS = 3
#: Two ends and a cell between them.
_SHORTEST_PATH = 3
_COLOURS = ("red", "blue", "green", "yellow", "orange", "cyan", "pink", "brown")
#: How often the one path through the whole grid is changed before it is cut.
_CHANGES_PER_CELL = 10


def generate(size: int, seed: int) -> str:
    """Return a problem on a grid of three rows and `size` + 1 columns.

    One random path through all cells is cut into paths of three cells or more: they are the solution.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    grid = places(size + 1, _ROWS)
    paths = _cut(_whole_path(grid, random), random)
    colours = list(_COLOURS[: len(paths)])
    ends = {cell for path in paths for cell in (path[0], path[-1])}
    inner = [cell for cell in grid if cell not in ends]
    facts = adjacency("cell", grid)
    for colour, path in zip(colours, paths, strict=True):
        facts += [f"path-end {colour} {_cell(cell)}" for cell in (path[0], path[-1])]
    facts += [*(f"free {_cell(cell)}" for cell in inner), "pen-up"]
    goals = [*(f"joined {colour}" for colour in colours), *(f"filled {_cell(cell)}" for cell in inner)]
    objects = {"cell": [_cell(cell) for cell in grid], "colour": colours}
    return problem_text(NAME, size, seed, objects, facts, goals)


def _whole_path(grid: list[Place], random: Random) -> list[Place]:
    """A random path through all cells: row by row there and back, then bent at its ends again and again."""
    inside = set(grid)
    path = sorted(grid, key=lambda cell: (cell[1], cell[0] if cell[1] % 2 == 0 else -cell[0]))
    for _ in range(_CHANGES_PER_CELL * len(grid)):
        if random.random() < 0.5:
            path.reverse()
        # The end gets joined to a neighbour in the path, and the path is opened behind that neighbour.
        chosen = random.choice([cell for cell in neighbours(path[-1]) if cell in inside])
        place = path.index(chosen)
        path[place + 1 :] = reversed(path[place + 1 :])
    return path


def _cut(path: list[Place], random: Random) -> list[list[Place]]:
    """The path in random pieces of at least three cells, as many as there are colours at most."""
    most = min(len(path) // _SHORTEST_PATH, len(_COLOURS))
    pieces = random.randint(min(2, most), most)
    spare = len(path) - pieces * _SHORTEST_PATH
    lengths = [_SHORTEST_PATH] * pieces
    for _ in range(spare):
        lengths[random.randrange(pieces)] += 1
    cut = []
    for length in lengths:
        cut.append(path[:length])
        path = path[length:]
    return cut


def _cell(place: Place) -> str:
    return name("cell", place)
