"""Folders that somebody made to hang or break whoever reads them: each is refused with file and remedy, in time."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.support.program import CHECKOUT, PROGRAM, program_environment

#: What starting Python on a busy machine and checking a small folder take, with slack.
LIMIT = 30.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(CHECKOUT / "domains/haulage", tmp_path / "haulage")


def _program(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: TID251 - the program as people start it
        [PROGRAM, *arguments], env=program_environment(), capture_output=True, text=True, timeout=LIMIT, check=False
    )


def _nested(folder: Path) -> str:
    (folder / "context.yaml").write_text("[" * 20_000)
    return "context.yaml"


def _nested_archetypes(folder: Path) -> str:
    (folder / "archetypes.yaml").write_text("- " * 20_000 + "a")
    return "archetypes.yaml"


def _aliases(folder: Path) -> str:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    (folder / "context.yaml").write_text("\n".join(lines))
    return "context.yaml"


def _pipe(name: str) -> Any:
    def make(folder: Path) -> str:
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)
        return name

    return make


def _device(name: str) -> Any:
    def make(folder: Path) -> str:
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to("/dev/zero")
        return name

    return make


def _huge(folder: Path) -> str:
    with (folder / "context.yaml").open("wb") as file:
        file.truncate(4 * 1024**3)
    return "context.yaml"


def _pattern(folder: Path) -> str:
    context = folder / "context.yaml"
    context.write_text(context.read_text().replace("match: depot", "match: '(?:.?[de]?){1,900}!'"))
    problem = folder / "problems/1.pddl"
    problem.write_text(problem.read_text().replace("depot", "depot" + "d" * 60))
    return "context.yaml"


def _role(folder: Path) -> str:
    context = folder / "context.yaml"
    role = "\nroles:\n  - names: [the yard]\n    fact: (at (.?v?){1,900}! ?)\n"
    context.write_text(context.read_text().replace("\npredicates:", role + "\npredicates:"))
    return "context.yaml"


def _digits(folder: Path) -> str:
    context = folder / "context.yaml"
    context.write_text(context.read_text().replace("\npredicates:", f"\nmore: {'9' * 6000}\npredicates:"))
    return "context.yaml"


def _infinite_unit(folder: Path) -> str:
    context = folder / "context.yaml"
    text = context.read_text()
    start = text.index("seconds:")
    context.write_text(text[:start] + "seconds: .inf" + text[text.index("\n", start) :])
    return "context.yaml"


def _long_name(folder: Path) -> str:
    problem = folder / "problems/1.pddl"
    problem.write_text(problem.read_text().replace("depot", "d" * 5000))
    return "problems/1.pddl"


def _escape(folder: Path) -> str:
    name = "problems/1\x1b[31m.pddl"
    (folder / "problems/1.pddl").rename(folder / name)
    return "problems/1"


HOSTILE: dict[str, Any] = {
    "nested": _nested,
    "nested archetypes": _nested_archetypes,
    "aliases": _aliases,
    "pipe as context": _pipe("context.yaml"),
    "pipe as archetypes": _pipe("archetypes.yaml"),
    "pipe as domain": _pipe("domain.pddl"),
    "pipe as problem": _pipe("problems/1.pddl"),
    "device as context": _device("context.yaml"),
    "device as problem": _device("problems/2.pddl"),
    "huge": _huge,
    "pattern": _pattern,
    "pattern of a role": _role,
    "digits": _digits,
    "infinite unit": _infinite_unit,
    "long name": _long_name,
    "escape in a name": _escape,
}
#: `domain.pddl` decides whether a folder is a domain at all.
_NOT_LISTED = {"pipe as domain"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_a_hostile_folder_is_refused_with_file_and_remedy(kind: str, folder: Path) -> None:
    file = HOSTILE[kind](folder)
    ended = _program("domain", "check", str(folder), "--no-plan", "--json")
    assert "Traceback" not in ended.stderr
    assert ended.returncode == 1, ended.stderr
    errors = [each for each in json.loads(ended.stdout)["findings"] if each["severity"] == "error"]
    assert any(str(folder / file) in each["file"] and each["remedy"] for each in errors), errors


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(HOSTILE.keys() - _NOT_LISTED))
def test_a_hostile_folder_is_listed_with_what_is_wrong(kind: str, folder: Path) -> None:
    file = HOSTILE[kind](folder)
    ended = _program("domain", "list", "--root", str(folder.parent), "--json")
    assert "Traceback" not in ended.stderr
    assert ended.returncode == 1, ended.stderr
    (row,) = json.loads(ended.stdout)["domains"]
    assert file in row["fault"] and row["remedy"]


def test_scaffolding_from_a_pipe_is_refused(folder: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "domain.pddl")
    problem = str(folder / "problems/1.pddl")
    ended = _program("domain", "scaffold", str(tmp_path / "domain.pddl"), problem, "--out", str(tmp_path / "new"))
    assert ended.returncode == 2
    assert "pipe" in ended.stderr and "remedy" in ended.stderr and "Traceback" not in ended.stderr
