"""What the runs of one copy of the coordinator work with, whatever began them: workers, events, progress."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Self, TypeVar

from plancritic.bus import BucketName, Client
from plancritic.bus.durable.lease import Lease
from plancritic.bus.observability.metrics import StoreMetrics
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Message
from plancritic.contracts.feedback import FeedbackSubmitted, GenerationEvaluated, Timing
from plancritic.contracts.subjects import Subject
from plancritic.coordinator.checkpoints.known_answers import KnownAnswers, RememberingWorkers
from plancritic.coordinator.execution.workers import Executed
from plancritic.coordinator.phases.parts import Publish
from plancritic.coordinator.problem.situation import Situation, situation_of
from plancritic.coordinator.runs.metrics import RunMetrics
from plancritic.coordinator.runs.progress import JobProgress
from plancritic.coordinator.runs.records import Runs
from plancritic.coordinator.sessions.store import Sessions
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.coordinator.workers.interface import Workers
from plancritic.coordinator.workers.over_bus import BusWorkers, KnownVerdicts
from plancritic.domains import DomainBundle
from plancritic.domains.published import PublishedDomains
from plancritic.threads import in_thread
from plancritic.verdicts.cache.stores import BucketStore, DispensableStore
from plancritic.verdicts.cache.verdict_cache import VerdictCache, problem_hash

Value = TypeVar("Value")


@dataclass(frozen=True)
class Equipment:
    """What every run of this copy works with; `told` counts what its messages tell."""

    client: Client
    settings: CoordinatorSettings
    runs: Runs
    sessions: Sessions
    domains: PublishedDomains
    verdicts: DispensableStore
    told: RunMetrics

    @classmethod
    def of(cls, client: Client, settings: CoordinatorSettings, metrics: StoreMetrics, told: RunMetrics) -> Self:
        """Return the equipment of a copy with this connection."""
        verdicts = DispensableStore(BucketStore(client, BucketName.VERDICTS), "verdicts", metrics)
        return cls(client, settings, Runs(client), Sessions(client), PublishedDomains(client), verdicts, told)

    @property
    def cache(self) -> VerdictCache:
        """Return the verdicts that are known of any problem."""
        return VerdictCache(self.verdicts, self.client.settings.tenant)

    async def situation(self, submitted: FeedbackSubmitted, bundle: DomainBundle) -> Situation:
        """Return the problem that the feedback names. Raises as `situation_of`."""
        return await in_thread(partial(situation_of, submitted, bundle))

    def workers(
        self,
        submitted: FeedbackSubmitted,
        situation: Situation,
        executed: Executed | None,
        key: str,
        answers: KnownAnswers,
        timings: Iterable[Timing] = (),
    ) -> RememberingWorkers:
        """Return the workers of a run with this key, who know these answers; `situation` is as it was submitted."""
        problem = situation.problem
        left = problem_hash(problem.domain.text, problem.text) if executed is None else executed.verdict_key
        over_bus = BusWorkers.open(
            self.client,
            submitted,
            situation,
            self.settings.patience_seconds,
            key,
            KnownVerdicts(self.cache, left) if self.settings.verdict_cache else None,
            answers.scores.version if answers.scores is not None else None,
            timings,
            None if executed is None else executed.sources,
        )
        of_run: Workers = over_bus if executed is None else executed.over(over_bus, submitted.envelope)
        return RememberingWorkers(of_run, submitted.envelope, answers)

    async def followed(
        self,
        submitted: FeedbackSubmitted,
        workers: RememberingWorkers,
        lease: Lease,
        seconds_since_start: Callable[[], float],
        work: Callable[[Publish], Awaitable[Value]],
        again: bool = False,
    ) -> Value:
        """Return what comes of the work on a run, and publish its progress meanwhile.

        The work gets what publishes its events: while the lease lasts. With `again` the run is carried on: what it
        sends may lie in the recording already, longer than the broker knows its id.
        """

        async def publish(message: Message, subject: Subject) -> None:
            await lease.confirm()
            once = again and subject is not subjects.RUN_PROGRESSED
            await (self.client.publish_once if once else self.client.publish)(message, subject)
            self.told.count(message)
            if isinstance(message, GenerationEvaluated):
                progress.begin_generation()
                await self.runs.advance(message)

        progress = JobProgress(publish, submitted.envelope, workers.jobs, seconds_since_start)
        async with progress.published():
            return await work(publish)
