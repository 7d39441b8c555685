"""The corpus: utterances with what their writer was to bring about, and what a second person read in them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from plancritic.contracts.envelope import Contract
from plancritic.laboratory.reading.corpus.faults import file_fault

#: The file of a domain's utterances in the corpus' folder `utterances/`, and the folder of the corpus' own domains.
UTTERANCES, DOMAINS = "utterances", "domains"
#: Of the meanings one in so many is for validation.
_VALIDATION = 10
_REMEDY = "restore the file, or name another corpus"

Kind = Literal["wish", "nothing", "unsayable"]
Part = Literal["train", "validation", "writer", "free", "harder", "choosing", "test"]

#: Domains that are wholly kept out: one to choose by, one for the last test.
CHOOSING_DOMAIN, TEST_DOMAIN = "farm", "theatre"
#: Writers whose utterances nothing is trained on: one who was given meanings, some who chose wishes of their own, one
#: who chose wishes that take thought.
TEST_WRITER, FREE_TEST_WRITERS, HARDER_TEST_WRITER = "hugo", ("rhea", "tessa", "urs"), "veit"


class Utterance(Contract):
    """What a writer said for a card, verbatim.

    `meaning` are the constraints that the card stood for (none for `nothing` and `unsayable`), `labels` what the
    second reader took it to mean: one list of constraints, or two where both are as likely. `label_kind` is what the
    second reader took it for. `agreed` says that both mean the same.
    """

    card: str
    domain: str
    problem: str
    writer: str
    text: str
    kind: Kind
    meaning: tuple[str, ...] = ()
    label_kind: Kind
    labels: tuple[tuple[str, ...], ...] = ()
    agreed: bool


def part_of(utterance: Utterance) -> Part:
    """Return the part of the corpus that an utterance belongs to: by domain, then by writer, then by meaning."""
    if utterance.domain == TEST_DOMAIN:
        return "test"
    if utterance.domain == CHOOSING_DOMAIN:
        return "choosing"
    if utterance.writer == TEST_WRITER:
        return "writer"
    if utterance.writer in FREE_TEST_WRITERS:
        return "free"
    if utterance.writer == HARDER_TEST_WRITER:
        return "harder"
    return "validation" if zlib.crc32(utterance.card.encode()) % _VALIDATION == 0 else "train"


def read_corpus(folder: Path) -> list[Utterance]:
    """Return the utterances of a corpus' folder.

    Raises:
        ContractError: there is none, or a line is wrong; it names file and line.
    """
    files = sorted((folder / UTTERANCES).glob("*.jsonl"))
    found: list[Utterance] = []
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            try:
                found.append(Utterance.model_validate_json(line))
            except ValidationError as error:
                raise file_fault(f"{path.name} is not a file of utterances: {error}", path, number, _REMEDY) from error
    if not found:
        raise file_fault(f"{str(folder)!r} has no utterances", folder / UTTERANCES, None, _REMEDY)
    return found


def write_utterances(path: Path, utterances: Iterable[Utterance]) -> None:
    """Write utterances, a line each."""
    lines = [each.model_dump_json(exclude_defaults=True) for each in utterances]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
