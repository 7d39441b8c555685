"""Measures a reader on texts whose meaning is known."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

from plancritic.contracts.envelope import Contract
from plancritic.domains.folder import load_folder
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.reading.model import Reader
from plancritic.scorer.training.corpus.texts import TextAsked
from plancritic.wording import Lexicon

#: The judge agrees where it holds the proposer's best reading for at least so likely.
_AGREED = 0.5


class ReaderRow(Contract):
    """A domain's row: shares of utterances whose right reading is the first, among eight, among all looked at.

    `agreed` is the share where the judge holds the first reading for likelier than not, `right_where_agreed` the share
    of these that are right; `milliseconds` is the mean time of a text.
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
        agreed = bool(readings and readings[0].constraints) and (
            reading.likelihood(readings[0].constraints)[1] >= _AGREED
        )
        seconds = time.perf_counter() - started
        place = keys.index(wanted) if wanted in keys else None
        found.setdefault(each.domain, []).append((place, agreed, seconds))
    rows = [_row(domain, each) for domain, each in sorted(found.items())]
    if len(rows) > 1:
        rows.append(_row("all", [one for each in found.values() for one in each]))
    return rows


def suite_texts(path: Path) -> list[TextAsked]:
    """Return the single statements of a feedback suite whose ground truth is constraints."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        statements = row.get("statements") or [row.get("statement")]
        truth = row.get("ground_truth")
        if len(statements) != 1 or truth is None or row.get("plan"):
            continue
        given = truth[0] if truth and isinstance(truth[0], list) else truth
        if all(isinstance(each, str) for each in given):
            constraints = tuple(map(parse_constraint, given))
            found.append(TextAsked(row["domain"], str(row.get("problem", "1")), statements[0], constraints))
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
