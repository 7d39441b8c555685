"""Mazes of numbered nodes, connected both ways."""

from __future__ import annotations

from random import Random

from plancritic.laboratory.refinement.benchmark.generators.grid import distances

#: The connected nodes of each node, from zero.
Maze = dict[int, list[int]]


def random_maze(nodes: int, random: Random) -> Maze:
    """Return a tree over the nodes whose branches are long rather than many."""
    maze: Maze = {0: []}
    for node in range(1, nodes):
        connect(maze, random.randrange(max(0, node - 2), node), node)
    return maze


def connect(maze: Maze, one: int, other: int) -> None:
    """Connect two nodes where they are not connected yet."""
    if other not in maze.setdefault(one, []):
        maze[one].append(other)
    if one not in maze.setdefault(other, []):
        maze[other].append(one)


def distances_from(start: int, maze: Maze) -> dict[int, int]:
    """Return the fewest moves from a node to every node that can be reached."""

    def following(each: int) -> list[int]:
        return maze[each]

    return distances(start, following)


def corridors(maze: Maze) -> list[str]:
    """Return the facts that tell which nodes are connected."""
    return [f"connected {node(one)} {node(other)}" for one in sorted(maze) for other in sorted(maze[one])]


def node(number: int) -> str:
    """Return the name of a node as an object."""
    return f"node-{number}"
