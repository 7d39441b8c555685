"""Where things are over time: in a place, between two, on a movement, or with what carries them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plancritic.pddl.execution import Trajectory
from plancritic.pddl.language import Atom
from plancritic.pictures.drawing import Position


@dataclass(frozen=True)
class _Stay:
    """From the state `first` up to the state `last`, exclusive, a thing is in these places; () is nowhere."""

    first: int
    last: int
    places: tuple[str, ...]


def positions_of(
    trajectory: Trajectory, locating: frozenset[str], links: frozenset[str]
) -> dict[str, tuple[Position, ...]]:
    """Return where each thing is over time; `links` are the predicates by which one thing may carry another."""
    end = max(trajectory.plan.makespan, 0.0)
    times = [state.time for state in trajectory.states] + [max(end, trajectory.states[-1].time)]
    places = [_places(state.facts, locating) for state in trajectory.states]
    bound = [_bound(state.facts, links) for state in trajectory.states]
    located = {thing for each in places for thing in each}
    stays = {thing: _stays(thing, places) for thing in sorted(located)}
    moves = {thing: _moves(thing, found, trajectory, locating) for thing, found in stays.items()}
    self_moving = {thing for thing, found in moves.items() if found}
    tracks: dict[str, tuple[Position, ...]] = {}
    for thing, found in stays.items():
        positions: list[Position] = []
        for stay in found:
            start, last = times[stay.first], times[stay.last]
            if stay.places:
                positions.append(Position(start=start, end=last, kind="at", places=stay.places))
            elif (move := moves[thing].get(stay.first)) is not None:
                origin, destination, step = move
                positions.append(Position(start=start, end=last, kind="moves", places=(origin, destination), step=step))
            else:
                positions += _carried(thing, stay, times, bound, places, self_moving)
        # Happenings at one time leave states that last no time; where a thing begins and ends is kept all the same.
        tracks[thing] = tuple(
            each for each in positions if each.end > each.start or each in (positions[0], positions[-1])
        )
    return tracks


def _places(facts: frozenset[Atom], locating: frozenset[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for fact in sorted((fact for fact in facts if fact.predicate in locating), key=str):
        found.setdefault(fact.arguments[0], []).append(fact.arguments[1])
    return {thing: tuple(dict.fromkeys(places)) for thing, places in found.items()}


def _bound(facts: frozenset[Atom], links: frozenset[str]) -> dict[str, list[str]]:
    """Things that stand in a fact together, each with the others."""
    found: dict[str, list[str]] = {}
    for fact in sorted((fact for fact in facts if fact.predicate in links), key=str):
        one, other = fact.arguments
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


def _stays(thing: str, places: Sequence[Mapping[str, tuple[str, ...]]]) -> list[_Stay]:
    found: list[_Stay] = []
    first = 0
    for index in range(1, len(places) + 1):
        if index == len(places) or places[index].get(thing) != places[first].get(thing):
            found.append(_Stay(first, index, places[first].get(thing, ())))
            first = index
    return found


def _moves(
    thing: str, stays: Sequence[_Stay], trajectory: Trajectory, locating: frozenset[str]
) -> dict[int, tuple[str, str, int]]:
    """Return the stays without a place in which one step moves the thing: origin, destination and the step."""
    found = {}
    for before, gap, after in zip(stays, stays[1:], stays[2:], strict=False):
        if gap.places or not before.places or not after.places:
            continue
        left = _steps_at(trajectory, gap.first, thing, locating, added=False)
        reached = _steps_at(trajectory, after.first, thing, locating, added=True)
        if same := left & reached:
            found[gap.first] = before.places[0], after.places[0], min(same)
    return found


def _steps_at(trajectory: Trajectory, index: int, thing: str, locating: frozenset[str], added: bool) -> set[int]:
    return {
        event.step
        for event in trajectory.states[index].events
        if event.step is not None
        and any(
            fact.predicate in locating and fact.arguments[0] == thing
            for fact in (event.added if added else event.deleted)
        )
    }


def _carried(
    thing: str,
    stay: _Stay,
    times: Sequence[float],
    bound: Sequence[Mapping[str, Sequence[str]]],
    places: Sequence[Mapping[str, tuple[str, ...]]],
    self_moving: set[str],
) -> list[Position]:
    """The parts of a stay in which something that is located, or moves, carries the thing."""
    found: list[Position] = []
    for index in range(stay.first, stay.last):
        carriers = [each for each in bound[index].get(thing, ()) if each in self_moving or each in places[index]]
        carriers.sort(key=lambda each: (each not in places[index] and each not in self_moving, each not in self_moving))
        if not carriers:
            continue
        last = found[-1] if found else None
        if last is not None and last.carrier == carriers[0] and last.end == times[index]:
            found[-1] = last.model_copy(update={"end": times[index + 1]})
        else:
            found.append(Position(start=times[index], end=times[index + 1], kind="with", carrier=carriers[0]))
    return found
