"""The other services over the bus: typed requests whose ids depend on the run, its key and the content alone."""

from __future__ import annotations

import dataclasses
import hashlib
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Self, TypeVar

from plancritic.bus import Client, RequestTimedOut
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackSubmitted, ServiceJobs, Timing
from plancritic.contracts.improvement.messages import ImprovePlan, PlanImprovement
from plancritic.contracts.planning import (
    EngineCrashed,
    Improvement,
    Solution,
    SolveLimits,
    SolveProblem,
    Unsupported,
    Verdict,
)
from plancritic.contracts.scoring import ScorePlans, Scores
from plancritic.contracts.service import DescribeService
from plancritic.contracts.specification import ProblemSource, TracedConstraint
from plancritic.contracts.subjects import Subject
from plancritic.contracts.translation import Statement, TranslateStatements, Translation
from plancritic.contracts.validation import ConstraintProof, Proof, ValidatePlan, Validation
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.workers.interface import Improving, all_of
from plancritic.engines.capabilities.suitability import unsuitable
from plancritic.pddl.language import PddlSyntaxError, with_constraints
from plancritic.verdicts import PORTFOLIO
from plancritic.verdicts.cache.verdict_cache import VerdictCache, VerdictRequest

Answer = TypeVar("Answer", bound=Message)

#: Faults of one job that say nothing about the others: that job has no plan, the run goes on.
_LOCAL_FAULTS = (FaultCode.WORKER_FAILED, FaultCode.PAYLOAD_TOO_LARGE)
#: Plans and questions that go into one message, so that no answer outgrows the broker's limit.
_BATCH = 40
#: The least wall seconds to wait for one answer, however short a run's deadline: it bounds the search, but no run has
#: an end without base plan, readings and proof.
_LEAST_PATIENCE = 10.0
#: Parts of the timings that are look-ups and no jobs.
_CACHE_HIT, _CACHE_MISS = "cache", "cache miss"
_CACHE_PARTS = {_CACHE_HIT, _CACHE_MISS}


@dataclass(frozen=True)
class KnownVerdicts:
    """The verdicts that are known of a run's problem, which has this hash."""

    cache: VerdictCache
    problem: str


@dataclass(frozen=True)
class Sources:
    """Where workers find the problem to plan and the problem to judge by; None where they are the run's own."""

    solving: ProblemSource | None = None
    validating: ProblemSource | None = None

    def of(self, subject: Subject, own: ProblemSource) -> ProblemSource:
        """Return the problem of a job."""
        planning = (subjects.SOLVE.name, subjects.IMPROVE.name)
        named = {**dict.fromkeys(planning, self.solving), subjects.VALIDATE.name: self.validating}
        return named.get(subject.name) or own


class BusWorkers:
    """Requests to translator, planner, validator and scorer on behalf of one run.

    A job's id is derived from the run and the job's content with the run's `key`: whoever continues the run asks for
    the same jobs and finds the results that are already there, and nobody else can derive them. `scorer_model` is the
    hash of the model that judged before in this run, `timings` are what the run has waited so far.

    Outside deterministic mode `patience` (wall seconds) bounds the wait for one answer; in it a service is waited for
    as long as a copy of it lives. Whoever has a deadline ends the wait: a request that is cancelled waits no longer.
    """

    def __init__(
        self,
        client: Client,
        origin: Envelope,
        situation: Situation,
        patience: float,
        deterministic: bool,
        key: str,
        known: KnownVerdicts | None = None,
        scorer_model: str | None = None,
        timings: Iterable[Timing] = (),
        sources: Sources | None = None,
    ) -> None:
        self._client = client
        self._origin = origin
        self._situation = situation
        self._patience = patience
        self._deterministic = deterministic
        self._key = key
        self._scorer_model = scorer_model
        self._known = known
        self._sources = sources or Sources()
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._counts: defaultdict[str, int] = defaultdict(int)
        for timing in timings:
            self._seconds[timing.part], self._counts[timing.part] = timing.seconds, timing.count
        self._requested: defaultdict[str, int] = defaultdict(int)
        for part in self._counts.keys() - _CACHE_PARTS:
            self._requested[part] = self._counts[part]

    @classmethod
    def open(
        cls,
        client: Client,
        submitted: FeedbackSubmitted,
        situation: Situation,
        patience: float,
        key: str,
        known: KnownVerdicts | None = None,
        scorer_model: str | None = None,
        timings: Iterable[Timing] = (),
        sources: Sources | None = None,
    ) -> Self:
        """Return the workers of a run.

        A deadline shorter than `patience` takes its place, but some seconds every answer has.
        """
        settings = submitted.settings
        deterministic = settings.seed is not None
        return cls(
            client,
            submitted.envelope,
            situation,
            patience if deterministic else min(patience, max(settings.deadline_seconds, _LEAST_PATIENCE)),
            deterministic,
            key,
            known,
            scorer_model,
            timings,
            sources,
        )

    async def translate(
        self, statements: Sequence[Statement], shown_plan: str, translator: str | None, seed: int | None
    ) -> Translation:
        """Return the readings of every statement."""
        fields = {"statements": tuple(statements), "shown_plan": shown_plan, "translator": translator, "seed": seed}
        return await self._request(subjects.TRANSLATE, Translation, TranslateStatements, fields)

    async def solve(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        explain: bool = False,
        seconds_wanted: float | None = None,
        tidy: bool = False,
    ) -> Verdict:
        """Return the verdict on a specification: a refusal or one that is known, without a job, else the planner's.

        With `explain` an impossibility comes with its clash and with what would help instead; with `tidy` a plan comes
        without needless steps. Past `seconds_wanted`
        from now nobody needs it any more.

        Raises:
            ContractError: `unknown_name`, there is no engine of that name; or what the planner was lost to.
        """
        refused = self._refusal(specification, engine)
        if refused is not None:
            return refused
        known = await self._known_verdict(specification, limits, engine, explain, tidy)
        if known is not None:
            return known
        fields = {
            "specification": tuple(specification),
            "limits": limits,
            "engine": engine,
            "explain_clash": explain,
            "relax": explain,
            "tidy": tidy,
        }
        expiry = _expiry(seconds_wanted)
        try:
            return (await self._request(subjects.SOLVE, Solution, SolveProblem, fields, not_after=expiry)).verdict
        except ContractError as error:
            if error.fault.code not in _LOCAL_FAULTS:
                raise
            return EngineCrashed(engine=engine or "the planner's own", message=error.fault.message)

    async def improve(self, wanted: Improving, seconds_wanted: float | None = None) -> Improvement | None:
        """The best plan around known ones; None where the planner found nothing to improve, or was lost to the job.

        Past `seconds_wanted` from now nobody needs it any more.

        Raises:
            ContractError: `unknown_name`, there is no engine of that name; or no planner answers.
        """
        fields = {field.name: getattr(wanted, field.name) for field in dataclasses.fields(wanted)}
        expiry = _expiry(seconds_wanted)
        try:
            answer = await self._request(subjects.IMPROVE, PlanImprovement, ImprovePlan, fields, not_after=expiry)
        except ContractError as error:
            if error.fault.code not in _LOCAL_FAULTS:
                raise
            return None
        return answer.improvement

    def _refusal(self, specification: Sequence[TracedConstraint], engine: str | None) -> Unsupported | None:
        """What the engine named lacks by its manifest; None where it may try, or nobody is named."""
        if engine is None or engine == PORTFOLIO:
            return None
        problem = self._situation.problem
        try:
            text = with_constraints(problem.text, [traced.constraint for traced in specification])
        except PddlSyntaxError:
            return None  # the planner says where
        # The problem was parsed, so our model has it and its constraints can be compiled.
        return unsuitable(engine, problem.domain.text, text, compiles=True)

    async def _known_verdict(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        explain: bool,
        tidy: bool,
    ) -> Verdict | None:
        """The verdict that is known, without a job: one read of the broker."""
        if self._known is None:
            return None
        started = time.perf_counter()
        request = VerdictRequest(
            self._known.problem, tuple(specification), limits, engine, explain, relax=explain, tidy=tidy
        )
        verdict = await self._known.cache.read(request)
        part = _CACHE_HIT if verdict is not None else _CACHE_MISS
        self._seconds[part] += time.perf_counter() - started
        self._counts[part] += 1
        return verdict

    async def validate(
        self, plan: str, specification: Sequence[TracedConstraint], questions: Sequence[str]
    ) -> Validation:
        """The judges' proof of a plan, whole and question by question; unjudged where the validator failed over it."""
        batches = [questions[start : start + _BATCH] for start in range(0, len(questions), _BATCH)] or [()]
        try:
            return await self._validated(plan, specification, batches)
        except ContractError as error:
            if error.fault.code not in _LOCAL_FAULTS:
                raise
            unjudged = Proof(ruling="unjudged")
            return Validation(
                envelope=self._origin.caused(),
                job=error.fault.message,
                proof=unjudged,
                answers=tuple(ConstraintProof(constraint=question, proof=unjudged) for question in questions),
            )

    async def _validated(
        self, plan: str, specification: Sequence[TracedConstraint], batches: Sequence[Sequence[str]]
    ) -> Validation:
        parts = await all_of(
            self._request(
                subjects.VALIDATE,
                Validation,
                ValidatePlan,
                {"plan": plan, "specification": tuple(specification), "questions": tuple(batch)},
            )
            for batch in batches
        )
        answers = tuple(answer for part in parts for answer in part.answers)
        return parts[0].model_copy(update={"answers": answers})

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        """Return the learned scorer's adherence of every plan to every text, the plans in batches.

        The model that answers first is the run's: all later jobs name it, whatever is published meanwhile.
        """
        batches = [tuple(plans[start : start + _BATCH]) for start in range(0, len(plans), _BATCH)]
        parts: list[Scores] = []
        if self._scorer_model is None:
            first = await self._scored(batches.pop(0), texts)
            self._scorer_model = first.version
            parts.append(first)
        parts += await all_of(self._scored(batch, texts) for batch in batches)
        return parts[0].model_copy(update={"adherence": tuple(row for part in parts for row in part.adherence)})

    async def _scored(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        fields = {"plans": tuple(plans), "texts": tuple(texts), "model": self._scorer_model}
        return await self._request(subjects.SCORE, Scores, ScorePlans, fields)

    def timings(self) -> tuple[Timing, ...]:
        """Seconds of waiting for each service, summed over its jobs (jobs overlap), and the number of jobs.

        `cache` are the verdicts that were known and made no job, `cache miss` the others that were looked up.
        """
        return tuple(
            Timing(part=part, seconds=round(self._seconds[part], 4), count=self._counts[part]) for part in self._seconds
        )

    def jobs(self) -> tuple[ServiceJobs, ...]:
        """Return how many jobs each service was asked for so far, and how many of them the run waits for no longer."""
        return tuple(
            ServiceJobs(service=service, requested=requested, finished=self._counts[service])
            for service, requested in self._requested.items()
        )

    async def _request(
        self, subject: Subject, answer: type[Answer], job: type[Message], fields: dict[str, Any], **unhashed: Any
    ) -> Answer:
        problem = self._sources.of(subject, self._situation.reference)
        draft = job.model_validate({"envelope": self._origin, "problem": problem, **fields})
        content = hashlib.sha256(draft.model_dump_json(exclude={"envelope"}).encode()).hexdigest()
        envelope = self._origin.caused(f"{subject.name}:{content}", self._key)
        message = draft.model_copy(update={"envelope": envelope, **unhashed})
        started = time.perf_counter()
        self._requested[subject.noun] += 1
        try:
            result = await self._answer(message, subject)
        finally:
            self._seconds[subject.noun] += time.perf_counter() - started
            self._counts[subject.noun] += 1
        if not isinstance(result, answer):
            raise TypeError(f"{subject.name} was answered with {type(result).__name__}, not {answer.__name__}")
        return result

    async def _answer(self, message: Message, subject: Subject) -> Message:
        while True:
            try:
                return await self._client.request(message, subject, timeout=self._patience)
            except RequestTimedOut:
                alive = await self._is_alive(subject.noun)
                if alive and self._deterministic:
                    # A long queue is no answer: how busy the machine is must not change the result.
                    continue
                raise _unanswered(subject, self._patience, alive) from None

    async def _is_alive(self, service: str) -> bool:
        ask = DescribeService(envelope=self._origin.caused())
        described = await self._client.gather(ask, subjects.DESCRIBE_SERVICE, wait=1.0)
        return any(copy.service == service and copy.ready for copy in described)


def _expiry(seconds_wanted: float | None) -> datetime | None:
    return None if seconds_wanted is None else datetime.now(UTC) + timedelta(seconds=seconds_wanted)


def _unanswered(subject: Subject, patience: float, alive: bool) -> ContractError:
    if alive:
        return ContractError(
            Fault(
                code=FaultCode.DEADLINE_EXCEEDED,
                message=f"the {subject.noun} did not answer {subject.verb!r} within {patience:g} s",
                remedy=f"start more copies of the {subject.noun}, or give the run a longer deadline",
            )
        )
    return ContractError(
        Fault(
            code=FaultCode.SERVICE_UNAVAILABLE,
            message=f"no {subject.noun} answered {subject.verb!r} within {patience:g} s, and none is running",
            remedy=f"start one: python -m plancritic.{subject.noun}; `plancritic status` shows what runs",
        )
    )
