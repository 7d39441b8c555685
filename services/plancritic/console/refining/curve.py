"""How a refinement went over the candidates judged: complaints about the best one, and how near it is to the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.contracts.refinement.messages import DomainRefined, RefinementProgressed

#: Size of the curve, in the units of its SVG.
WIDTH, HEIGHT = 240.0, 60.0


@dataclass(frozen=True)
class Curve:
    """A line of points for an SVG, and what it shows in words."""

    points: str
    label: str


def curve(progress: Sequence[RefinementProgressed]) -> Curve | None:
    """Return the curve; None where there are no two points beside each other."""
    if not progress or progress[0].step == progress[-1].step:
        return None
    most, last = max(each.unsettled for each in progress), progress[-1]
    first = progress[0].step
    width = last.step - first
    points = " ".join(
        f"{WIDTH * (each.step - first) / width:.1f},{HEIGHT - HEIGHT * each.unsettled / max(most, 1):.1f}"
        for each in progress
    )
    label = f"Complaints left: {progress[0].unsettled} after {first}, {last.unsettled} after {last.step} candidates"
    return Curve(points, label)


def equivalence_curve(progress: Sequence[RefinementProgressed], end: DomainRefined | None = None) -> Curve | None:
    """Return the HDE of the best candidate, which stays until another one is best; None where nothing is measured.

    The last point is that of the domain which the run took in the `end`.
    """
    known = [(each.step, each.equivalence) for each in progress if each.equivalence is not None]
    if end is not None and end.equivalence is not None:
        known.append((max([end.steps, *(step for step, _ in known)]), end.equivalence))
    if not known:
        return None
    (first, begun), (last, ended) = known[0], known[-1]
    width = max(last - first, 1)
    points: list[str] = []
    height = HEIGHT - HEIGHT * begun
    for step, value in known:
        across = WIDTH * (step - first) / width
        points += [f"{across:.1f},{height:.1f}", f"{across:.1f},{HEIGHT - HEIGHT * value:.1f}"]
        height = HEIGHT - HEIGHT * value
    points.append(f"{WIDTH:.1f},{height:.1f}")
    before = "" if first == last else f"{begun:.2f} after {first}, "
    counted = "1 candidate" if last == 1 else f"{last} candidates"
    label = f"Heuristic domain equivalence of the best candidate, 0 to 1: {before}{ended:.2f} after {counted}"
    return Curve(" ".join(points), label)
