"""Pacman-63: food to be eaten in a maze with ghosts, where nothing is ever undone."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark.generators.maze import (
    connect,
    corridors,
    distances_from,
    node,
    random_maze,
)
from plancritic.laboratory.refinement.benchmark.generators.problem_text import FEWEST_STEPS, problem_text, seeded

NAME = "pacman-63"


def generate(size: int, seed: int) -> str:
    """Return a problem with `size` + 3 safe nodes and a node with a ghost for every two sizes.

    All safe nodes are connected, and all food on them is to be eaten, some of it three steps away or more.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    safe = list(range(size + 3))
    ghosts = [len(safe) + number for number in range((size + 1) // 2)]
    while True:
        maze = random_maze(len(safe), random)
        start = random.choice(safe)
        far = [each for each, steps in distances_from(start, maze).items() if steps >= FEWEST_STEPS]
        if far:
            break
    wanted = {random.choice(far), *random.sample([each for each in safe if each != start], 1 + size // 2)}
    for ghost in ghosts:
        for neighbour in random.sample(safe, 2):
            connect(maze, ghost, neighbour)
    tempting = [ghost for ghost in ghosts if random.random() < 0.5]
    food = wanted.union(tempting)
    facts = [f"at {node(start)}", *corridors(maze)]
    facts += [f"safe {node(each)}" for each in safe]
    facts += [f"{'food' if each in food else 'no-food'} {node(each)}" for each in sorted(maze)]
    goals = [f"eaten {node(each)}" for each in sorted(wanted)]
    return problem_text(NAME, size, seed, {"node": [node(each) for each in sorted(maze)]}, facts, goals)
