"""What the statements of a run are taken for."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.translation import Reading, StatementReadings


class UnderstandingState(BaseModel):
    """The readings that the run goes by, the best of each statement first.

    Of the statements in `passed_over` (ids) a likelier reading is proved to clash with the others.
    """

    model_config = ConfigDict(frozen=True)

    translated: tuple[StatementReadings, ...]
    passed_over: tuple[str, ...] = ()


def best_of(translated: Sequence[StatementReadings]) -> tuple[Reading | None, ...]:
    """Return each statement's best reading, None where it has none."""
    return tuple(each.readings[0] if each.readings else None for each in translated)
