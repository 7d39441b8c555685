"""Folders of domains and arguments that are wrong, against the command line: typed answers, and nothing hangs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.answers import BUSY, GRACE, check_answer, read_answer
from tests.support.corpus import Piece, allowed, parameters, standard_files, written
from tests.support.fork_server import Programs

LIMIT = 5.0
#: The folder's own name is the domain's.
FOLDER = "rounds"

pytestmark = [pytest.mark.fault, pytest.mark.slow]


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    with Programs() as started:
        yield started


def folder_files(piece: Piece) -> dict[str, Any]:
    """The files of a folder that is good, changed as the piece says."""
    names = {"domain": "domain.pddl", "problem": "problems/1.pddl"}
    names |= {"context": "context.yaml", "archetypes": "archetypes.yaml"}
    bases = {"problem": "problem.pddl"}
    files: dict[str, Any] = {"README.md": "# rounds\n"}
    for field, name in names.items():
        files[name] = {"base": bases.get(field, name), "replace": piece.fields.get(field, {})}
    return files | dict(piece.fields.get("files", {}))


@pytest.mark.parametrize("piece", parameters("bad_input/folders.yaml"))
def test_bad_folders_get_a_finding_that_names_the_file(piece: Piece, programs: Programs, tmp_path: Path) -> None:
    files = folder_files(piece)
    places = written(tmp_path / FOLDER, files)
    arguments = piece.fields.get("arguments", ["domain", "check", FOLDER, "--no-plan", "--json"])
    ended = programs.run(arguments, tmp_path, (LIMIT + GRACE) * BUSY, cpu_limit=LIMIT + GRACE)
    check_answer(piece, ended, LIMIT)
    expect = piece.expect
    if "finding" in expect:
        findings = read_answer(ended)["findings"]
        found = [each for each in findings if each["severity"] == expect.get("severity", "error")]
        named = [each for each in found if each["file"] in {f"{FOLDER}/{name}" for name in allowed(expect["finding"])}]
        assert named, f"{findings}"
        assert all(each["message"] and each["remedy"] for each in named)
        lines = {place.removeprefix(f"{expect['finding']}:").partition(":")[0] for place in places}
        assert all({str(each["line"]) for each in named} & {line} for line in lines), f"{named}, not at {lines}"
    if "absent" in expect:
        assert not list(tmp_path.rglob(expect["absent"]))


@pytest.mark.parametrize("piece", parameters("bad_input/arguments.yaml", kind="local"))
def test_bad_arguments_get_a_typed_answer(piece: Piece, programs: Programs, tmp_path: Path) -> None:
    written(tmp_path, standard_files(piece))
    limits = (LIMIT + GRACE) * BUSY
    # Where it is not refused at once, there must be no broker to find.
    environment = {"PLANCRITIC_NATS_URL": "nats://127.0.0.1:9"}
    ended = programs.run(piece.fields["arguments"], tmp_path, limits, LIMIT + GRACE, environment)
    check_answer(piece, ended, LIMIT)
