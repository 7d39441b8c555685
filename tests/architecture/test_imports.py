"""Who may import whom: the contracts of import-linter in pyproject.toml."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from importlinter import cli

ROOT = Path(__file__).parents[2]
MODULES = sorted(path for root in ("libs", "services") for path in (ROOT / root).rglob("*.py"))


def test_rooms_import_only_what_lies_below_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert cli.lint_imports(no_cache=True) == cli.EXIT_STATUS_SUCCESS


def test_torch_is_imported_only_in_training() -> None:
    strangers = [
        path.relative_to(ROOT)
        for path in MODULES
        if "training" not in path.parts and path.name != "sentence_transformers.py" and "torch" in imported(path)
    ]
    assert not strangers


def test_faststream_is_imported_only_by_the_bus() -> None:
    strangers = [
        path.relative_to(ROOT) for path in MODULES if "bus" not in path.parts and "faststream" in imported(path)
    ]
    assert not strangers


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names
