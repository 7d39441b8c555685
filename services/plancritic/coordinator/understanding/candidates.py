"""The candidates of a statement: its readings and the guesses at it, of each meaning one, and its parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.coordinator.presets import Preset
from plancritic.coordinator.problem.specification import meaning
from plancritic.coordinator.understanding.absurd import is_absurd
from plancritic.pddl.language import Problem, parse_constraint
from plancritic.pddl.specification import asks_for_nothing, speaks_of_nothing


def candidates_of(read: StatementReadings, guesses: bool = True, problem: Problem | None = None) -> tuple[Reading, ...]:
    """Return the candidates, readings first, each in the translator's order; without `guesses` readings alone.

    With a `problem`, what has something come before itself is no candidate, and what asks for nothing there is one
    only where nothing else is.
    """
    found: dict[str, Reading] = {}
    for each in (*read.readings, *(read.guesses if guesses else ())):
        found.setdefault(meaning(frozenset(each.constraints)), each)
    every = tuple(found.values())
    if problem is None:
        return every
    every = tuple(each for each in every if not is_absurd(each))
    return tuple(each for each in every if not is_idle(each, problem)) or every


def is_idle(reading: Reading, problem: Problem) -> bool:
    """Return whether a reading asks for nothing on the problem: every plan does it, or no thing can be so by type."""
    constraints = [parse_constraint(each) for each in reading.constraints]
    return asks_for_nothing(constraints, problem) or speaks_of_nothing(constraints, problem)


def parts_of(readings: Sequence[Reading]) -> Iterator[Reading]:
    """Yield readings of a part of the statement: each constraint of a reading that has several, by itself."""
    for each in readings:
        if len(each.constraints) > 1:
            for constraint in each.constraints:
                part = {"constraints": (constraint,), "score": each.score / 2, "printed": False}
                yield each.model_copy(update=part)


def tries_guesses(settings: SearchSettings, preset: Preset) -> bool:
    """Return whether guesses are candidates too: as the run says itself, else as the preset does (ours: yes)."""
    return not preset.published if settings.guesses is None else settings.guesses
