"""Runs of all pipelines on one faulty start; what they have in common is made once."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Container, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, replace
from typing import get_args

import psutil

from plancritic.contracts.planning import SolveLimits
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.benchmark.reference import Reference
from plancritic.laboratory.refinement.benchmark.task import BenchmarkTasks
from plancritic.laboratory.refinement.construction import RecordedStart
from plancritic.laboratory.refinement.evaluation.rows import RunKey, RunRow, StartKind, StartRow
from plancritic.laboratory.refinement.evaluation.true_domain import TrueDomainAnswers
from plancritic.laboratory.refinement.evaluation.version import version_of
from plancritic.laboratory.refinement.starts import NoStartError, draw_start, structural_start
from plancritic.pddl.language import parse_domain
from plancritic.refiner.equivalence.plan_sets import LIMITS, PlanSets
from plancritic.refiner.feedback.local import LocalFeedback
from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource, Judgement
from plancritic.refiner.feedback.task import RefinementTask
from plancritic.refiner.pipelines import own
from plancritic.refiner.pipelines.published import PIPELINES, chosen, grow, plant
from plancritic.refiner.proposers.opening import ProposerName, opened_proposer
from plancritic.refiner.proposers.proposer import NothingProposed, ProposalRequest, Proposed, Proposer
from plancritic.refiner.proposers.symbolic import SymbolicRepairer

#: Our own pipeline, by the number of questions that it may ask.
OWN: Mapping[str, int] = {
    "own-0": 0,
    "own-10": 10,
    "own-10-noisy": 10,
    "own-14-wrong": 14,
    "own-14-wrong-last": 14,
}
#: Of the pipelines whose answers are not all right, in how many answers one is wrong.
ONE_WRONG_IN: Mapping[str, int] = {"own-10-noisy": 10}
#: Of those to which one answer is wrong in all, the places among which it is drawn, counted from one: at most four
#: questions come after the tenth.
WRONG_AMONG: Mapping[str, range] = {"own-14-wrong": range(1, 11), "own-14-wrong-last": range(10, 11)}
ALL_PIPELINES = (*PIPELINES, *OWN)
#: Those that run where none is named.
USUAL_PIPELINES = tuple(each for each in ALL_PIPELINES if each not in WRONG_AMONG)
#: Seconds of a refinement, if nobody says how many: what the service has for a request without a deadline.
LIMIT = 60.0
#: How many faults starts have, in turn.
FAULTS = range(1, 5)
#: For K* on one problem, in CPU seconds, so that other work on the machine changes no result: of true domains and of
#: starts that are drawn.
TRUTH_LIMITS: SolveLimits = LIMITS.model_copy(update={"deterministic": True})
#: The same of candidates, for feedback and for HDE. One whose actions lost a condition such as `adjacent` has too many
#: ground actions for any limit; others take a fifth of a second.
CANDIDATE_LIMITS: SolveLimits = TRUTH_LIMITS.model_copy(update={"seconds": 2.0})
#: Of the landmark finder, which `BenchmarkTasks` calls.
LANDMARK_LIMITS: SolveLimits = LIMITS

PROPOSERS: tuple[ProposerName, ...] = get_args(ProposerName)
#: Opens the proposer of a name.
OpenProposer = Callable[[ProposerName], AbstractAsyncContextManager[Proposer]]


def open_proposer(name: ProposerName) -> AbstractAsyncContextManager[Proposer]:
    """Return the proposer of a name, to be entered.

    Raises, when entered:
        ContractError: no language model is configured, and the name asks for one.
    """
    return opened_proposer(name, SymbolicRepairer())


def current_version() -> str:
    """Return the version of this code and its limits, for rows."""
    return version_of((TRUTH_LIMITS, CANDIDATE_LIMITS, LANDMARK_LIMITS))


@dataclass(frozen=True, slots=True)
class StartRuns:
    """The pipelines to run on one start of a benchmark domain; `start` is its number, from one.

    The start is drawn with so many `faults` of the kind `edits`, or it is the start of this number with one fault of
    another `kind`, or it is a `recorded` one, of which no faults are known (0). Without `landmarks` none are known.
    Our own pipeline has `limit` seconds for a refinement.
    """

    domain: str
    seed: int
    start: int
    faults: int
    pipelines: tuple[str, ...]
    proposer: ProposerName = "symbolic"
    recorded: RecordedStart | None = None
    kind: StartKind = "edits"
    landmarks: bool = True
    limit: float = LIMIT

    def key(self, pipeline: str) -> RunKey:
        """Return which run that of a pipeline is."""
        start = self.recorded.name if self.recorded else self.start
        return RunKey(
            self.domain, self.seed, start, self.faults, pipeline, self.kind, self.landmarks, self.limit_of(pipeline)
        )

    def limit_of(self, pipeline: str) -> float | None:
        """Return the seconds of a refinement by a pipeline; None for those without a limit."""
        return self.limit if pipeline in OWN else None

    @property
    def start_seed(self) -> int:
        """The seed that draws the start; starts of another kind than `edits` are numbered in the order of one seed."""
        return self.seed * 10_000 + self.start if self.kind == "edits" else self.seed


class CountedFeedback:
    """Counts the distinct domains that one run has judged, by their texts; what is shared stays with the source."""

    def __init__(self, source: FeedbackSource) -> None:
        self._source = source
        self._judged: set[str] = set()

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        """Return the source's feedback on a domain."""
        self._judged.add(domain)
        return await self._source.judge(domain, kinds)

    @property
    def candidates(self) -> int:
        """How many distinct domains were judged."""
        return len(self._judged)


class CountedProposer:
    """Counts the answers of a language model that one run has asked for, and their tokens."""

    def __init__(self, proposer: Proposer) -> None:
        self._proposer = proposer
        self.answers = 0
        self.tokens = 0

    @property
    def name(self) -> str:
        """How tables and trees call the proposer."""
        return self._proposer.name

    async def propose(self, request: ProposalRequest) -> Proposed | NothingProposed:
        """Return what the proposer does. Raises what it raises."""
        found = await self._proposer.propose(request)
        self.answers += found.answers
        self.tokens += found.tokens
        return found


class Evaluator:
    """Runs pipelines; keeps the references and tasks of the domains it has met."""

    def __init__(self, opened: OpenProposer = open_proposer) -> None:
        self._opened = opened
        self._references: dict[str, Reference] = {}
        self._tasks = BenchmarkTasks()
        self._version = current_version()

    async def rows(self, runs: StartRuns) -> AsyncIterator[RunRow]:
        """Give the row of each pipeline on a start, in order.

        What a run raises is the `failure` of its row; the others go on.
        """
        # Plans of this start's candidates are of no use to the next start: they go with the plan sets.
        plan_sets, candidates = PlanSets(children=1, limits=TRUTH_LIMITS), PlanSets(limits=CANDIDATE_LIMITS)
        try:
            reference = await self._reference(runs.domain, plan_sets)
            task = await self._tasks.task(reference.benchmark, plan_sets)
            if not runs.landmarks:
                task = replace(task, problems=tuple(replace(each, landmarks=()) for each in task.problems))
            try:
                text, start = await _start(runs, reference, plan_sets)
            except NoStartError as error:
                if runs.kind == "edits":
                    raise
                for pipeline in runs.pipelines:
                    yield self._row(
                        runs, pipeline, StartRow(number=runs.start, seed=runs.seed, kind=runs.kind)
                    ).model_copy(update={"no_start": str(error)})
                return
            source = LocalFeedback(task, candidates)
            for pipeline in runs.pipelines:
                row = self._row(runs, pipeline, start)
                try:
                    row = await self._run(row, text, reference, task, CountedFeedback(source), candidates)
                except Exception as error:  # noqa: BLE001 - it stands in the row, and the command says so
                    row = row.model_copy(update={"failure": f"{type(error).__name__}: {error}"})
                yield row
        finally:
            await plan_sets.close()
            await candidates.close()

    def _row(self, runs: StartRuns, pipeline: str, start: StartRow) -> RunRow:
        return RunRow(
            domain=runs.domain,
            seed=runs.seed,
            start=start,
            pipeline=pipeline,
            proposer=runs.proposer,
            version=self._version,
            landmarks=runs.landmarks,
            limit=runs.limit_of(pipeline),
        )

    async def _run(
        self,
        row: RunRow,
        start: str,
        reference: Reference,
        task: RefinementTask,
        source: CountedFeedback,
        candidates: PlanSets,
    ) -> RunRow:
        began, computed = time.monotonic(), _cpu_seconds()
        if row.pipeline in OWN:
            problems = [each.text for each in task.problems]
            wrong = ONE_WRONG_IN.get(row.pipeline)
            answers = None
            if OWN[row.pipeline]:
                among = WRONG_AMONG.get(row.pipeline, ())
                answers = TrueDomainAnswers(reference.benchmark.text, problems, wrong, row.start.seed, among)
            assert row.limit is not None, "our own pipeline has a limit"
            refined = await own.refine(task, start, source, answers, OWN[row.pipeline], seconds=row.limit)
            told: dict[str, object] = {
                "result": refined.domain,
                "questions": refined.asked,
                "wrong_answers": answers.wrong if answers else 0,
                "is_cut_off": refined.is_cut_off,
            }
        elif row.pipeline == "N":
            told = {"result": start, "ended": "settled"}  # as it is, also where it breaks the contract of names
            await source.judge(start, frozenset({"plan"}))
        else:
            planted = await plant(PIPELINES[row.pipeline], start, source, row.start.seed)
            async with self._opened(row.proposer) as opened:
                proposer = CountedProposer(opened)
                tree = await grow(planted, task, source, proposer)
            told = {"result": chosen(tree).domain, "spent": tree.spent, "ended": tree.ended}
            told |= {"answers": proposer.answers, "tokens": proposer.tokens}
        told["seconds"] = time.monotonic() - began
        told["candidates"] = source.candidates
        told["cpu_seconds"] = _cpu_seconds() - computed
        began = time.monotonic()
        result = parse_domain(str(told["result"]))
        known = reference.knows(result)
        measured = await reference.measured(result, candidates)
        equivalence, strict = measured.equivalence, measured.strict
        return row.model_copy(
            update={
                **told,
                "hde": float(equivalence.value),
                "perfect": equivalence.is_perfect,
                "too_narrow": float(equivalence.too_narrow),
                "too_wide": float(equivalence.too_wide),
                "strictly_right": strict.is_right,
                "strictly_bounded": strict.bounded,
                "wrongly_allowed": strict.allowed,
                "wrongly_refused": strict.refused,
                "wrongly_changed": strict.changed,
                "shortfall": measured.shortfall,
                "given_up": measured.given_up,
                "hde_seconds": None if known else time.monotonic() - began,
            }
        )

    async def _reference(self, domain: str, plan_sets: PlanSets) -> Reference:
        if domain not in self._references:
            self._references[domain] = await Reference.of(benchmark_domains()[domain], plan_sets)
        return self._references[domain]


def planned_runs(
    domains: Sequence[str],
    pipelines: Sequence[str],
    starts: int,
    seed: int,
    proposer: ProposerName = "symbolic",
    faults: Sequence[int] = FAULTS,
    kinds: Sequence[StartKind] = ("edits",),
    landmarks: bool = True,
    limit: float = LIMIT,
) -> tuple[StartRuns, ...]:
    """Return all runs of an evaluation on so many starts a domain and kind of fault; numbers of `faults` in turn."""
    return tuple(
        StartRuns(
            domain,
            seed,
            number,
            faults[(number - 1) % len(faults)] if kind == "edits" else 1,
            tuple(pipelines),
            proposer,
            kind=kind,
            landmarks=landmarks,
            limit=limit,
        )
        for kind in kinds
        for domain in domains
        for number in range(1, starts + 1)
    )


def recorded_runs(
    recorded: Mapping[str, Sequence[RecordedStart]],
    domains: Sequence[str],
    pipelines: Sequence[str],
    seed: int,
    proposer: ProposerName = "symbolic",
    landmarks: bool = True,
    limit: float = LIMIT,
) -> tuple[StartRuns, ...]:
    """Return all runs of an evaluation on recorded starts; domains without any have no runs."""
    return tuple(
        StartRuns(domain, seed, number, 0, tuple(pipelines), proposer, start, landmarks=landmarks, limit=limit)
        for domain in domains
        for number, start in enumerate(recorded.get(domain, ()), 1)
    )


def without(runs: Sequence[StartRuns], known: Container[RunKey]) -> tuple[StartRuns, ...]:
    """Return the runs that are not known yet."""
    left = (
        replace(
            each,
            pipelines=tuple(name for name in each.pipelines if each.key(name) not in known),
        )
        for each in runs
    )
    return tuple(each for each in left if each.pipelines)


def _cpu_seconds() -> float:
    """Return what this process, its children and theirs have computed so far, those that ended included."""
    this = psutil.Process()
    total = 0.0
    for process in (this, *this.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            total += sum(process.cpu_times()[:4])  # its own and that of its ended children, user and system
    return total


async def _start(runs: StartRuns, reference: Reference, plan_sets: PlanSets) -> tuple[str, StartRow]:
    """Return a start as PDDL, and what rows tell of it."""
    if runs.recorded is not None:
        return runs.recorded.text, StartRow(number=runs.start, seed=runs.start_seed, recorded=runs.recorded.name)
    if runs.kind == "edits":
        drawn = await draw_start(reference, runs.faults, runs.start_seed, plan_sets)
    else:
        drawn = await structural_start(reference, runs.kind, runs.start, runs.start_seed, plan_sets)
    faults = tuple(f"{each.action}: {each.detail}" for each in drawn.faults)
    return drawn.text, StartRow(number=runs.start, seed=drawn.seed, faults=faults, kind=runs.kind)
