"""Pacman-72: a maze to be cleared of food."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark.generators.maze import corridors, distances_from, node, random_maze
from plancritic.laboratory.refinement.benchmark.generators.problem_text import FEWEST_STEPS, problem_text, seeded

NAME = "pacman-72"


def generate(size: int, seed: int) -> str:
    """Return a problem with two eaters, `size` + 3 nodes, food on one and one more for every two sizes.

    Some food is two moves away from both eaters, and has to be eaten there: three steps. The eater that is nearest to a
    node has a free way to it, whatever happened before, so that all food can be eaten.

    Raises:
        ContractError: The size is out of range.
    """
    random = seeded(NAME, size, seed)
    nodes = list(range(size + 3))
    while True:
        maze = random_maze(len(nodes), random)
        eaters = sorted(random.sample(nodes, 2))
        reached = [distances_from(eater, maze) for eater in eaters]
        far = [each for each in nodes if min(steps[each] for steps in reached) + 1 >= FEWEST_STEPS]
        if far:
            break
    food = {random.choice(far), *random.sample(nodes, size // 2)}
    facts = [f"{'at' if each in eaters else 'not-at'} {node(each)}" for each in nodes]
    facts += [*corridors(maze), *(f"{'food' if each in food else 'no-food'} {node(each)}" for each in nodes)]
    goals = [f"no-food {node(each)}" for each in sorted(food)]
    return problem_text(NAME, size, seed, {"node": [node(each) for each in nodes]}, facts, goals)
