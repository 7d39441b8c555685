"""What was planned before: verdicts for whoever asks the same, plans for new specifications of the same problem."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.bus import BucketName, Service
from plancritic.bus.observability.metrics import StoreMetrics
from plancritic.contracts.improvement.messages import ImprovePlan
from plancritic.contracts.planning import Impossible, PlanProved, SolveLimits, SolveProblem, Verdict
from plancritic.judges import Judge, JudgeRequest, prove
from plancritic.pddl.language import (
    Constraint,
    PddlSyntaxError,
    Problem,
    UnsupportedFeatureError,
    parse_constraint,
    parse_domain,
    parse_plan,
    parse_problem,
)
from plancritic.pddl.specification import check_constraint, misfit_error
from plancritic.planner.settings import PlannerSettings
from plancritic.threads import in_thread
from plancritic.verdicts.cache.plan_archive import PlanArchive
from plancritic.verdicts.cache.stores import BucketStore, DispensableStore
from plancritic.verdicts.cache.verdict_cache import VerdictCache, VerdictRequest

#: So long may be looked for a known plan whatever the limit of the search, in seconds.
_LEAST_LOOKING_UP = 1.0
#: With a plan known, a search for a shorter one gets no more than this, in seconds.
_SECONDS_FOR_A_SHORTER = 1.0


@dataclass(frozen=True)
class KnownPlan:
    """A known plan that does, judged; `shortest` says that none of the problem's known plans ends sooner."""

    verdict: PlanProved
    shortest: bool

    def limits(self, limits: SolveLimits) -> SolveLimits:
        """Return the limits of the search for a shorter plan."""
        return limits.model_copy(update={"seconds": min(limits.seconds, _SECONDS_FOR_A_SHORTER)})

    def or_better(self, searched: Verdict) -> Verdict:
        """What the search found if that is a plan that ends sooner, or as soon with as few steps; else this plan."""
        if isinstance(searched, PlanProved) and _length(searched.plan) <= _length(self.verdict.plan):
            return searched
        return self.verdict


class Known:
    """The cache of verdicts, which this copy writes, and the archive of plans, which it reads and writes.

    Trouble with their buckets never fails a job: it is logged once and counted (`plancritic_store_uses`).
    """

    def __init__(self, service: Service, settings: PlannerSettings, planning: str, judges: Sequence[Judge]) -> None:
        self._service = service
        self._settings = settings
        self._planning = planning
        self._judges = tuple(judges)
        self._metrics = StoreMetrics(service.registry)
        self._archive = PlanArchive()
        self._plans: DispensableStore | None = None
        self._verdicts: VerdictCache | None = None

    async def open(self) -> None:
        """Takes hold of the buckets and says which version plans here."""
        tenant = self._tenant
        client = self._service.client
        if self._settings.plan_archive:
            self._plans = DispensableStore(BucketStore(client, BucketName.PLANS), "plans", self._metrics)
        if self._settings.verdict_cache:
            store = DispensableStore(BucketStore(client, BucketName.VERDICTS), "verdicts", self._metrics)
            self._verdicts = VerdictCache(store, tenant, self._planning)
            await self._verdicts.advertise()

    async def archive_for(self, job: SolveProblem, problem: str) -> PlanArchive | None:
        """Return the archive with the plans of a problem, or None where the job may not use it.

        In deterministic mode what was planned before must not change an answer; whoever asks for the best plan that
        can be found (`anytime`, `improve`, preferences) does not want the next best that is known; whoever names an
        engine wants that engine's. (A problem with preferences of its own is none for the archive either: `plan`.)
        """
        wishes = any(traced.strength != "must" for traced in job.specification)
        particular = job.engine is not None or job.limits.anytime or job.improve or wishes
        if self._plans is None or job.limits.deterministic or particular:
            return None
        await self._archive.fetch(self._plans, self._tenant, problem)
        return self._archive

    async def shortest_plan(self, job: ImprovePlan, key: str, domain: str, problem: str) -> str | None:
        """Return the shortest known plan that meets the constraints of a job, made under whatever specification.

        None where there is none, in deterministic mode, and where an engine is named: what was planned before must not
        change these answers.
        """
        if self._plans is None or job.limits.deterministic or job.engine is not None:
            return None
        await self._archive.fetch(self._plans, self._tenant, key)
        texts = tuple(traced.constraint for traced in job.specification)
        found = await self._looked_up(self._archive, domain, problem, texts, job.limits)
        return None if found is None else found[0]

    async def keep_plan(self, problem: str, plan: str) -> None:
        """Keeps a proved plan of a problem, for whoever plans it next."""
        if self._plans is not None and self._archive.add(problem, plan):
            await self._archive.keep(self._plans, self._tenant, problem)

    async def _looked_up(
        self, archive: PlanArchive, domain: str, problem: str, texts: Sequence[str], limits: SolveLimits
    ) -> tuple[str, str] | None:
        """The shortest known plan under the constraints, and the shortest of all; None where there is none."""

        def look_up() -> tuple[str, str] | None:
            parsed = parse_problem(problem, parse_domain(domain))
            if parsed.constraint_preferences:
                return None  # the problem has wishes of its own
            plan = archive.plan_for(parsed, [_checked(text, parsed) for text in texts])
            shortest = archive.plan_for(parsed, ())
            return None if plan is None or shortest is None else (plan, shortest)

        try:
            return await in_thread(look_up, max(limits.seconds, _LEAST_LOOKING_UP))
        except (PddlSyntaxError, UnsupportedFeatureError, TimeoutError):
            return None  # said by who plans

    async def plan(self, job: SolveProblem, key: str, domain: str, problem: str) -> KnownPlan | None:
        """Return a known plan that does for the job's specification, accepted by every judge like any other plan."""
        archive = await self.archive_for(job, key)
        if archive is None:
            return None
        started = time.monotonic()
        texts = tuple(traced.constraint for traced in job.specification)

        found = await self._looked_up(archive, domain, problem, texts, job.limits)
        if found is None:
            return None
        plan, shortest = found
        proof = await prove(self._judges, JudgeRequest(domain, problem, plan, texts))
        if proof.ruling != "accepted":
            return None
        seconds = time.monotonic() - started
        verdict = PlanProved(engine="archive", road="archive", seconds=seconds, plan=plan, proof=proof)
        return KnownPlan(verdict, parse_plan(plan).makespan <= parse_plan(shortest).makespan)

    async def keep(self, job: SolveProblem, problem: str, verdict: Verdict) -> None:
        """Keeps the verdict where that may be, and the plans it holds."""
        if self._verdicts is not None:
            await self._verdicts.write(VerdictRequest.of(job, problem), verdict)
        if self._plans is not None:
            new = [self._archive.add(problem, plan) for plan in _plans(verdict)]
            if any(new):
                await self._archive.keep(self._plans, self._tenant, problem)

    @property
    def _tenant(self) -> str:
        return self._service.settings.tenant


def _checked(text: str, problem: Problem) -> Constraint:
    """A constraint that fits the problem; one that does not, or is too large, is for the planner to refuse."""
    constraint = parse_constraint(text)
    if misfits := check_constraint(constraint, problem):
        raise misfit_error(misfits, "specification", 1, 1)
    return constraint


def _length(plan: str) -> tuple[float, int]:
    parsed = parse_plan(plan)
    return parsed.makespan, len(parsed.steps)


def _plans(verdict: Verdict) -> tuple[str, ...]:
    match verdict:
        case PlanProved():
            return (verdict.plan,)
        case Impossible():
            return tuple(relaxation.plan for relaxation in verdict.relaxations)
        case _:
            return ()
