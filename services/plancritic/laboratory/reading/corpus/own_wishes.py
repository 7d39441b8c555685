"""Wishes that writers chose themselves: each stands with its meaning in the file of texts, where others have a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from plancritic.laboratory.reading.corpus.faults import file_fault, read_lines
from plancritic.laboratory.reading.corpus.labelling import parse_reading
from plancritic.laboratory.reading.corpus.sheet_files import ProblemSheet
from plancritic.laboratory.reading.corpus.writing import HEADING, MEANS, own_card
from plancritic.pddl.language import Constraint, parse_constraint


def with_own_wishes(sheets: Mapping[str, ProblemSheet], texts: Path) -> dict[str, ProblemSheet]:
    """Return the sheets with the meanings that writers put into their texts (`WRITER/NAME-PROBLEM.md`).

    Raises:
        ContractError: a meaning does not fit its problem, stands under no number, or a number stands twice.
    """
    found = dict(sheets)
    for path in sorted(texts.glob("*/*.md")):
        if path.stem in found:
            sheet = found[path.stem]
            found[path.stem] = replace(sheet, meanings={**sheet.meanings, **_own_wishes(path, sheet)})
    return found


def _own_wishes(path: Path, sheet: ProblemSheet) -> dict[str, tuple[Constraint, ...]]:
    writer = path.parent.name
    wishes: dict[str, tuple[Constraint, ...]] = {}
    heading = ""
    for number, line in enumerate(read_lines(path, "restore the file"), start=1):
        if line.startswith(HEADING):
            heading = line.removeprefix(HEADING).strip()
        if not line.startswith(MEANS):
            continue
        if not heading.isdecimal():
            remedy = f"write {HEADING}NUMBER above it"
            raise file_fault(f"{path.name} has a meaning that is not under a number", path, number, remedy)
        card = own_card(path.stem, writer, heading)
        if card in wishes:
            raise file_fault(f"{path.name} has two meanings for {heading}", path, number, "number each wish once")
        try:
            reading = parse_reading(line.removeprefix(MEANS), sheet.lexicon.problem)
        except ValueError as error:
            message = f"{path.name}: what {heading} means cannot be used: {error}"
            raise file_fault(message, path, number, "write constraints that fit the problem") from None
        wishes[card] = tuple(map(parse_constraint, reading))
    return wishes
