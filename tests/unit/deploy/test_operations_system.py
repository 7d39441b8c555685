"""What the example of another system reports, without a broker."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[3] / "deploy" / "examples" / "operations_system.py"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("operations_system", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "operations_system", module)
    spec.loader.exec_module(module)
    return module


async def test_steps_that_end_at_the_time_reported_are_reported_as_done(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = example.OperationsSystem(SimpleNamespace(), "plancritic", "default")
    reports: list[dict[str, Any]] = []

    async def publish(_event: str, body: dict[str, Any]) -> str:
        reports.append(body)
        return "run"

    async def answer(_name: str, _wanted: tuple[str, ...]) -> dict[str, Any]:
        return {"revision": {"execution": {"now": 3.3, "done": ""}}}

    monkeypatch.setattr(system, "publish", publish)
    monkeypatch.setattr(system, "answer", answer)
    steps = [
        {"number": 1, "action": "(a)", "start": 0.0, "duration": 3.3},
        {"number": 2, "action": "(b)", "start": 1.1, "duration": 2.2},
        {"number": 3, "action": "(c)", "start": 3.3, "duration": 1.0},
    ]
    await system.report_progress({"revision": "1-a", "steps": steps}, 1)
    (report,) = reports
    assert report["time"] == 3.3 and [each["number"] for each in report["done"]] == [1, 2]
