"""The corpus that lies in the repository, its parts, and the files that it is read from."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.domains import domains_root
from plancritic.domains.folder import load_folder
from plancritic.laboratory.reading.corpus.texts import corpus_texts
from plancritic.laboratory.reading.corpus.utterances import (
    CHOOSING_DOMAIN,
    DOMAINS,
    FREE_TEST_WRITERS,
    HARDER_TEST_WRITER,
    TEST_DOMAIN,
    TEST_WRITER,
    Utterance,
    part_of,
    read_corpus,
    write_utterances,
)
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import check_constraint
from plancritic.wording import Lexicon

CORPUS = Path(__file__).parents[4] / "cases" / "corpus"


@pytest.fixture(scope="module")
def utterances() -> list[Utterance]:
    return read_corpus(CORPUS)


def test_every_meaning_and_label_fits_its_problem(utterances: list[Utterance]) -> None:
    said: dict[tuple[str, str], dict[str, str]] = {}
    for each in utterances:
        for constraint in {*each.meaning, *(one for label in each.labels for one in label)}:
            said.setdefault((each.domain, each.problem), {}).setdefault(constraint, each.text)
    for (domain, problem), constraints in said.items():
        root = CORPUS / DOMAINS if (CORPUS / DOMAINS / domain).is_dir() else domains_root()
        lexicon = Lexicon(load_folder(domain, root), problem)
        for constraint, text in constraints.items():
            assert not check_constraint(parse_constraint(constraint), lexicon.problem), (text, constraint)


def test_meanings_writers_and_domains_are_kept_apart(utterances: list[Utterance]) -> None:
    parts: dict[str, list[Utterance]] = {}
    for each in utterances:
        parts.setdefault(part_of(each), []).append(each)
    assert set(parts) == {"train", "validation", "writer", "free", "harder", "choosing", "test"}
    assert {each.domain for each in parts["choosing"]} == {CHOOSING_DOMAIN}
    assert {each.domain for each in parts["test"]} == {TEST_DOMAIN}
    assert {each.writer for each in parts["writer"]} == {TEST_WRITER}
    assert {each.writer for each in parts["free"]} == set(FREE_TEST_WRITERS)
    assert {each.writer for each in parts["harder"]} == {HARDER_TEST_WRITER}
    trained = parts["train"]
    assert not {each.domain for each in trained} & {CHOOSING_DOMAIN, TEST_DOMAIN}
    assert not {each.writer for each in trained} & {TEST_WRITER, *FREE_TEST_WRITERS, HARDER_TEST_WRITER}
    assert not {each.card for each in trained} & {each.card for each in parts["validation"]}


def test_nobody_says_the_same_twice_and_a_wish_has_its_meaning(utterances: list[Utterance]) -> None:
    said = Counter((each.domain, each.problem, each.card, each.writer, each.text) for each in utterances)
    assert said.most_common(1)[0][1] == 1
    for each in utterances:
        assert bool(each.meaning) == (each.kind == "wish")
        assert bool(each.labels) == (each.label_kind == "wish")
        assert not each.agreed or each.kind == each.label_kind


def test_what_the_second_reader_took_otherwise_is_not_trained_on(utterances: list[Utterance]) -> None:
    disputed = {(each.domain, each.text) for each in utterances if not each.agreed}
    assert disputed
    assert not disputed & {(each.domain, each.text) for each in corpus_texts(utterances, "train")}


def test_utterances_are_read_as_they_were_written(tmp_path: Path, utterances: list[Utterance]) -> None:
    (tmp_path / "utterances").mkdir()
    write_utterances(tmp_path / "utterances" / "some.jsonl", utterances[:20])
    assert read_corpus(tmp_path) == utterances[:20]


def test_a_wrong_line_is_refused_with_its_place(tmp_path: Path, utterances: list[Utterance]) -> None:
    (tmp_path / "utterances").mkdir()
    path = tmp_path / "utterances" / "some.jsonl"
    write_utterances(path, utterances[:2])
    path.write_text(path.read_text() + "{}\n")
    with pytest.raises(ContractError) as refused:
        read_corpus(tmp_path)
    assert (refused.value.fault.file, refused.value.fault.line) == (str(path), 3)


def test_a_folder_without_utterances_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="has no utterances"):
        read_corpus(tmp_path)
