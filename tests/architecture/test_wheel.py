"""What an image installs: both roots and their data files, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DATA = {".md", ".yaml", ".json", ".typed", ".txt"}


def test_the_wheel_takes_both_roots_whole() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["only-include"] == ["libs/plancritic", "services/plancritic"]
    assert wheel["sources"] == ["libs", "services"]
    assert "exclude" not in wheel


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs a clone")
def test_every_data_file_is_in_git() -> None:
    # Files that git does not know are not in a fresh clone, and a wheel made of it lacks them.
    listed = subprocess.check_output(["git", "-C", str(ROOT), "ls-files", "libs", "services"], text=True).split("\n")
    tracked = {ROOT / name for name in listed if name}
    present = {
        path
        for root in ("libs", "services")
        for path in (ROOT / root).rglob("*")
        if path.is_file() and path.suffix in DATA and "__pycache__" not in path.parts
    }
    assert {"asyncapi.yaml", "SUBJECTS.md"} <= {path.name for path in present}
    assert present <= tracked, f"not in git: {sorted(str(path.relative_to(ROOT)) for path in present - tracked)}"


def test_every_room_imports_from_elsewhere(tmp_path: Path) -> None:
    rooms = ("contracts", "bus", "local", "coordinator")
    code = "import " + ", ".join(f"plancritic.{room}" for room in rooms)
    subprocess.check_call([sys.executable, "-c", code], cwd=tmp_path)
