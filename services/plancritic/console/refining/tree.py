"""The tree of a refinement's candidates, laid out to be drawn: the start at the left, what was made of it beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.contracts.refinement.messages import (
    DomainRefined,
    RefinementProgressed,
    SearchedCandidate,
    candidate_id,
)

#: Distances between nodes, and the room around them, in the units of the SVG.
ACROSS, DOWN, MARGIN = 96.0, 30.0, 20.0


@dataclass(frozen=True)
class Node:
    """A candidate: its number by the order in which it was told, its place, and that of what it was made of.

    `parent` is the number of that candidate, None of the start. `equivalence` is its HDE, where it was the best one at
    some time and there is a reference.
    """

    number: int
    across: float
    down: float
    parent: int | None
    edge: str
    edits: tuple[str, ...]
    more_edits: int
    unsettled: int | None
    fault: str | None
    equivalence: float | None
    is_best: bool

    @property
    def title(self) -> str:
        """Return the candidate in words."""
        parts = [f"Candidate {self.number}"]
        if self.is_best:
            parts.append("the best")
        if self.fault is not None:
            parts.append(f"cannot be judged: {self.fault}")
        elif self.unsettled is not None:
            parts.append("1 complaint" if self.unsettled == 1 else f"{self.unsettled} complaints")
        return ", ".join((*parts, *self.edits))


@dataclass(frozen=True)
class Tree:
    """All nodes with the size of their picture."""

    nodes: tuple[Node, ...]
    width: float
    height: float
    label: str


def tree(progress: Sequence[RefinementProgressed], end: DomainRefined | None = None) -> Tree | None:
    """Return the tree of the candidates told so far; None where there are none.

    At the end of a run the best candidate is the one that the run took: its search may have reasons beyond complaints.
    """
    known: dict[str, SearchedCandidate] = {}
    measured: dict[str, float] = {}
    for event in progress:
        known |= {each.candidate: each for each in event.candidates}
        if event.best is not None and event.equivalence is not None:
            measured[event.best] = event.equivalence
    if not known:
        return None
    best = progress[-1].best
    if end is not None:
        best = end.candidate or candidate_id(end.domain)
        if end.equivalence is not None:
            measured[best] = end.equivalence
    places = _places(known)
    numbers = {name: number for number, name in enumerate(known, 1)}
    nodes = tuple(
        Node(
            number=numbers[name],
            across=places[name][0],
            down=places[name][1],
            # The parent of a candidate beyond those that are told is not known.
            parent=numbers.get(each.parent or ""),
            edge=_edge(places.get(each.parent or ""), places[name]),
            edits=each.edits,
            more_edits=each.edit_count - len(each.edits),
            unsettled=each.unsettled,
            fault=each.fault,
            equivalence=measured.get(name),
            is_best=name == best,
        )
        for name, each in known.items()
    )
    width = MARGIN + max(each.across for each in nodes)
    height = MARGIN + max(each.down for each in nodes)
    counted = "1 candidate" if len(nodes) == 1 else f"{len(nodes)} candidates"
    found = next((f"; the best is candidate {each.number}" for each in nodes if each.is_best), "")
    return Tree(nodes, width, height, f"Tree of {counted}{found}")


def _places(known: dict[str, SearchedCandidate]) -> dict[str, tuple[float, float]]:
    """Each leaf has a row of its own; what has children stands in the row of the first one."""
    children: dict[str | None, list[str]] = {}
    for name, each in known.items():
        children.setdefault(each.parent if each.parent in known else None, []).append(name)
    places: dict[str, tuple[float, float]] = {}
    row = 0
    waiting = [(name, 0) for name in reversed(children.get(None, []))]
    while waiting:
        name, depth = waiting.pop()
        places[name] = (MARGIN + ACROSS * depth, MARGIN + DOWN * row)
        below = children.get(name, [])
        row += not below
        waiting += [(each, depth + 1) for each in reversed(below)]
    return places


def _edge(parent: tuple[float, float] | None, child: tuple[float, float]) -> str:
    if parent is None:
        return ""
    middle = (parent[0] + child[0]) / 2
    return f"M{parent[0]:g} {parent[1]:g} C{middle:g} {parent[1]:g} {middle:g} {child[1]:g} {child[0]:g} {child[1]:g}"
