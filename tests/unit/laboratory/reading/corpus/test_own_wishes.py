"""Wishes that a writer chose himself, with his own meaning, from the text to the utterance."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.laboratory.reading.corpus.joining import join_all
from plancritic.laboratory.reading.corpus.labelling import distribute, file_name
from plancritic.laboratory.reading.corpus.own_wishes import with_own_wishes
from plancritic.laboratory.reading.corpus.sheet_files import ProblemSheet
from plancritic.laboratory.reading.corpus.writing import texts_by_problem

MILL, NOT_MARKET = "(sometime (at van1 mill))", "(always (not (at van1 market)))"


def _texts(folder: Path, text: str) -> Path:
    path = folder / "texts" / "pia" / "haulage-1.md"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return folder / "texts"


def test_a_wish_of_ones_own_is_held_against_what_its_writer_meant(tmp_path: Path, sheet: ProblemSheet) -> None:
    texts = _texts(
        tmp_path, f"### 1\n= {MILL} {NOT_MARKET}\n- mill yes, market no\n- off to the mill\n### nothing\n- Hm.\n"
    )
    sheets = with_own_wishes({sheet.name: sheet}, texts)
    said = texts_by_problem(texts, sheets)
    labels = {"mill yes, market no": f"{NOT_MARKET} {MILL}", "off to the mill": MILL, "Hm.": "NOTHING"}
    for place, file in enumerate(distribute(said[sheet.name], sheets[sheet.name].meanings, sheet.name)):
        lines = [f"{number} {labels[each.text]}" for number, each in file.items()]
        (tmp_path / file_name(sheet.name, place)).write_text("\n".join(lines))
    found = join_all(sheets, said, tmp_path)["haulage"]
    assert {(each.card, each.text, each.agreed) for each in found} == {
        ("haulage-1-pia-001", "mill yes, market no", True),
        ("haulage-1-pia-001", "off to the mill", False),
        ("haulage-1-nothing", "Hm.", True),
    }
    assert {each.meaning for each in found} == {(MILL, NOT_MARKET), ()}


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (f"### nothing\n= {MILL}\n- to the mill\n", 2, "not under a number"),
        (f"### 1\n= {MILL}\n- one\n### 1\n= {MILL}\n- two\n", 5, "two meanings for 1"),
        ("### 1\n= (sometime (at van9 mill))\n- one\n", 2, "van9"),
        ("### 1\n= to the mill\n- one\n", 2, "cannot be used"),
    ],
)
def test_a_wrong_meaning_is_refused_with_its_place(
    tmp_path: Path, sheet: ProblemSheet, text: str, line: int, why: str
) -> None:
    with pytest.raises(ContractError, match=why) as refused:
        with_own_wishes({sheet.name: sheet}, _texts(tmp_path, text))
    assert refused.value.fault.line == line
    assert refused.value.fault.remedy


def test_a_number_without_a_meaning_is_no_card(tmp_path: Path, sheet: ProblemSheet) -> None:
    texts = _texts(tmp_path, "### 3\n- to the mill\n")
    with pytest.raises(ContractError, match="unknown card 'haulage-1-pia-003'"):
        texts_by_problem(texts, with_own_wishes({sheet.name: sheet}, texts))
