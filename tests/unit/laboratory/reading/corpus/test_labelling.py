"""How utterances are spread over files for labellers, and how labels are read."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.laboratory.reading.corpus.labelling import (
    Label,
    distribute,
    labelling_page,
    parse_label,
    read_labels,
)
from plancritic.laboratory.reading.corpus.sheet_files import ProblemSheet
from plancritic.laboratory.reading.corpus.writing import Said

MEANINGS = {f"card-{number}": () for number in range(9)}
SAID = [
    *(Said(writer, card, f"{writer} {card} {n}") for writer in ("fay", "gus") for card in MEANINGS for n in range(4)),
    Said("gus", "card-3", "once more"),
    *(Said(writer, "nothing", f"{writer} {n}") for writer in ("fay", "gus") for n in range(8)),
    *(Said("fay", "unsayable", f"{n}") for n in range(6)),
]
MILL = "(sometime (at van1 mill))"


def test_a_file_has_one_utterance_of_a_card_at_most() -> None:
    files = distribute(SAID, MEANINGS, "farm-1")
    assert len(files) == 9
    for file in files:
        counts = Counter(each.card for each in file.values() if each.card in MEANINGS)
        assert set(counts.values()) == {1}


def test_every_utterance_stands_in_one_file_under_a_number_of_its_own() -> None:
    files = distribute(SAID, MEANINGS, "farm-1")
    assert sorted(number for file in files for number in file) == list(range(len(SAID)))
    assert {each for file in files for each in file.values()} == set(SAID)
    assert max(map(len, files)) - min(map(len, files)) <= 1


def test_files_are_mixed_and_the_same_each_time() -> None:
    files = distribute(SAID, MEANINGS, "farm-1")
    assert files == distribute(SAID, MEANINGS, "farm-1")
    assert files != distribute(SAID, MEANINGS, "farm-2")
    cards = [each.card for each in files[0].values()]
    assert cards != sorted(cards)


def test_utterances_that_ask_for_nothing_make_one_file() -> None:
    assert [len(file) for file in distribute(SAID[-22:-6], MEANINGS, "farm-1")] == [16]


def test_a_labeller_sees_names_and_utterances_and_no_card(sheet: ProblemSheet) -> None:
    page = labelling_page(sheet, {7: Said("fay", "haulage-1-000", "mill, some time")})
    assert "\n7 mill, some time\n" in page
    assert "van1 = " in page
    assert "haulage-1-000" not in page
    assert "fay" not in page


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("NOTHING", Label("nothing")),
        ("unsayable", Label("unsayable")),
        (f"{MILL} (at end (at van1 depot))", Label("wish", ((MILL, "(at end (at van1 depot))"),))),
        (f"UNCLEAR {MILL} ~ (at end (at van1 mill))", Label("wish", ((MILL,), ("(at end (at van1 mill))",)))),
        (f"UNCLEAR: {MILL} ~ {MILL}", Label("wish", ((MILL,), (MILL,)))),
    ],
)
def test_labels_are_read(sheet: ProblemSheet, text: str, label: Label) -> None:
    assert parse_label(text, sheet.lexicon.problem) == label


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(sometime (at van9 mill))", "van9"),
        ("(sometime (at van1 mill)", "label"),
        ("(now (at van1 mill))", "now"),
        ("no idea", "label"),
        (f"UNCLEAR {MILL}", "two readings"),
        (f"{MILL} ~ {MILL}", "two readings"),
        (f"UNCLEAR {MILL} ~ ", "no constraint"),
    ],
)
def test_a_label_that_does_not_fit_is_refused(sheet: ProblemSheet, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_label(text, sheet.lexicon.problem)


def test_a_file_of_labels_is_read_by_number(tmp_path: Path, sheet: ProblemSheet) -> None:
    path = tmp_path / "haulage-1-2.md"
    path.write_text(f"8. NOTHING\n\n7 {MILL}\n")
    found = read_labels(path, [7, 8], sheet.lexicon.problem)
    assert found == {7: Label("wish", ((MILL,),)), 8: Label("nothing")}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("7 NOTHING\nwell\n", 2, "not a label"),
        ("7 NOTHING\n7 NOTHING\n", 2, "labelled twice"),
        ("7 NOTHING\n9 NOTHING\n", 2, "not in the file"),
        ("7 NOTHING\n8 (sometime (at van9 mill))\n", 2, "utterance 8"),
        ("7 NOTHING\n", None, "no label for utterance 8"),
    ],
)
def test_a_wrong_file_of_labels_is_refused_with_its_place(
    tmp_path: Path, sheet: ProblemSheet, text: str, line: int | None, said: str
) -> None:
    path = tmp_path / "haulage-1-2.md"
    path.write_text(text)
    with pytest.raises(ContractError, match=said) as refused:
        read_labels(path, [7, 8], sheet.lexicon.problem)
    fault = refused.value.fault
    assert (fault.file, fault.line) == (str(path), line)
    assert fault.remedy
