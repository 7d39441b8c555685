"""The good neighbours of the corpus of bad input: what is odd but legal is still read, planned and proved."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.support.answers import BUSY, GRACE, check_answer
from tests.support.corpus import Piece, parameters, standard_arguments, standard_files, written
from tests.support.fork_server import Programs

from plancritic.contracts.translation import Statement
from plancritic.domains import DomainBundle, load_domain
from plancritic.embedding import CachedEncoder, load_encoder
from plancritic.paths import cache_folder
from plancritic.pddl.language import parse_constraint
from plancritic.reading.model import Reader
from plancritic.reading.own import Readers
from plancritic.reading.shipped import shipped_reader
from plancritic.translator.translation import Translator

LIMIT = 5.0

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    with Programs() as started:
        yield started


@pytest.fixture(scope="module")
def translator() -> Translator:
    folder = shipped_reader()
    assert folder is not None
    reader = Reader(folder, CachedEncoder(load_encoder(cache_folder())), 1)
    return Translator(None, None, "PLANCRITIC_LLM_MODEL", readers=Readers(reader))


@cache
def bundle(domain: str) -> DomainBundle:
    return load_domain(domain)


@pytest.mark.parametrize("piece", parameters("good_neighbours/files.yaml"))
def test_odd_but_legal_files_are_planned_and_proved(piece: Piece, programs: Programs, tmp_path: Path) -> None:
    files = standard_files(piece)
    written(tmp_path, files)
    arguments = standard_arguments(piece, files, LIMIT)
    ended = programs.run(arguments, tmp_path, (LIMIT + GRACE) * BUSY, cpu_limit=LIMIT + GRACE)
    check_answer(piece, ended, LIMIT)


@pytest.mark.parametrize("piece", parameters("good_neighbours/statements.yaml"))
async def test_odd_but_legal_statements_are_read_as_they_are_meant(piece: Piece, translator: Translator) -> None:
    statement = Statement(id="s1", text=piece.fields["text"])
    _, (found,) = await translator.translate(bundle(piece.kind), "1", [statement], translator="offline")
    # Where the grammar has no reading, the networks' likeliest one.
    best = max((*found.readings[:1], *found.guesses), key=lambda each: (each.kind == "reading", each.proposed or 0.0))
    read = sorted(str(parse_constraint(each)) for each in best.constraints)
    assert read == sorted(str(parse_constraint(each)) for each in piece.fields["constraints"])
