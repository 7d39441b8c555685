"""What a step changes in the world, as clauses."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.pddl.execution import Event, Trajectory
from plancritic.pddl.language import number_text
from plancritic.wording.conditions import quantity
from plancritic.wording.lexicon import Lexicon


def step_changes(trajectory: Trajectory, step: int, lexicon: Lexicon) -> tuple[str, ...]:
    """Return what a step of a plan changes, in the order it happens: "the scout leaves the start", "... (at the end)".

    `step` is an index in `trajectory.plan.steps`. A change that the same step undoes is left out.
    """
    events = [event for _, event in trajectory.changes(step)]
    undone = {
        atom
        for index, event in enumerate(events)
        for later in events[index + 1 :]
        for atom in (event.added & later.deleted) | (event.deleted & later.added)
    }
    clauses: list[str] = []
    for event in events:
        kept = Event(event.moment, event.step, event.added - undone, event.deleted - undone, event.values)
        clauses += _clauses(kept, lexicon)
    return tuple(dict.fromkeys(clauses))


def _clauses(event: Event, lexicon: Lexicon) -> Iterator[str]:
    for atom in sorted(event.deleted, key=str):
        yield lexicon.fact(atom, "stops")
    for atom in sorted(event.added, key=str):
        yield lexicon.fact(atom, "starts")
    for fluent, (before, after) in sorted((event.values or {}).items(), key=str):
        was, becomes = (None if value is None else number_text(round(value, 6)) for value in (before, after))
        words = quantity(fluent, lexicon)
        yield f"{words} becomes {becomes}" if was is None else f"{words} goes from {was} to {becomes}"
