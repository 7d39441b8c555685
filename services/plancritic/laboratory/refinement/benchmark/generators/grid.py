"""Rectangular grids, and distances in graphs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)
#: Column and row, both from zero.
Place = tuple[int, int]

DIRECTIONS: Mapping[str, Place] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def places(columns: int, rows: int) -> list[Place]:
    """Return the places of a grid, row by row."""
    return [(column, row) for row in range(rows) for column in range(columns)]


def step(place: Place, direction: str) -> Place:
    """Return the place that follows in a direction."""
    right, down = DIRECTIONS[direction]
    return place[0] + right, place[1] + down


def neighbours(place: Place) -> list[Place]:
    """Return the places that share a side with a place, on whatever grid."""
    return [step(place, direction) for direction in DIRECTIONS]


def name(kind: str, place: Place) -> str:
    """Return the name of a place as an object."""
    return f"{kind}-{place[0]}-{place[1]}"


def adjacency(kind: str, grid: Iterable[Place]) -> list[str]:
    """Return the facts that tell which places of a grid share a side."""
    known = list(grid)
    inside = set(known)
    return [
        f"adjacent {name(kind, place)} {name(kind, other)}"
        for place in known
        for other in neighbours(place)
        if other in inside
    ]


def distances(start: Node, following: Callable[[Node], Iterable[Node]]) -> dict[Node, int]:
    """Return the fewest steps to everything that can be reached, the nearest first."""
    found = {start: 0}
    waiting = [start]
    for node in waiting:
        for each in following(node):
            if each not in found:
                found[each] = found[node] + 1
                waiting.append(each)
    return found
