"""Measures a reader on texts whose meaning is known."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains.folder import load_folder_from
from plancritic.laboratory.reading.corpus.texts import TextAsked
from plancritic.pddl.language import PddlSyntaxError, parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.reading.model import Reader
from plancritic.wording import Lexicon

#: The networks agree where both hold the first reading for at least so likely.
_AGREED = 0.5


class ReaderRow(Contract):
    """A domain's row: shares of utterances whose right reading is the first, among eight, among all looked at.

    `likely` is the mean probability of the first readings: beside `first` it shows whether the reader is as sure as it
    is right. `agreed` is the share where both networks hold the first reading for likelier than not,
    `right_where_agreed` the share of these that are right; `milliseconds` is the mean time of a text.
    """

    domain: str
    utterances: int
    first: float
    of_eight: float
    of_all: float
    likely: float
    agreed: float
    right_where_agreed: float
    milliseconds: float


@dataclass(frozen=True, slots=True)
class TextRead:
    """How a text of a domain was read: the place of the right reading, if it is there, and how likely the first is."""

    domain: str
    place: int | None
    likely: float
    agreed: bool
    seconds: float


def measured(reader: Reader, texts: Sequence[TextAsked], roots: Sequence[Path], at: int) -> list[ReaderRow]:
    """Return a row for each domain, and one for all."""
    return rows_of(texts_read(reader, texts, roots, at))


def texts_read(reader: Reader, texts: Sequence[TextAsked], roots: Sequence[Path], at: int) -> list[TextRead]:
    """Return how each text is read, looking at up to `at` readings; domains lie in the first of `roots` that has them.

    Raises:
        DomainError: none of the folders has the domain, or the domain no such problem.
    """
    lexicons: dict[tuple[str, str], Lexicon] = {}
    found = []
    for each in texts:
        key = each.domain, each.problem
        if key not in lexicons:
            lexicons[key] = Lexicon(load_folder_from(each.domain, roots), each.problem)
        started = time.perf_counter()
        reading = reader.read(lexicons[key], each.text)
        readings = reading.readings(at)
        keys = [canonical_key(one.constraints) if one.constraints else "" for one in readings]
        wanted = canonical_key(each.constraints) if each.constraints else ""
        sure = reading.likelihoods([readings[0].constraints])[0] if readings and readings[0].constraints else None
        agreed = sure is not None and sure.judged >= _AGREED
        likely = readings[0].probability if readings else 0.0
        seconds = time.perf_counter() - started
        place = keys.index(wanted) if wanted in keys else None
        found.append(TextRead(each.domain, place, likely, agreed, seconds))
    return found


def rows_of(found: Sequence[TextRead]) -> list[ReaderRow]:
    """Return a row for each domain of the texts, sorted, and where there are several one for all."""
    by_domain: dict[str, list[TextRead]] = {}
    for each in found:
        by_domain.setdefault(each.domain, []).append(each)
    rows = [_row(domain, each) for domain, each in sorted(by_domain.items())]
    if len(rows) > 1:
        rows.append(_row("all", found))
    return rows


class _SuiteRow(BaseModel):
    """What is read of a line of a suite; other fields are for those who plan."""

    model_config = ConfigDict(extra="ignore")

    domain: str
    problem: str = "1"
    statement: str | None = None
    statements: tuple[str, ...] = ()
    ground_truth: tuple[str, ...] | tuple[tuple[str, ...], ...] | Literal["not_understood"] = ()
    plan: str | None = None


def suite_texts(path: Path) -> list[TextAsked]:
    """Return the single statements of a feedback suite whose ground truth is constraints and that show no plan.

    Raises:
        ContractError: the file cannot be read, or a line is no row of a suite; it names file and line.
    """
    found = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise _no_suite(path, f"cannot be read: {reason}", None) from error
    for number, line in enumerate(lines, start=1):
        try:
            row = _SuiteRow.model_validate_json(line)
            texts = row.statements or ((row.statement,) if row.statement is not None else ())
            truth = () if row.ground_truth == "not_understood" else row.ground_truth
            truths = [truth] if all(isinstance(each, str) for each in truth) else truth
            if len(texts) == len(truths) == 1 and row.plan is None:
                constraints = tuple(parse_constraint(str(each)) for each in truths[0])
                found.append(TextAsked(row.domain, row.problem, texts[0], constraints))
        except (ValidationError, PddlSyntaxError) as error:
            raise _no_suite(path, f"is not a suite with ground truth: line {number}: {error}", number) from error
    return found


def _no_suite(path: Path, reason: str, line: int | None) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=f"{path.name} {reason}",
            remedy="name a suite of single statements, see tests/cases/feedback",
            file=str(path),
            line=line,
        )
    )


def _row(domain: str, found: Sequence[TextRead]) -> ReaderRow:
    count = len(found)
    agreed = [each.place for each in found if each.agreed]
    return ReaderRow(
        domain=domain,
        utterances=count,
        first=sum(each.place == 0 for each in found) / count,
        of_eight=sum(each.place is not None and each.place < 8 for each in found) / count,
        of_all=sum(each.place is not None for each in found) / count,
        likely=sum(each.likely for each in found) / count,
        agreed=len(agreed) / count,
        right_where_agreed=sum(place == 0 for place in agreed) / max(1, len(agreed)),
        milliseconds=1000.0 * sum(each.seconds for each in found) / count,
    )
