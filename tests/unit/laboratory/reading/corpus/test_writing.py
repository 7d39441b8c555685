"""Texts of writers, and the files of sheets that they belong to."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.domains import domains_root
from plancritic.domains.folder import load_folder
from plancritic.laboratory.reading.corpus.sheet_files import (
    ProblemSheet,
    read_predicate_names,
    read_sheets,
    write_sheet,
)
from plancritic.laboratory.reading.corpus.writing import Said, read_texts, texts_by_problem

CARDS = ("a-1", "a-2", "nothing")
CORPUS = Path(__file__).parents[4] / "cases" / "corpus"


def test_texts_are_read_with_their_cards_and_a_skipped_card_gives_none(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("### a-1\n- no mill, please\n- never - ever\n\n### a-2\n- SKIP\n### nothing\n- Thanks!\n")
    assert read_texts(path, "fay", CARDS) == [
        Said("fay", "a-1", "no mill, please"),
        Said("fay", "a-1", "never - ever"),
        Said("fay", "nothing", "Thanks!"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("### a-1\n- one\n### b-7\n", 3, "unknown card 'b-7'"),
        ("- one\n### a-1\n", 1, "before its card"),
        ("### a-1\n- one\nand more\n", 3, "not an utterance"),
        ("### a-1\n-  \n", 2, "not an utterance"),
        ("### a-1\n- one\n- one\n", 3, "twice"),
    ],
)
def test_a_wrong_line_of_a_text_is_refused_with_its_place(tmp_path: Path, text: str, line: int, said: str) -> None:
    path = tmp_path / "a.md"
    path.write_text(text)
    with pytest.raises(ContractError, match=said) as refused:
        read_texts(path, "fay", CARDS)
    fault = refused.value.fault
    assert (fault.file, fault.line) == (str(path), line)
    assert fault.remedy


def test_texts_about_no_sheet_are_refused(tmp_path: Path, sheet: ProblemSheet) -> None:
    (tmp_path / "texts" / "fay").mkdir(parents=True)
    (tmp_path / "texts" / "fay" / "haulage-9.md").write_text("### nothing\n- Thanks!\n")
    with pytest.raises(ContractError, match="belongs to no sheet"):
        texts_by_problem(tmp_path / "texts", {"haulage-1": sheet})


async def test_a_sheet_is_read_as_it_was_written_and_its_plans_are_used_again(sheets_folder: Path) -> None:
    plans = (sheets_folder / "haulage-1.plans.json").read_text()
    made = await write_sheet(load_folder("haulage"), "1", sheets_folder, 3, 1, {"at": "is_in"})
    assert (sheets_folder / "haulage-1.plans.json").read_text() == plans
    read = read_sheets(sheets_folder, (domains_root(),))["haulage-1"]
    assert (read.meanings, read.plans) == (made.meanings, made.plans)
    page = (sheets_folder / "haulage-1.sheet.md").read_text()
    assert "### haulage-1-000" in page
    assert "- is_in [" in page


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("haulage-1.meanings.jsonl", "{}\n", 1),
        ("haulage-1.plans.json", "[", None),
        ("haulage-1.plans.json", "[]", None),
    ],
)
def test_a_wrong_file_of_a_sheet_is_refused(sheets_folder: Path, name: str, text: str, line: int | None) -> None:
    (sheets_folder / name).write_text(text)
    with pytest.raises(ContractError) as refused:
        read_sheets(sheets_folder, (domains_root(),))
    assert (refused.value.fault.file, refused.value.fault.line) == (str(sheets_folder / name), line)


def test_the_corpus_names_predicates_that_their_domain_has() -> None:
    names = read_predicate_names(CORPUS, "waterway")
    assert names
    assert names.keys() <= load_folder("waterway").context.predicates.keys()
    assert read_predicate_names(CORPUS, "farm") == {}
