"""The candidates of a statement: its readings and the guesses at it, of each meaning one."""

from __future__ import annotations

from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.coordinator.search.population import meaning
from plancritic.coordinator.search.presets import Preset


def candidates_of(read: StatementReadings, guesses: bool = True) -> tuple[Reading, ...]:
    """Return the candidates, readings first, each in the translator's order; without `guesses` readings alone."""
    found: dict[str, Reading] = {}
    for each in (*read.readings, *(read.guesses if guesses else ())):
        found.setdefault(meaning(frozenset(each.constraints)), each)
    return tuple(found.values())


def tries_guesses(settings: SearchSettings, preset: Preset) -> bool:
    """Return whether guesses are candidates too: as the run says itself, else as the preset does (ours: yes)."""
    return not preset.published if settings.guesses is None else settings.guesses
