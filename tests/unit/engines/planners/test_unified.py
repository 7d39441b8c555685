"""Planners behind unified-planning leave nothing behind."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from plancritic.engines import PlanFound, PlanningRequest, create_engine
from plancritic.paths import scratch


async def test_aries_leaves_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, courier: Callable[..., PlanningRequest]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(scratch, "_owned", {})
    engine = create_engine("aries")
    found = await engine.solve(courier(seconds=30.0))
    await engine.close()
    assert isinstance(found, PlanFound)
    assert _files(tmp_path) == []


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"]
