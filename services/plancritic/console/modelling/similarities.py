"""The candidates of each action by how similar they are to its description, with the filter's threshold, as points."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.contracts.modelling.messages import SchemaLibrary

#: Size of a chart, in the units of its SVG.
WIDTH, HEIGHT = 300.0, 26.0


@dataclass(frozen=True)
class Point:
    """A candidate: its place, whether the filter kept it, and what is told of it."""

    x: float
    kept: bool
    title: str


@dataclass(frozen=True)
class ActionChart:
    """The candidates of an action; `threshold` is the place of the filter's, None where nothing was filtered."""

    action: str
    points: tuple[Point, ...]
    threshold: float | None
    kept: int


def similarities(library: SchemaLibrary, threshold: float | None) -> list[ActionChart]:
    """Return a chart for each action, in the order of the library."""
    actions = dict.fromkeys(each.action for each in library.candidates)
    found = []
    for action in actions:
        own = [each for each in library.candidates if each.action == action]
        points = tuple(
            Point(
                x=_place(each.similarity),
                kept=each.kept,
                title=f"{', '.join(each.instances)}: "
                + (f"{each.similarity:.3f}" if each.similarity is not None else "not compared")
                + ("" if each.kept else ", left out"),
            )
            for each in own
        )
        place = None if threshold is None else _place(threshold)
        found.append(ActionChart(action, points, place, sum(each.kept for each in own)))
    return found


def _place(similarity: float | None) -> float:
    return round(WIDTH * min(1.0, max(0.0, similarity or 0.0)), 1)
