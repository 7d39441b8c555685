"""Measures a reader on texts whose meaning is known."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains.folder import load_folder
from plancritic.laboratory.reading.corpus.texts import TextAsked
from plancritic.pddl.language import PddlSyntaxError, parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.reading.model import Reader
from plancritic.wording import Lexicon

#: The networks agree where both hold the first reading for at least so likely.
_AGREED = 0.5


class ReaderRow(Contract):
    """A domain's row: shares of utterances whose right reading is the first, among eight, among all looked at.

    `agreed` is the share where both networks hold the first reading for likelier than not, `right_where_agreed` the
    share of these that are right; `milliseconds` is the mean time of a text.
    """

    domain: str
    utterances: int
    first: float
    of_eight: float
    of_all: float
    agreed: float
    right_where_agreed: float
    milliseconds: float


def measured(reader: Reader, texts: Sequence[TextAsked], roots: Sequence[Path], at: int) -> list[ReaderRow]:
    """Return a row for each domain, and one for all."""
    lexicons: dict[tuple[str, str], Lexicon] = {}
    found: dict[str, list[tuple[int | None, bool, float]]] = {}
    for each in texts:
        key = each.domain, each.problem
        if key not in lexicons:
            root = next((one for one in roots if (one / each.domain).is_dir()), roots[-1])
            lexicons[key] = Lexicon(load_folder(each.domain, root), each.problem)
        started = time.perf_counter()
        reading = reader.read(lexicons[key], each.text)
        readings = reading.readings(at)
        keys = [canonical_key(one.constraints) if one.constraints else "" for one in readings]
        wanted = canonical_key(each.constraints) if each.constraints else ""
        likely = reading.likelihoods([readings[0].constraints])[0] if readings and readings[0].constraints else None
        agreed = likely is not None and likely.judged >= _AGREED
        seconds = time.perf_counter() - started
        place = keys.index(wanted) if wanted in keys else None
        found.setdefault(each.domain, []).append((place, agreed, seconds))
    rows = [_row(domain, each) for domain, each in sorted(found.items())]
    if len(rows) > 1:
        rows.append(_row("all", [one for each in found.values() for one in each]))
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
        ContractError: a line is no row of a suite; it names file and line.
    """
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            row = _SuiteRow.model_validate_json(line)
            texts = row.statements or ((row.statement,) if row.statement is not None else ())
            truth = () if row.ground_truth == "not_understood" else row.ground_truth
            truths = [truth] if all(isinstance(each, str) for each in truth) else truth
            if len(texts) == len(truths) == 1 and row.plan is None:
                constraints = tuple(parse_constraint(str(each)) for each in truths[0])
                found.append(TextAsked(row.domain, row.problem, texts[0], constraints))
        except (ValidationError, PddlSyntaxError) as error:
            raise ContractError(
                Fault(
                    code=FaultCode.INVALID_MESSAGE,
                    message=f"{path.name} is not a suite with ground truth: line {number}: {error}",
                    remedy="name a suite of single statements, see tests/cases/feedback",
                    file=str(path),
                    line=number,
                )
            ) from error
    return found


def _row(domain: str, found: Sequence[tuple[int | None, bool, float]]) -> ReaderRow:
    count = len(found)
    agreed = [place for place, agrees, _ in found if agrees]
    return ReaderRow(
        domain=domain,
        utterances=count,
        first=sum(place == 0 for place, _, _ in found) / count,
        of_eight=sum(place is not None and place < 8 for place, _, _ in found) / count,
        of_all=sum(place is not None for place, _, _ in found) / count,
        agreed=len(agreed) / count,
        right_where_agreed=sum(place == 0 for place in agreed) / max(1, len(agreed)),
        milliseconds=1000.0 * sum(seconds for _, _, seconds in found) / count,
    )
