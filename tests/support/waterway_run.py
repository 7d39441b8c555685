"""The workers of a feedback run on waterway 1, as the coordinator would open them."""

from __future__ import annotations

from typing import Any

from tests.support.builders import feedback_submitted

from plancritic.bus import BucketName, Client
from plancritic.bus.streams import stream_name
from plancritic.contracts.envelope import Envelope, new_key
from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.subjects import Kind
from plancritic.coordinator.problem.situation import situation_of
from plancritic.coordinator.workers.over_bus import BusWorkers, KnownVerdicts
from plancritic.domains import load_domain
from plancritic.verdicts.cache.stores import BucketStore, DispensableStore
from plancritic.verdicts.cache.verdict_cache import VerdictCache, problem_hash

WATERWAY = load_domain("waterway")
PROBLEM = problem_hash(WATERWAY.domain_pddl, WATERWAY.problem("1"))


def verdict_store(client: Client, patience: float = 0.5) -> DispensableStore:
    """The bucket of verdicts, from which a run can go on without."""
    return DispensableStore(BucketStore(client, BucketName.VERDICTS), "verdicts", patience=patience)


async def workers_of_a_run(
    client: Client, cache: bool = True, store: DispensableStore | None = None, patience: float = 20.0, **settings: Any
) -> BusWorkers:
    """The workers of a run of its own; the bundle is published, the services are not started."""
    await client.put_object(WATERWAY.to_json())
    submitted = feedback_submitted("Go.", envelope=Envelope.start(), settings=SearchSettings(**settings))
    known = KnownVerdicts(VerdictCache(store or verdict_store(client), client.settings.tenant), PROBLEM)
    situation = situation_of(submitted, WATERWAY)
    return BusWorkers.open(client, submitted, situation, patience, new_key(), known if cache else None)


async def jobs_queued(client: Client) -> int:
    """How many jobs were ever queued."""
    info = await client.jetstream.stream_info(stream_name(client.naming, Kind.JOB))
    return int(info.state.last_seq)
