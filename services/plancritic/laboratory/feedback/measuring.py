"""Rows of elements under settings: those that are there are kept, the others are run, all get their causes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from plancritic.command_line.exit_codes import run
from plancritic.command_line.local_faults import local_faults
from plancritic.command_line.terminal import Console
from plancritic.domains import DomainBundle, load_domain
from plancritic.laboratory.feedback.causes import PlanArchive, with_causes
from plancritic.laboratory.feedback.judging import GroundTruthJudge
from plancritic.laboratory.feedback.posterior.meanings import MeaningJudge
from plancritic.laboratory.feedback.progress import EvaluationProgress
from plancritic.laboratory.feedback.rows import Row, RowFile
from plancritic.laboratory.feedback.running import Evaluation
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.laboratory.feedback.suites import Element
from plancritic.laboratory.feedback.system import ScorerModel, Setup, evaluated_system


@dataclass(frozen=True)
class Point:
    """One set of settings of an evaluation, what people call it, and the file of its rows."""

    settings: EvaluationSettings
    label: str = ""
    file: RowFile | None = None


def named_bundle(domain: str) -> DomainBundle:
    """Return the domain of this name. Raises `CommandFault` where there is none."""
    with local_faults():
        return load_domain(domain)


class Measurement:
    """Runs elements of one domain at each of several points and keeps their rows.

    Points whose services are started alike share them. `models` are the scorer models named, by SHA-256.
    """

    def __init__(
        self,
        elements: Sequence[Element],
        bundle: DomainBundle,
        workers: int,
        models: Mapping[str, ScorerModel] | None = None,
    ) -> None:
        self._elements = tuple(elements)
        self._bundle = bundle
        self._workers = workers
        self._models = dict(models or {})
        self._console = Console(stderr=True, soft_wrap=True)

    def finished(self, points: Sequence[Point]) -> list[tuple[Row, ...]]:
        """Return the rows of each point in the order of the elements, with causes by the plans of all of them.

        Raises:
            CommandFault, ContractError: the services cannot be started, or no run can come to an end on them.
            KeyboardInterrupt: what was run until then is in the points' files.
        """
        there = [point.file.read() if point.file is not None else () for point in points]
        known = [self._known(point, rows) for point, rows in zip(points, there, strict=True)]
        missing = [
            (point, rows, elements)
            for point, rows in zip(points, known, strict=True)
            if (elements := [each for each in self._elements if each.id not in rows])
        ]
        by_setup: dict[Setup, list[tuple[Point, dict[str, Row], list[Element]]]] = {}
        for each in missing:
            by_setup.setdefault(self._setup(each[0].settings), []).append(each)
        for setup, work in by_setup.items():
            self._run(setup, work)
        rows = self._caused(known)
        for point, before, after in zip(points, there, rows, strict=True):
            self._keep(point, before, after)
        return rows

    def _known(self, point: Point, rows: Iterable[Row]) -> dict[str, Row]:
        """The rows that measure what is wanted, by element; one whose call failed measures nothing and is run again."""
        ids = {element.id for element in self._elements}
        return {
            row.element.id: row
            for row in rows
            if row.element.id in ids
            and row.failed_call is None
            and (row.settings, row.bundle) == (point.settings, self._bundle.sha256)
        }

    def _setup(self, settings: EvaluationSettings) -> Setup:
        return Setup(
            domain=self._bundle.name,
            model=self._models[settings.scorer] if settings.scorer is not None else None,
            misread=settings.misread,
            seed=1 if settings.seed is None else settings.seed,
        )

    def _run(self, setup: Setup, work: Sequence[tuple[Point, dict[str, Row], list[Element]]]) -> None:
        judge = GroundTruthJudge(self._bundle)
        made = 0

        async def measure() -> None:
            nonlocal made
            async with (
                evaluated_system(self._workers, self._say, setup) as client,
                aclosing(MeaningJudge(self._bundle)) as meanings,
            ):
                for place, (point, rows, elements) in enumerate(work, start=1):
                    if point.label:
                        self._say(f"settings {place} of {len(work)} on these services: {point.label}")
                    with EvaluationProgress(self._console, len(elements), len(rows)) as progress:

                        def done(
                            row: Row,
                            point: Point = point,
                            rows: dict[str, Row] = rows,
                            progress: EvaluationProgress = progress,
                        ) -> None:
                            nonlocal made
                            made += 1
                            rows[row.element.id] = row
                            if point.file is not None:
                                point.file.add(row)
                            progress.done(row)

                        await Evaluation(client, point.settings, judge, self._workers, meanings).run(elements, done)

        try:
            with local_faults():
                run(measure(), cleanup_seconds=None)
        except KeyboardInterrupt:
            kept = [point.file.path for point, _, _ in work if point.file is not None]
            if kept:
                places = str(kept[0]) if len(kept) == 1 else str(kept[0].parent)
                self._say(f"{made} rows of this run are in {places}: run the same command to continue")
            raise

    def _caused(self, known: Sequence[Mapping[str, Row]]) -> list[tuple[Row, ...]]:
        """Causes need all plans, so they come last; rows get the element as the suite has it now."""
        archive = PlanArchive.of(self._bundle, [row for rows in known for row in rows.values()])
        return [
            with_causes((rows[each.id].model_copy(update={"element": each}) for each in self._elements), archive)
            for rows in known
        ]

    def _keep(self, point: Point, before: Sequence[Row], after: Sequence[Row]) -> None:
        """The rows with their causes in the file; those of other settings or elements stay as they are."""
        if point.file is not None:
            keys = {row.key for row in after}
            point.file.replace([*(row for row in before if row.key not in keys), *after])

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False)
