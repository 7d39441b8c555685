"""Joining texts, labels and meanings to utterances."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.laboratory.reading.corpus.joining import Agreement, agreements, join, join_all
from plancritic.laboratory.reading.corpus.labelling import Label, distribute, file_name
from plancritic.laboratory.reading.corpus.sheet_files import ProblemSheet
from plancritic.laboratory.reading.corpus.writing import Said

MILL, NOT_MARKET = "(sometime (at van1 mill))", "(always (not (at van1 market)))"
WISH = Said("fay", "haulage-1-000", "past the mill, some time")


@pytest.mark.parametrize(
    ("card", "label", "agreed"),
    [
        ("haulage-1-000", Label("wish", ((MILL,),)), True),
        ("haulage-1-000", Label("wish", (("(within 1000 (at van1 mill))",),)), True),
        ("haulage-1-000", Label("wish", ((NOT_MARKET,),)), False),
        ("haulage-1-000", Label("wish", ((MILL,), (NOT_MARKET,))), False),
        ("haulage-1-000", Label("nothing"), False),
        ("nothing", Label("nothing"), True),
        ("nothing", Label("wish", ((MILL,),)), False),
        ("unsayable", Label("unsayable"), True),
        ("unsayable", Label("nothing"), False),
    ],
)
def test_an_utterance_is_agreed_where_label_and_meaning_are_one(
    sheet: ProblemSheet, card: str, label: Label, agreed: bool
) -> None:
    made = join(Said("fay", card, "as I said"), label, sheet)
    assert made.agreed is agreed
    assert (made.label_kind, made.labels) == (label.kind, label.readings)
    assert (made.domain, made.problem, made.writer) == ("haulage", "1", "fay")


def test_what_asks_for_nothing_has_no_meaning_and_a_card_of_its_problem(sheet: ProblemSheet) -> None:
    made = join(Said("fay", "nothing", "Thanks!"), Label("nothing"), sheet)
    assert (made.kind, made.card, made.meaning) == ("nothing", "haulage-1-nothing", ())
    assert join(WISH, Label("nothing"), sheet).meaning == (MILL,)


def test_labels_find_their_utterances_and_agreement_is_counted(tmp_path: Path, sheet: ProblemSheet) -> None:
    said = [WISH, Said("gus", "haulage-1-000", "mill"), Said("fay", "nothing", "Thanks!")]
    for place, file in enumerate(distribute(said, sheet.meanings, sheet.name)):
        lines = [
            f"{n} {'NOTHING' if each.card == 'nothing' or each.writer == 'gus' else MILL}" for n, each in file.items()
        ]
        (tmp_path / file_name(sheet.name, place)).write_text("\n".join(lines))
    found = join_all({sheet.name: sheet}, {sheet.name: said}, tmp_path)
    assert {(each.text, each.agreed) for each in found["haulage"]} == {
        (WISH.text, True),
        ("mill", False),
        ("Thanks!", True),
    }
    assert agreements(found["haulage"]) == [
        Agreement(domain="haulage", writer="fay", wishes=1, wishes_agreed=1, others=1, others_agreed=1),
        Agreement(domain="haulage", writer="gus", wishes=1),
    ]


def test_labels_that_are_missing_or_too_many_are_refused(tmp_path: Path, sheet: ProblemSheet) -> None:
    with pytest.raises(ContractError, match="is missing"):
        join_all({sheet.name: sheet}, {sheet.name: [WISH]}, tmp_path)
    (tmp_path / "haulage-1-1.md").write_text(f"0 {MILL}\n")
    (tmp_path / "haulage-1-2.md").write_text(f"1 {MILL}\n")
    with pytest.raises(ContractError, match="labels for utterances that do not exist"):
        join_all({sheet.name: sheet}, {sheet.name: [WISH]}, tmp_path)
