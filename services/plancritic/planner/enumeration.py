"""Jobs about all plans of a classical problem: the cheapest plans (K*) and the landmarks (forbiditerative)."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import cached_property

from plancritic.bus import Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.enumeration import EnumeratePlans, FindLandmarks, LandmarksFound, PlanEnumeration
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.planning import Cancelled
from plancritic.domains.published import PublishedDomains
from plancritic.engines import EngineSettings, PlanningRequest, create_engine
from plancritic.engines.planners import landmarks
from plancritic.engines.planners.kstar import KStarEngine, TopPlans
from plancritic.planner.settings import PlannerSettings


class _Enumerators:
    """The two engines, each made when the first job asks for it; K* as the registry makes it."""

    def __init__(self, settings: EngineSettings) -> None:
        self._settings = settings

    @cached_property
    def kstar(self) -> KStarEngine:
        engine = create_engine("kstar", self._settings)
        assert isinstance(engine, KStarEngine)
        return engine

    @cached_property
    def landmarks(self) -> landmarks.LandmarkFinder:
        absence = landmarks.absence()
        if absence is not None:
            message = f"engine {landmarks.NAME!r} is not installed"
            raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=message, remedy=absence))
        return landmarks.LandmarkFinder(self._settings.engine_children)

    async def close(self) -> None:
        for made in ("kstar", "landmarks"):
            if made in self.__dict__:
                await getattr(self, made).close()


def register(service: Service, settings: PlannerSettings) -> None:
    """Adds the handlers; an engine that is not installed is `service_unavailable` with the remedy."""
    domains: list[PublishedDomains] = []
    engines = _Enumerators(EngineSettings(engine_children=settings.concurrency))

    @service.on_start
    async def open_parts() -> None:
        domains.append(PublishedDomains(service.client))

    @service.on_stop
    async def close_engines() -> None:
        await engines.close()

    @service.work(subjects.ENUMERATE, concurrency=settings.concurrency)
    async def enumerate_plans(job: EnumeratePlans, _work: Work) -> PlanEnumeration:
        answer = PlanEnumeration(envelope=job.envelope.caused("result"), job=job.envelope.message_id)
        if _late(job):
            return answer.model_copy(update={"failure": Cancelled(engine="kstar")})
        request = PlanningRequest(*await domains[0].problem(job.problem), job.limits)
        started = time.monotonic()
        found = await engines.kstar.top_plans(request, job.count, job.quality_bound)
        seconds = time.monotonic() - started
        if not isinstance(found, TopPlans):
            return answer.model_copy(update={"failure": found, "seconds": seconds})
        missing = 0 if found.exhausted else job.count - len(found.plans)
        return answer.model_copy(
            update={
                "plans": found.plans,
                "exhausted": found.exhausted,
                "complete": found.complete,
                "shortfall": missing,
                "seconds": seconds,
            }
        )

    @service.work(subjects.FIND_LANDMARKS, concurrency=settings.concurrency)
    async def find_landmarks(job: FindLandmarks, _work: Work) -> LandmarksFound:
        answer = LandmarksFound(envelope=job.envelope.caused("result"), job=job.envelope.message_id)
        if _late(job):
            return answer.model_copy(update={"failure": Cancelled(engine=landmarks.NAME)})
        request = PlanningRequest(*await domains[0].problem(job.problem), job.limits)
        started = time.monotonic()
        found = await engines.landmarks.landmarks(request, job.method)
        what = {"landmarks": found} if isinstance(found, tuple) else {"failure": found}
        return answer.model_copy(update={**what, "seconds": time.monotonic() - started})


def _late(job: EnumeratePlans | FindLandmarks) -> bool:
    return job.not_after is not None and datetime.now(UTC) > job.not_after
