"""The tables of an evaluation, made from its rows alone."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from plancritic.contracts.envelope import Contract
from plancritic.laboratory.feedback.failures import EXAMPLES, CauseRow, failures_by_cause
from plancritic.laboratory.feedback.rows import Row, UnderstoodStatement

#: Tables III and IV of [EA]: valid under both, lost, mended, valid under neither, of 277 and of 140 elements.
PUBLISHED: dict[str, tuple[int, int, int, int]] = {"waterway": (56, 34, 76, 111), "satellite": (7, 2, 40, 91)}


class Share(Contract):
    """So many of so many."""

    count: int = 0
    of: int = 0

    @property
    def rate(self) -> float | None:
        """None of nothing."""
        return self.count / self.of if self.of else None


class ArchetypeRow(Contract):
    """Table II: elements of an archetype, and how many end in an adherent plan."""

    archetype: str
    elements: int
    #: Elements whose ground truth the plan without feedback satisfies already.
    held: int
    adherent: int
    #: None where that was not measured.
    translate_only: int | None


class SuiteRow(Contract):
    """A suite's elements: how many end as they should.

    `right` counts all its elements, words without a meaning too, which are right where they were not understood;
    `translate_only` those with a ground truth, of which translation alone had so many right.
    """

    suite: str
    right: Share
    violated_before: Share
    translate_only: Share


class CrossComparison(Contract):
    """Tables III and IV: what the search made of what translation alone came to."""

    both: int = 0
    lost: int = 0
    mended: int = 0
    neither: int = 0

    @property
    def elements(self) -> int:
        """All that were compared."""
        return self.both + self.lost + self.mended + self.neither

    @property
    def lost_share(self) -> float | None:
        """Of what translation alone had right, the share that the search lost ([EA] waterway: 38 %)."""
        right = self.both + self.lost
        return self.lost / right if right else None

    @property
    def mended_share(self) -> float | None:
        """Of what translation alone had wrong, the share that the search mended."""
        wrong = self.mended + self.neither
        return self.mended / wrong if wrong else None


class Spread(Contract):
    """A number over many rows: median, 95th percentile, extremes."""

    count: int
    mean: float
    median: float
    p95: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread | None:
        """None of nothing."""
        ordered = sorted(values)
        if not ordered:
            return None
        # The smallest value that at least 95 % do not exceed.
        place = -(-95 * len(ordered) // 100) - 1
        return cls(
            count=len(ordered),
            mean=round(statistics.fmean(ordered), 3),
            median=round(statistics.median(ordered), 3),
            p95=round(ordered[place], 3),
            least=round(ordered[0], 3),
            most=round(ordered[-1], 3),
        )


class OutcomeRow(Contract):
    """Plans of one outcome: how long they are, what they were specified by, what mutation did."""

    outcome: Literal["adherent", "not adherent"]
    elements: int
    steps: Spread | None
    makespan: Spread | None
    #: Constraints of the specifications, by type, most frequent first.
    constraint_types: dict[str, int]
    #: Mutations and crossovers in the lineage of the plan's specification, by operator.
    mutations: dict[str, int]
    #: Elements by the number of generations bred.
    generations: dict[int, int]


class Tables(Contract):
    """Everything that is said of an evaluation.

    `adherent` is of all elements with a ground truth, `violated_before` of those that the plan without feedback
    violates, `held_before` of the others; `refused_rightly` is of the words without a meaning, which count nowhere
    else. `statements` counts single lists of the ground truth. `guesses` are the statements without a reading that
    were taken for a guess, and of how many the plan does what was meant; `reread` those that were taken for something
    else than the translator's first reading, and of how many the plan does what was meant.

    `told_adhered_false` counts, of the statements told `adhered`, those whose plan does not do what was meant;
    `told_unconfirmed_right` counts, of those told `unconfirmed`, those whose plan does. The ground truth decides both.
    """

    domain: str
    adherent: Share
    violated_before: Share
    held_before: Share
    refused_rightly: Share
    statements: Share
    translate_only: Share
    guesses: Share
    reread: Share
    told_adhered_false: Share
    told_unconfirmed_right: Share
    #: Of the statements with a meaning that the plan without feedback violates, those told `adhered`.
    violated_told_adhered: Share
    #: Questions asked, of all statements.
    questions: Share
    suites: tuple[SuiteRow, ...]
    archetypes: tuple[ArchetypeRow, ...]
    cross: CrossComparison | None
    causes: tuple[CauseRow, ...]
    outcomes: tuple[OutcomeRow, ...]
    seconds: Spread | None
    #: Seconds of the parts of a run.
    parts: dict[str, Spread]
    #: Individuals of all searches, by verdict.
    verdicts: dict[str, int]
    #: Elements on whose plan the judges do not agree.
    disputed: tuple[str, ...]
    #: Elements for which a call to the language model failed; they count as not adherent, though nothing was measured.
    calls_failed: Share


def make_tables(rows: Sequence[Row], domain: str, examples: int = EXAMPLES) -> Tables:
    """The tables of the rows of one evaluation, with so many examples of a cause; failures have to have theirs."""
    meant = [row for row in rows if not row.to_be_refused]
    words = [row for row in rows if row.to_be_refused]
    searched = any(row.settings.mode == "ga" for row in rows)
    lists = [
        answer for row in meant for answer in (row.adherent_statements or (False,) * len(row.element.ground_truth))
    ]
    verdicts: Counter[str] = Counter()
    for row in rows:
        verdicts.update(row.effort.verdicts)
    return Tables(
        domain=domain,
        adherent=_adherent(meant),
        violated_before=_adherent(row for row in meant if row.base_adherent is not True),
        held_before=_adherent(row for row in meant if row.base_adherent is True),
        refused_rightly=_adherent(words),
        statements=Share(count=sum(lists), of=len(lists)),
        translate_only=Share(count=sum(map(_alone, meant)), of=len(meant)),
        guesses=_right(rows, lambda its: its.is_guess),
        reread=_right(rows, lambda its: its.is_exchanged),
        told_adhered_false=_false(_right(rows, lambda its: its.verdict == "adhered")),
        told_unconfirmed_right=_right(rows, lambda its: its.verdict == "unconfirmed"),
        violated_told_adhered=_told(
            (row for row in meant if row.base_adherent is False), lambda its: its.verdict == "adhered"
        ),
        questions=Share(count=sum(row.questions for row in rows), of=sum(len(row.understood) for row in rows)),
        suites=_suites(rows),
        archetypes=_archetypes(meant),
        cross=_cross(meant) if searched else None,
        causes=failures_by_cause(rows, examples),
        outcomes=tuple(_outcome(meant, adherent) for adherent in (True, False)),
        seconds=Spread.of(row.seconds for row in rows),
        parts=_parts(rows),
        verdicts=dict(verdicts.most_common()),
        disputed=tuple(row.element.id for row in rows if row.judgement is not None and row.judgement.disputed),
        calls_failed=Share(count=sum(row.failed_call is not None for row in rows), of=len(rows)),
    )


def _adherent(rows: Iterable[Row]) -> Share:
    answers = [row.adherent for row in rows]
    return Share(count=sum(answers), of=len(answers))


def _right(rows: Iterable[Row], counted: Callable[[UnderstoodStatement], bool]) -> Share:
    """Of how many of the statements that count the plan does what was meant."""
    right = [
        answer for row in rows for its, answer in zip(row.understood, row.right_statements, strict=True) if counted(its)
    ]
    return Share(count=sum(right), of=len(right))


def _told(rows: Iterable[Row], counted: Callable[[UnderstoodStatement], bool]) -> Share:
    """Of all statements of the rows those that count."""
    answers = [counted(its) for row in rows for its in row.understood]
    return Share(count=sum(answers), of=len(answers))


def _false(right: Share) -> Share:
    """Return the share that is left of all."""
    return Share(count=right.of - right.count, of=right.of)


def _alone(row: Row) -> bool:
    return row.translate_only is not None and row.translate_only.adherent


def _suites(rows: Sequence[Row]) -> tuple[SuiteRow, ...]:
    found = []
    for name in dict.fromkeys(row.element.suite for row in rows):
        its = [row for row in rows if row.element.suite == name]
        meant = [row for row in its if not row.to_be_refused]
        found.append(
            SuiteRow(
                suite=name or "(none named)",
                right=_adherent(its),
                violated_before=_adherent(row for row in meant if row.base_adherent is not True),
                translate_only=Share(count=sum(map(_alone, meant)), of=len(meant)),
            )
        )
    return tuple(found)


def _archetypes(rows: Sequence[Row]) -> tuple[ArchetypeRow, ...]:
    names = sorted({row.element.archetype for row in rows})
    found = []
    for name in names:
        its = [row for row in rows if row.element.archetype == name]
        found.append(
            ArchetypeRow(
                archetype=name or "(none named)",
                elements=len(its),
                held=sum(row.base_adherent is True for row in its),
                adherent=sum(row.adherent for row in its),
                translate_only=sum(map(_alone, its)),
            )
        )
    return tuple(found)


def _cross(rows: Sequence[Row]) -> CrossComparison:
    pairs = Counter((_alone(row), row.adherent) for row in rows)
    return CrossComparison(
        both=pairs[True, True], lost=pairs[True, False], mended=pairs[False, True], neither=pairs[False, False]
    )


def _outcome(rows: Sequence[Row], adherent: bool) -> OutcomeRow:
    its = [row for row in rows if row.adherent is adherent]
    types = Counter(name for row in its for name in row.constraint_types)
    notes = [_mutation(note) for row in its for note in row.effort.lineage]
    mutations = Counter(name for name in notes if name is not None)
    return OutcomeRow(
        outcome="adherent" if adherent else "not adherent",
        elements=len(its),
        steps=Spread.of(row.steps for row in its if row.steps is not None),
        makespan=Spread.of(row.makespan for row in its if row.makespan is not None),
        constraint_types=dict(types.most_common()),
        mutations=dict(mutations.most_common()),
        generations=dict(sorted(Counter(row.effort.generations for row in its).items())),
    )


def _mutation(note: str) -> str | None:
    """The operator of a note in a lineage; None for what is no mutation ("best reading of every statement")."""
    if note.startswith("added "):
        return "duplicate" if ") after (" in note else "add"
    if note.startswith("removed "):
        return "remove"
    if note.startswith("crossed "):
        return "crossover"
    return "modify" if " became " in note else None


def _parts(rows: Sequence[Row]) -> dict[str, Spread]:
    names = dict.fromkeys(part for row in rows for part in row.timings)
    spreads = {name: Spread.of(row.timings[name] for row in rows if name in row.timings) for name in names}
    return {name: spread for name, spread in spreads.items() if spread is not None}
