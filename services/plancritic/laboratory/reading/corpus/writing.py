"""What writers said: `WRITER/NAME-PROBLEM.md`, with a heading for each card and a line for each utterance.

A writer who chooses wishes of his own numbers them (`### 7`) and puts what he means below (`= CONSTRAINTS`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from plancritic.laboratory.reading.corpus.faults import file_fault, read_lines
from plancritic.laboratory.reading.corpus.sheet_files import ProblemSheet

HEADING, _ITEM, MEANS = "### ", "- ", "= "
#: What a writer says of a card that makes no sense.
_SKIP = "SKIP"


@dataclass(frozen=True, slots=True)
class Said:
    """An utterance: its writer, the card or `nothing` or `unsayable`, and the text verbatim."""

    writer: str
    card: str
    text: str


def own_card(problem: str, writer: str, number: str) -> str:
    """Return the card of a writer's own wish, which has the number that he gave it."""
    return f"{problem}-{writer}-{int(number):03d}"


def read_texts(path: Path, writer: str, cards: Collection[str]) -> list[Said]:
    """Return what a writer said about a problem, in the order of the file; a card with `SKIP` gives nothing.

    Raises:
        ContractError: a line is neither heading nor utterance, a card is unknown, or a text stands twice under one.
    """
    found: dict[Said, None] = {}
    card: str | None = None
    for number, line in enumerate(read_lines(path, "restore the file"), start=1):
        if not line.strip() or line.startswith(MEANS):
            continue
        if line.startswith(HEADING):
            card = line.removeprefix(HEADING).strip()
            if card.isdecimal():
                card = own_card(path.stem, writer, card)
            if card not in cards:
                remedy = "use the ids of the sheet, `nothing` or `unsayable`, or put `= CONSTRAINTS` below a number"
                raise file_fault(f"{path.name} has the unknown card {card!r}", path, number, remedy)
            continue
        text = line.removeprefix(_ITEM).strip()
        if not line.startswith(_ITEM) or not text:
            remedy = f"write {HEADING}CARD or {_ITEM}UTTERANCE, each on one line"
            raise file_fault(f"{path.name} has a line that is not an utterance: {line!r}", path, number, remedy)
        if card is None:
            raise file_fault(f"{path.name} has an utterance before its card", path, number, f"put {HEADING}CARD above")
        said = Said(writer, card, text)
        if said in found:
            raise file_fault(f"{path.name} has an utterance twice: {text!r}", path, number, "remove one of them")
        if text != _SKIP:
            found[said] = None
    return list(found)


def texts_by_problem(folder: Path, sheets: Mapping[str, ProblemSheet]) -> dict[str, list[Said]]:
    """Return the utterances of all writers by problem, in the order of writers and files.

    Raises:
        ContractError: there is none, a file is about no known sheet, or is wrong.
    """
    found: dict[str, list[Said]] = {}
    for path in sorted(folder.glob("*/*.md")):
        sheet = sheets.get(path.stem)
        if sheet is None:
            remedy = f"name it after one of these: {', '.join(sheets)}"
            raise file_fault(f"{str(path)!r} belongs to no sheet", path, None, remedy)
        found.setdefault(path.stem, []).extend(read_texts(path, path.parent.name, sheet.kinds))
    found = {name: said for name, said in found.items() if said}
    if not found:
        raise file_fault(f"{str(folder)!r} has no texts", folder, None, "put them at WRITER/NAME-PROBLEM.md in it")
    return found
