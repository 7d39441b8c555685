"""Rows that `plancritic evaluate feedback` wrote, changed where a test is about it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from plancritic.laboratory.feedback.judging import Judgement
from plancritic.laboratory.feedback.rows import Row, row_from_json

FILE = Path(__file__).parents[3] / "cases" / "evaluation" / "rows.jsonl"
ACCEPTED = Judgement(judges={"val": "accepted", "kairos": "accepted", "executor": "accepted"})
REJECTED = Judgement(judges={"val": "rejected", "kairos": "rejected", "executor": "rejected"})


def recorded_rows() -> list[Row]:
    """All recorded rows, in their order."""
    return [row_from_json(json.loads(line)) for line in FILE.read_text(encoding="utf-8").splitlines()]


def row_of(archetype: str, **changes: Any) -> Row:
    """The first recorded row of an archetype."""
    row = next(row for row in recorded_rows() if row.element.archetype == archetype)
    return row.model_copy(update=changes)
