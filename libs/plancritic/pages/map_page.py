"""The map of a plan in the units of its SVG, and what its script needs to play the plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plancritic.pages.time_axis import TimeAxis
from plancritic.pictures.drawing import Place, PlaceMap, PlanDrawing, Way

#: Width of the SVG, and the room around the places for their names and for what stands there.
_WIDTH = 1000.0
_SIDE, _ABOVE, _BELOW = 130.0, 120.0, 70.0
#: Above so many ways lengths are told on pointing only.
_MOST_LENGTHS = 24


@dataclass(frozen=True)
class WayLine:
    """A way as a line with its label, if it has room for one."""

    way: Way
    x1: float
    y1: float
    x2: float
    y2: float
    label: str
    title: str


@dataclass(frozen=True)
class PlacePoint:
    """A place as a point."""

    place: Place
    x: float
    y: float


@dataclass(frozen=True)
class MapPage:
    """The map's SVG and the data of its script."""

    width: float
    height: float
    places: tuple[PlacePoint, ...]
    lines: tuple[WayLine, ...]
    script: dict[str, Any]


def map_page(plan: PlanDrawing, axis: TimeAxis) -> MapPage | None:
    """Return the map for the page; None for a plan without places."""
    if plan.map is None:
        return None
    found = plan.map
    points = tuple(_point(place) for place in found.places)
    at = {point.place.object: point for point in points}
    lines = tuple(_line(way, at, len(found.ways) <= _MOST_LENGTHS) for way in found.ways)
    return MapPage(
        width=_WIDTH,
        height=round(_ABOVE + _BELOW + found.height * (_WIDTH - 2 * _SIDE), 1),
        places=points,
        lines=lines,
        script=_script(plan, found, at, axis),
    )


def without_article(name: str) -> str:
    """Return a phrase as a label: "the scout" is "scout"."""
    return name.removeprefix("the ")


def _point(place: Place) -> PlacePoint:
    inner = _WIDTH - 2 * _SIDE
    return PlacePoint(place, round(_SIDE + place.x * inner, 1), round(_ABOVE + place.y * inner, 1))


def _line(way: Way, at: dict[str, PlacePoint], with_lengths: bool) -> WayLine:
    start, end = at[way.origin], at[way.destination]
    several = len(way.kinds) > 1
    told = []
    for kind in way.kinds:
        length = "" if kind.length is None else f"{kind.length:g}"
        told.append(f"{kind.name} {length}".strip() if several else length)
    arrow = "→" if way.one_way else "–"
    measures = [
        kind.name if kind.length is None else f"{kind.name}, {kind.measure} {kind.length:g}" for kind in way.kinds
    ]
    return WayLine(
        way=way,
        x1=start.x,
        y1=start.y,
        x2=end.x,
        y2=end.y,
        label=", ".join(filter(None, told)) if with_lengths else "",
        title=f"{start.place.name} {arrow} {end.place.name}: {'; '.join(measures)}",
    )


def _script(plan: PlanDrawing, found: PlaceMap, at: dict[str, PlacePoint], axis: TimeAxis) -> dict[str, Any]:
    """What changes with time, by places' coordinates: the script knows no PDDL."""
    return {
        "end": plan.end,
        "scale": axis.end,
        "decimals": 2 if axis.unit.seconds >= 3600 else 1,
        "unit": axis.unit.plural,
        "places": {name: [point.x, point.y] for name, point in at.items()},
        "names": {name: without_article(point.place.name) for name, point in at.items()},
        "tracks": [
            {
                "object": track.object,
                "name": without_article(track.name),
                "lane": track.lane,
                "moved": track.is_moved,
                "positions": [
                    {
                        "start": each.start,
                        "end": each.end,
                        "kind": each.kind,
                        "places": list(each.places),
                        "carrier": each.carrier,
                    }
                    for each in track.positions
                ],
            }
            for track in found.tracks
        ],
        "closures": [each.model_dump(mode="json") for each in found.closures],
        "changes": [each.model_dump(mode="json") for each in found.changes],
        "steps": [
            {"label": step.label, "start": step.start, "end": step.end, "sentence": step.sentence}
            for step in plan.steps
        ],
    }
