"""Plans whose instants lie closer together than the least gap that judges see: spread out, their order kept.

LPG puts 0.00025 between happenings that must not fall together; validators take what is closer than 0.001 for
one happening (PDDL2.1's epsilon) and then find it interfering. The steps get the earliest times with the same
order of all starts and ends, the same durations and the same place among the timed literals: a simple temporal
network (R. Dechter, I. Meiri, J. Pearl: Temporal constraint networks, Artificial Intelligence 49, 1991), solved by
longest paths.
"""

from __future__ import annotations

import itertools
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

#: Times are counted in ten-thousandths, which is what LPG prints.
_UNIT = 10_000
_GAP = 10
#: Times of one instant may differ by this much, from rounding.
_ROUNDING = 1
_ORIGIN = 0
_COMMENT = re.compile(r";[^\n]*")
_TIMED_LITERAL = re.compile(r"\(\s*at\s+(\d+(?:\.\d+)?)\s*\(")


@dataclass(frozen=True, slots=True)
class TimedStep:
    """A ground action in brackets with its start and, where it is durative, its duration, in units of time."""

    start: float
    action: str
    duration: float | None


@dataclass(frozen=True, slots=True)
class _Event:
    """A start or end: at the time of its step (`_ORIGIN` for what is fixed) and `offset`, once at `time`."""

    time: int
    step: int
    offset: int


def timed_literals(problem: str) -> tuple[float, ...]:
    """Return the times at which timed initial literals of a problem's text take place."""
    return tuple(sorted({float(found) for found in _TIMED_LITERAL.findall(_COMMENT.sub("", problem))}))


def separated(steps: Sequence[TimedStep], fixed: Sequence[float] = ()) -> tuple[TimedStep, ...]:
    """The steps at the earliest times that keep their order and are 0.001 apart; as they are where there are none."""
    events = [_Event(_units(time), _ORIGIN, _units(time)) for time in fixed]
    for number, step in enumerate(steps, start=1):
        start, duration = _units(step.start), _units(step.duration or 0.0)
        events.append(_Event(start, number, 0))
        if step.duration is not None:
            events.append(_Event(start + duration, number, duration))
    starts = _earliest(len(steps) + 1, _edges(events))
    if starts is None:
        return tuple(steps)
    return tuple(
        TimedStep(start / _UNIT, step.action, step.duration) for start, step in zip(starts[1:], steps, strict=True)
    )


def _units(time: float) -> int:
    return round(time * _UNIT)


def _edges(events: Sequence[_Event]) -> list[list[tuple[int, int]]]:
    """For each step the steps that must start at least so much later than it."""
    instants: list[list[_Event]] = []
    for event in sorted(events, key=lambda event: event.time):
        if instants and event.time - instants[-1][-1].time <= _ROUNDING:
            instants[-1].append(event)
        else:
            instants.append([event])
    count = 1 + max((event.step for event in events), default=0)
    edges: list[list[tuple[int, int]]] = [[(step, 0) for step in range(1, count)], *([] for _ in range(1, count))]

    def later(first: _Event, second: _Event, gap: int) -> None:
        edges[first.step].append((second.step, first.offset + gap - second.offset))

    for earlier, after in itertools.pairwise(instants):
        for first, second in itertools.product(earlier, after):
            later(first, second, _GAP)
    for instant in instants:
        for first, second in itertools.permutations(instant, 2):
            later(first, second, -_ROUNDING)
    return edges


def _earliest(count: int, edges: Sequence[Sequence[tuple[int, int]]]) -> list[int] | None:
    """The least times that keep all edges, the origin at 0; None where there are none."""
    times, rounds = [0] * count, [0] * count
    waiting = deque(range(min(count, len(edges))))
    while waiting:
        step = waiting.popleft()
        for other, least in edges[step]:
            if times[other] < times[step] + least:
                times[other] = times[step] + least
                rounds[other] += 1
                # The origin cannot move; a longest path passes no step twice.
                if other == _ORIGIN or rounds[other] > count * count:
                    return None
                waiting.append(other)
    return times
