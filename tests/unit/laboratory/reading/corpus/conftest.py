"""A sheet of haulage's first problem, with plans that stop after each step: no planner runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plancritic.domains import domains_root
from plancritic.laboratory.reading.corpus.sheet_files import ProblemSheet, read_sheets

CORPUS = Path(__file__).parents[4] / "cases" / "corpus"
MEANINGS = ("(sometime (at van1 mill))", "(always (not (at van1 market)))")


@pytest.fixture
def sheets_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "sheets"
    folder.mkdir()
    steps = (CORPUS / "plans" / "haulage-1.plan").read_text().splitlines(keepends=True)
    plans = ["".join(steps[:count]) for count in range(len(steps), 0, -1)]
    (folder / "haulage-1.plans.json").write_text(json.dumps(plans))
    rows = [
        {"id": f"haulage-1-00{number}", "domain": "haulage", "problem": "1", "constraints": [constraint]}
        for number, constraint in enumerate(MEANINGS)
    ]
    (folder / "haulage-1.meanings.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return folder


@pytest.fixture
def sheet(sheets_folder: Path) -> ProblemSheet:
    return read_sheets(sheets_folder, (domains_root(),))["haulage-1"]
