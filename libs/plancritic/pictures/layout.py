"""Coordinates of places: the context's, else a layout that is the same for the same places and ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import networkx
import numpy

from plancritic.domains.context import CoordinatesEntry
from plancritic.domains.patterns import matched

_Point = tuple[float, float]
Coordinates = Mapping[str, _Point]
#: A map is at least so high, as a share of its width, and at most so much.
_LOWEST, _HIGHEST = 0.3, 0.62
#: Above so many places the distances between all of them take too long; their edges alone place them.
_MOST_BY_DISTANCE = 60
_SEED = 7
_RANDOM_STARTS = 6
#: A place so near to a way that is not its own seems to lie on it.
_NEAR = 0.08


def given_coordinates(
    entries: Sequence[CoordinatesEntry], places: Iterable[str], display: Mapping[str, str]
) -> Coordinates | None:
    """Return the coordinates of the context; None unless each of the places has one."""
    found = {}
    for place in places:
        written = display.get(place, place)
        entry = next((each for each in entries if matched(each.match, written)), None)
        if entry is None:
            return None
        found[place] = entry.x, entry.y
    return found or None


def laid_out(places: Sequence[str], ways: Iterable[tuple[str, str]]) -> Coordinates:
    """Return coordinates that keep the places apart and neighbours together; places without ways stand in a circle.

    Several layouts are made, and the one with the fewest crossings is taken: distances in the graph as distances on the
    page (classical scaling: Torgerson 1952), the plane embedding where there is one, and random starts; a spring layout
    (Fruchterman and Reingold 1991) parts in each what is too close.
    """
    graph = networkx.Graph()
    graph.add_nodes_from(places)
    graph.add_edges_from(ways)
    if graph.number_of_edges() == 0 or len(places) < 3:
        return {name: (float(x), float(y)) for name, (x, y) in networkx.circular_layout(graph).items()}
    if len(places) > _MOST_BY_DISTANCE:
        return _turned(_sprung(graph, None, _SEED))
    found = [_sprung(graph, _scaled(graph, places), _SEED)]
    if networkx.is_planar(graph):
        plane = networkx.planar_layout(graph)
        found += [_sprung(graph, plane, _SEED, iterations) for iterations in (15, 60)]
    found += [_sprung(graph, None, seed) for seed in range(_RANDOM_STARTS)]
    return _turned(min(found, key=lambda each: (_crossings(graph, each), -_closeness(each))))


def _sprung(
    graph: networkx.Graph, start: Mapping[str, numpy.ndarray] | None, seed: int, iterations: int = 60
) -> Coordinates:
    reach = 1.6 / len(graph) ** 0.5
    placed = networkx.spring_layout(graph, pos=start, seed=seed, iterations=iterations, k=reach)
    return {name: (float(x), float(y)) for name, (x, y) in placed.items()}


def _crossings(graph: networkx.Graph, at: Coordinates) -> int:
    """How many pairs of ways without a common place cross, and how many places lie on a way that is not theirs."""
    lines = [(one, other) for one, other in graph.edges if one != other]
    crossed = sum(
        not set(one) & set(other) and _cross(at[one[0]], at[one[1]], at[other[0]], at[other[1]])
        for one, other in combinations(lines, 2)
    )
    covered = sum(
        place not in line and _distance(at[place], at[line[0]], at[line[1]]) < _NEAR for place in at for line in lines
    )
    return crossed + covered


def _cross(a: _Point, b: _Point, c: _Point, d: _Point) -> bool:
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: _Point, b: _Point, c: _Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def _distance(point: _Point, start: _Point, end: _Point) -> float:
    """How far a point is from a line between two others."""
    line = numpy.subtract(end, start)
    along = float(numpy.dot(numpy.subtract(point, start), line) / max(float(numpy.dot(line, line)), 1e-12))
    nearest = numpy.add(start, min(1.0, max(0.0, along)) * line)
    return float(numpy.linalg.norm(numpy.subtract(point, nearest)))


def _closeness(at: Coordinates) -> float:
    """The least distance of two places, as a share of the greatest: the more the better."""
    apart = [float(numpy.linalg.norm(numpy.subtract(one, other))) for one, other in combinations(at.values(), 2)]
    return round(min(apart) / max(apart), 3) if max(apart) > 0 else 0.0


def fitted(coordinates: Coordinates) -> tuple[dict[str, tuple[float, float]], float]:
    """Return coordinates with x from 0 to 1 and y from 0 to the height, which is the second value."""
    xs, ys = [[each[axis] for each in coordinates.values()] for axis in (0, 1)]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    high = min(_HIGHEST, max(_LOWEST, height / width)) if width > 0 else _HIGHEST
    if len(coordinates) == 1:
        return dict.fromkeys(coordinates, (0.5, _LOWEST / 2)), _LOWEST
    return {
        name: (
            round((x - min(xs)) / width, 4) if width > 0 else 0.5,
            round((y - min(ys)) / height * high, 4) if height > 0 else round(high / 2, 4),
        )
        for name, (x, y) in coordinates.items()
    }, round(high, 4)


def _scaled(graph: networkx.Graph, places: Sequence[str]) -> dict[str, numpy.ndarray]:
    steps = dict(networkx.all_pairs_shortest_path_length(graph))
    far = len(places)
    distances = numpy.array([[float(steps[one].get(other, far)) for other in places] for one in places])
    count = len(places)
    centring = numpy.eye(count) - numpy.ones((count, count)) / count
    values, vectors = numpy.linalg.eigh(-0.5 * centring @ distances**2 @ centring)
    best = numpy.argsort(values)[::-1][:2]
    found = vectors[:, best] * numpy.sqrt(numpy.maximum(values[best], 1e-9))
    # Eigenvectors have no sign of their own: the largest entry is made positive, so that every machine agrees.
    signs = numpy.sign(found[numpy.abs(found).argmax(axis=0), range(found.shape[1])])
    found = found * signs / max(1.0, float(numpy.abs(found).max()))
    # Places that fall together are parted by a little, each in its own direction.
    angles = numpy.arange(count) * 2.399963
    found = found + 0.02 * numpy.stack([numpy.cos(angles), numpy.sin(angles)], axis=1)
    return dict(zip(places, found, strict=True))


def _turned(coordinates: Coordinates) -> Coordinates:
    """Turn the layout so that it is widest from left to right."""
    names = list(coordinates)
    points = numpy.array([coordinates[name] for name in names])
    points = points - points.mean(axis=0)
    _, _, axes = numpy.linalg.svd(points, full_matrices=False)
    # The first place of the problem stands on the left.
    turned = points @ axes.T
    turned[:, 0] *= -1.0 if turned[0, 0] > 0 else 1.0
    turned[:, 1] *= -1.0 if turned[numpy.abs(turned[:, 1]).argmax(), 1] > 0 else 1.0
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, turned, strict=True)}
