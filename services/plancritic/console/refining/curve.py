"""How a refinement went: complaints about the best candidate, over the candidates judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.contracts.refinement.messages import RefinementProgressed

#: Size of the curve, in the units of its SVG.
WIDTH, HEIGHT = 240.0, 60.0


@dataclass(frozen=True)
class Curve:
    """A line of points for an SVG, and what it shows in words."""

    points: str
    label: str


def curve(progress: Sequence[RefinementProgressed]) -> Curve | None:
    """Return the curve; None where there are no two points."""
    if len(progress) < 2:
        return None
    most, last = max(each.unsettled for each in progress), progress[-1]
    first = progress[0].step
    width = max(last.step - first, 1)
    points = " ".join(
        f"{WIDTH * (each.step - first) / width:.1f},{HEIGHT - HEIGHT * each.unsettled / max(most, 1):.1f}"
        for each in progress
    )
    label = f"Complaints left: {progress[0].unsettled} after {first}, {last.unsettled} after {last.step} candidates"
    return Curve(points, label)
