"""The map of a plan: places, ways, what closes them, and the tracks of things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancritic.pddl.execution import Trajectory
from plancritic.pddl.language import Atom
from plancritic.pictures.drawing import Closure, Lane, Place, PlaceChange, PlaceMap, Track, Way, WayKind
from plancritic.pictures.layout import fitted, given_coordinates, laid_out
from plancritic.pictures.places import Demanded, PlacePredicates, facts_ever
from plancritic.pictures.tracks import positions_of
from plancritic.wording import Lexicon


def place_map(trajectory: Trajectory, lexicon: Lexicon, lanes: Sequence[Lane]) -> PlaceMap | None:
    """Return the map of a plan; None where nothing in the domain is anywhere."""
    predicates = PlacePredicates(lexicon.problem.domain, lexicon.context.movement)
    locating, known = predicates.locating(trajectory)
    if not locating:
        return None
    every = known | predicates.of_type(trajectory)
    ways = _ways(trajectory, predicates, every)
    every |= {place for way in ways for place in (way.origin, way.destination)}
    places = [name for name in lexicon.problem.objects if name in every]
    given = given_coordinates(lexicon.context.coordinates, places, lexicon.problem.display)
    between = [(way.origin, way.destination) for way in ways]
    coordinates, height = fitted(given or laid_out(places, between))
    return PlaceMap(
        places=tuple(
            Place(object=name, name=lexicon.name(name), x=coordinates[name][0], y=coordinates[name][1])
            for name in places
        ),
        ways=ways,
        height=height,
        is_given=given is not None,
        closures=tuple(_closures(trajectory, predicates, lexicon, places, between)),
        changes=tuple(_changes(trajectory, lexicon, locating, every)),
        tracks=_tracks(trajectory, predicates, lexicon, locating, every, lanes),
    )


def _ways(trajectory: Trajectory, predicates: PlacePredicates, places: frozenset[str]) -> tuple[Way, ...]:
    """Ways by what movements demand; where they demand nothing, by what is true of two places and never changes."""
    problem = trajectory.problem
    kinds: dict[tuple[str, str], dict[str, WayKind]] = {}
    facts = sorted(problem.facts, key=str)
    for way in predicates.ways:
        for fact in facts:
            if fact.predicate == way.demanded.predicate and len(fact.arguments) == len(way.demanded.ends):
                ends = dict(zip(way.demanded.ends, fact.arguments, strict=True))
                pair = ends[0], ends[1]
                length = None if way.measure is None else problem.values.get(Atom(way.measure, pair))
                measure = "" if length is None or way.measure is None else _words(way.measure)
                kinds.setdefault(pair, {})[fact.predicate] = WayKind(
                    name=_words(fact.predicate), length=length, measure=measure
                )
    if not predicates.ways:
        for fact in facts:
            if len(fact.arguments) == 2 and set(fact.arguments) <= places and fact.predicate not in predicates.changing:
                kinds.setdefault((fact.arguments[0], fact.arguments[1]), {})[fact.predicate] = WayKind(
                    name=_words(fact.predicate)
                )
    found = []
    for (origin, destination), here in kinds.items():
        back = kinds.get((destination, origin))
        if origin == destination or (back == here and (destination, origin) < (origin, destination)):
            continue
        found.append(Way(origin=origin, destination=destination, one_way=back != here, kinds=tuple(here.values())))
    return tuple(found)


def _closures(
    trajectory: Trajectory,
    predicates: PlacePredicates,
    lexicon: Lexicon,
    places: Sequence[str],
    ways: Sequence[tuple[str, str]],
) -> Iterator[Closure]:
    directed = [*ways, *((destination, origin) for origin, destination in ways)]
    told: set[tuple[frozenset[str], float, float, str]] = set()
    for demanded in predicates.closing:
        for atom in _instances(demanded, places, directed):
            # One predicate says the same of both directions of a way: that is told once.
            for start, end in _without(trajectory, atom, demanded.becomes):
                key = frozenset(atom.arguments), start, end, demanded.predicate
                if key not in told:
                    told.add(key)
                    form = "fails" if demanded.becomes else "holds"
                    yield Closure(
                        places=tuple(dict.fromkeys(atom.arguments)),
                        start=start,
                        end=end,
                        sentence=lexicon.fact(atom, form),
                    )


def _instances(demanded: Demanded, places: Sequence[str], ways: Sequence[tuple[str, str]]) -> Iterator[Atom]:
    if set(demanded.ends) == {0, 1}:
        for way in ways:
            yield Atom(demanded.predicate, tuple(way[end] for end in demanded.ends))
    else:
        for place in places:
            yield Atom(demanded.predicate, tuple(place for _ in demanded.ends))


def _without(trajectory: Trajectory, atom: Atom, becomes: bool) -> Iterator[tuple[float, float]]:
    """Times in which a fact is not as it must be."""
    end = max(trajectory.plan.makespan, trajectory.states[-1].time)
    since: float | None = None
    for state in trajectory.states:
        lacks = (atom in state.facts) is not becomes
        if lacks and since is None:
            since = state.time
        elif not lacks and since is not None:
            yield since, state.time
            since = None
    if since is not None:
        yield since, end


def _changes(
    trajectory: Trajectory, lexicon: Lexicon, locating: frozenset[str], places: frozenset[str]
) -> Iterator[PlaceChange]:
    """Facts that change and are about places and about nothing that stands in one."""
    things = {fact.arguments[0] for fact in facts_ever(trajectory) if fact.predicate in locating}
    for state in trajectory.states:
        for event in state.events:
            told: set[tuple[str, frozenset[str], bool]] = set()
            changed = [(fact, "starts") for fact in event.added] + [(fact, "stops") for fact in event.deleted]
            for fact, form in sorted(changed, key=lambda each: (each[1], str(each[0]))):
                about = [argument for argument in fact.arguments if argument in places]
                key = fact.predicate, frozenset(fact.arguments), form == "starts"
                if fact.predicate in locating or not about or things & set(fact.arguments) or key in told:
                    continue
                told.add(key)
                yield PlaceChange(
                    time=state.time, places=tuple(about), sentence=lexicon.fact(fact, form), step=event.step
                )


def _tracks(
    trajectory: Trajectory,
    predicates: PlacePredicates,
    lexicon: Lexicon,
    locating: frozenset[str],
    places: frozenset[str],
    lanes: Sequence[Lane],
) -> tuple[Track, ...]:
    links = frozenset(
        name for name in predicates.changing - locating if len(lexicon.problem.domain.predicates.get(name, ())) == 2
    )
    lane_of = {lane.object: place for place, lane in enumerate(lanes) if lane.object is not None}
    found = positions_of(trajectory, locating, links)
    tracks = []
    for name in lexicon.problem.objects:
        if positions := found.get(name):
            seen = {(each.places, each.carrier) for each in positions}
            tracks.append(
                Track(
                    object=name,
                    name=lexicon.name(name),
                    lane=lane_of.get(name),
                    is_moved=len(seen) > 1,
                    positions=positions,
                )
            )
    return tuple(tracks)


def _words(name: str) -> str:
    """A name of PDDL as words: "is_location_connected" is "location connected"."""
    words = name.replace("_", " ").replace("-", " ").split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("is", "has") else words)
