"""Files that are wrong, against the command line: each gets its typed answer at its place, and nothing hangs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.answers import BUSY, GRACE, check_answer
from tests.support.corpus import Piece, parameters, standard_arguments, standard_files, written
from tests.support.fork_server import Programs

#: Seconds that a call gets for its work where its piece names no other.
LIMIT = 5.0

pytestmark = [pytest.mark.fault, pytest.mark.slow]


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    with Programs() as started:
        yield started


@pytest.mark.parametrize("piece", parameters("bad_input/pddl.yaml", "bad_input/files.yaml"))
def test_bad_files_get_a_typed_answer_at_their_place(piece: Piece, programs: Programs, tmp_path: Path) -> None:
    files = standard_files(piece)
    places = written(tmp_path, files)
    limit = float(piece.fields.get("limit", LIMIT))
    arguments = standard_arguments(piece, files, limit)
    ended = programs.run(arguments, tmp_path, (limit + GRACE) * BUSY, cpu_limit=limit + GRACE)
    check_answer(piece, ended, limit, places)
