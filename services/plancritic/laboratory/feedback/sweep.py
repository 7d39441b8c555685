"""One table over many settings: their product, or the way from the published search to ours, rung by rung."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from plancritic.contracts.envelope import Contract
from plancritic.laboratory.feedback.rows import Row
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.laboratory.feedback.tables import CrossComparison, Share, Spread, make_tables

#: From the published search to ours: each rung changes what its words say and keeps the rest of the rung above. What
#: mends the published method's faults is told apart: readings that mutation loses, a scorer's yes or no that takes
#: plans for adherent, operators that do not look at what they change.
LADDER: tuple[tuple[str, dict[str, Any]], ...] = (
    ("as published (paper): all mutated, the scorer's yes or no", {"preset": "paper"}),
    ("as its code does it: unmutated readings kept, elite parents", {"preset": "code"}),
    ("+ the scorer's probability in place of yes or no", {"preset": "code", "evidence": ("scorer",)}),
    ("+ the exact check of the readings", {"preset": "code", "evidence": ("scorer", "check")}),
    (
        "+ our search: other readings first, what is violated tried again",
        {"mutation": "uniform", "rates": "fixed", "guesses": False},
    ),
    ("+ our operators: near objects first, chances that learn", {"guesses": False}),
    ("+ guesses among what a statement may mean", {}),
    ("− the scorer: the exact check alone", {"evidence": ("check",)}),
)


class SweepRow(Contract):
    """What elements came to under one set of settings.

    `won` and `lost` count elements that are adherent here and not in the row compared with (the one above on a
    ladder, else the first), and the other way round; None in the row that has none to be compared with.
    """

    label: str
    settings: EvaluationSettings
    rows_file: str | None
    adherent: Share
    violated_before: Share
    refused_rightly: Share
    translate_only: Share
    cross: CrossComparison
    won: int | None
    lost: int | None
    #: Failures by cause.
    causes: dict[str, int]
    #: Elements for which a call to the language model failed.
    calls_failed: int
    #: Means over the elements: generations bred, and specifications tried in them.
    generations: float
    individuals: float
    seconds: Spread | None


class Sweep(Contract):
    """The table of a sweep; on a `ladder` each row is compared with the one above it."""

    domain: str
    elements: int
    ladder: bool
    #: The settings that all rows share, on one line.
    shared: str
    rows: tuple[SweepRow, ...]


def points_of(
    base: EvaluationSettings, axes: Sequence[Sequence[tuple[str, Mapping[str, Any]]]]
) -> tuple[tuple[str, EvaluationSettings], ...]:
    """Return every combination of one choice of each axis, the first axis slowest, with a label that names the choices.

    A choice is what people call it and the settings it changes. A label leaves out what all points share. Combinations
    that come to the same are there once.
    """
    telling = [axis for axis in axes if len(axis) > 1] or axes
    points: dict[EvaluationSettings, str] = {}
    for choices in product(*axes):
        changes: dict[str, Any] = {}
        for _, change in choices:
            changes |= change
        settings = EvaluationSettings.model_validate({**base.model_dump(), **changes})
        words = [words for axis, (words, _) in zip(axes, choices, strict=True) if axis in telling]
        points.setdefault(settings, ", ".join(words) or "as the services are set")
    return tuple((label, settings) for settings, label in points.items())


def make_sweep(
    measured: Sequence[tuple[str, EvaluationSettings, Sequence[Row], str | None]], domain: str, ladder: bool
) -> Sweep:
    """The table of the rows of each point: label, settings, rows of the same elements with causes, their file."""
    made: list[SweepRow] = []
    reference: Sequence[Row] = ()
    for label, settings, rows, file in measured:
        made.append(_row(label, settings, rows, file, reference, domain))
        if ladder or not reference:
            reference = rows
    return Sweep(
        domain=domain,
        elements=len(measured[0][2]),
        ladder=ladder,
        shared=EvaluationSettings.shown_of([row.settings for row in made]),
        rows=tuple(made),
    )


def _row(
    label: str,
    settings: EvaluationSettings,
    rows: Sequence[Row],
    file: str | None,
    reference: Sequence[Row],
    domain: str,
) -> SweepRow:
    tables = make_tables(rows, domain, examples=0)
    before = {row.element.id: row.adherent for row in reference}
    causes = Counter(row.cause.name for row in rows if row.cause is not None)
    return SweepRow(
        label=label,
        settings=settings,
        rows_file=file,
        adherent=tables.adherent,
        violated_before=tables.violated_before,
        refused_rightly=tables.refused_rightly,
        translate_only=tables.translate_only,
        cross=tables.cross or CrossComparison(),
        won=sum(row.adherent and not before[row.element.id] for row in rows) if before else None,
        lost=sum(before[row.element.id] and not row.adherent for row in rows) if before else None,
        causes=dict(causes.most_common()),
        calls_failed=tables.calls_failed.count,
        generations=round(statistics.fmean(row.effort.generations for row in rows), 2),
        individuals=round(statistics.fmean(row.effort.individuals for row in rows), 1),
        seconds=tables.seconds,
    )
