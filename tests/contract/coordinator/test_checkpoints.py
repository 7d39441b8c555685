"""Runs whose coordinator dies at any of their checkpoints, on a real broker and with real workers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest
from tests.support.builders import feedback_submitted
from tests.support.feedback_runs import equal_results, events_of, number_of_ends
from tests.support.scorer_model import HashEncoder
from tests.support.services import running
from tests.support.waterway_run import jobs_queued

from plancritic.bus import BusSettings, Client
from plancritic.bus.observability.metrics import FillMetrics, StoreMetrics
from plancritic.bus.room import StoreCapacity
from plancritic.bus.streams import checkpoint_store_name
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, PlanRevised, SearchSettings
from plancritic.contracts.runs import RunStarted
from plancritic.contracts.subjects import PLAN_REVISED_V1, Subject
from plancritic.coordinator.checkpoints.checkpoint_store import CheckpointStore
from plancritic.coordinator.runs.carrier import RunExecutor
from plancritic.coordinator.runs.metrics import RunMetrics
from plancritic.coordinator.search.cosines import no_cosines
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.domains import load_domain
from plancritic.llm import LanguageModelSettings
from plancritic.planner import app as planner
from plancritic.planner.settings import PlannerSettings
from plancritic.scorer import app as scorer
from plancritic.scorer.settings import ScorerSettings
from plancritic.translator import app as translator
from plancritic.translator.settings import TranslatorSettings
from plancritic.validator import app as validator
from plancritic.validator.settings import ValidatorSettings

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

STATEMENTS = ("Van 1 is back at the depot at the end.", "Driver 1 never drives van 1.")
SETTINGS = SearchSettings(
    seed=4, population=4, generations=2, least_generations=2, solve_seconds=0.5, evidence=("check",)
)


class Killed(BaseException):
    """The end of a process, as far as a test can have one."""


class Mortal(Client):
    """A client whose process is killed once it has stored `survives` checkpoints; `requested` are its jobs' ids."""

    def __init__(self, client: Client, survives: int | None = None) -> None:
        super().__init__(client.connection, client.settings)
        self.requested: list[str] = []
        self.stored = 0
        put, store = self.checkpoints.put, self.checkpoints

        async def counted(run: str, data: bytes, after: int | None = None) -> int:
            sequence = await put(run, data, after)
            self.stored += 1
            if self.stored == survives:
                raise Killed
            return sequence

        store.put = counted  # type: ignore[method-assign]

    async def request(self, message: Message, subject: Subject, timeout: float) -> Message:  # noqa: ASYNC109
        answer = await super().request(message, subject, timeout)
        self.requested.append(message.envelope.message_id)
        return answer


def carrier(client: Client) -> RunExecutor:
    """A coordinator as after a start: it knows of no run."""
    settings = CoordinatorSettings(patience_seconds=20, verdict_cache=False)
    room = StoreCapacity(client.jetstream, client.settings, FillMetrics())
    return RunExecutor(client, settings, no_cosines, StoreMetrics(), room, RunMetrics())


def feedback(**changes: Any) -> FeedbackSubmitted:
    settings = SETTINGS.model_copy(update=changes)
    return feedback_submitted(*STATEMENTS, envelope=Envelope.start(), domain="haulage", settings=settings)


@pytest.fixture
async def workers(client: Client, bus_settings: BusSettings, tmp_path) -> AsyncIterator[Client]:
    """All services but a coordinator, and a domain without a scorer model."""
    sha256 = await client.put_object(load_domain("haulage").to_json())
    await (await client.kv("domains")).put("haulage", sha256.encode())
    no_model = LanguageModelSettings(base_url=None, api_key=None, model=None)
    async with running(
        planner.build_app(PlannerSettings(), bus_settings),
        translator.build_app(TranslatorSettings(cache=tmp_path), bus_settings, no_model),
        validator.build_app(ValidatorSettings(), bus_settings),
        scorer.build_app(ScorerSettings(cache=tmp_path), bus_settings, HashEncoder()),
    ):
        yield client


async def published(client: Client, submitted: FeedbackSubmitted) -> list[Message]:
    """All events of a run that has ended."""
    return [event.message for event in await events_of(client, submitted.envelope, 20)]


@pytest.mark.slow
async def test_wherever_its_coordinator_dies_a_run_ends_once_with_the_same_result(workers: Client) -> None:
    whole = feedback()
    undisturbed = Mortal(workers)
    await carrier(undisturbed).carry(whole)
    *_, expected = await published(workers, whole)
    assert isinstance(expected, PlanRevised)
    assert expected.generations == 2
    assert undisturbed.stored >= 8, "begun, base plan, translation, three generations, search, completion, result"
    for survives in range(1, undisturbed.stored + 1):
        submitted = feedback()
        dying = Mortal(workers, survives)
        with pytest.raises(Killed):
            await carrier(dying).carry(submitted)
        next_one = Mortal(workers)
        await carrier(next_one).carry(submitted)
        *_, end = await published(workers, submitted)
        assert isinstance(end, PlanRevised)
        assert equal_results(end, expected)
        assert not set(dying.requested) & set(next_one.requested), "what was answered is looked up by nobody again"
        assert len(dying.requested) + len(next_one.requested) == len(undisturbed.requested)
        assert await number_of_ends(workers, submitted.envelope, quiet=0.3) == 1
        assert await CheckpointStore(workers).newest(submitted.envelope.correlation_id) is None


async def test_who_continues_asks_for_the_same_jobs_and_two_who_continue_end_the_run_once(workers: Client) -> None:
    submitted = feedback()
    with pytest.raises(Killed):
        await carrier(Mortal(workers, 3)).carry(submitted)
    checkpoint = await workers.checkpoints.get(submitted.envelope.correlation_id)
    assert checkpoint is not None
    one = Mortal(workers)
    await carrier(one).carry(submitted)
    jobs = await jobs_queued(workers)
    # A second copy, which took the run over as well and comes late.
    other = Mortal(workers)
    await workers.checkpoints.put(submitted.envelope.correlation_id, checkpoint)
    late = carrier(other)
    lease = await late._leases.take(submitted.envelope.correlation_id)
    result = await late._result(submitted, lease)
    await lease.release()
    # Requests that go out together are in no order.
    assert sorted(other.requested) == sorted(one.requested)
    assert await jobs_queued(workers) == jobs, "every result was there"
    # Of its versions the first one has the id that the checkpoint gives.
    async with aclosing(workers.watch(submitted.envelope.session_id, subjects=[PLAN_REVISED_V1])) as ends:
        assert (await anext(ends)).message.envelope.message_id == result.envelope.message_id
    await late.carry(submitted)
    assert await number_of_ends(workers, submitted.envelope, quiet=0.3) == 1


async def test_the_start_is_announced_once_with_what_plans(workers: Client) -> None:
    submitted = feedback()
    with pytest.raises(Killed):
        await carrier(Mortal(workers, 1)).carry(submitted)
    await carrier(Mortal(workers)).carry(submitted)
    starts = [each for each in await published(workers, submitted) if isinstance(each, RunStarted)]
    assert len(starts) == 1
    assert (starts[0].seed, starts[0].scorer_model) == (4, None)
    assert "kairos" in str(starts[0].planner)
    bundle = await (await workers.kv("domains")).get("haulage")
    assert bundle is not None and starts[0].problem.bundle == bundle.value.decode()


async def test_a_run_that_is_refused_on_the_way_has_an_end_that_nobody_can_derive_and_no_checkpoint(
    workers: Client,
) -> None:
    submitted = feedback(evidence=("scorer",))
    copy = carrier(Mortal(workers))
    with pytest.raises(ContractError) as refusal:
        await copy.carry(submitted)
    assert refusal.value.fault.code is FaultCode.MODEL_MISSING
    checkpoint = await CheckpointStore(workers).newest(submitted.envelope.correlation_id)
    assert checkpoint is not None
    await copy.refuse(refusal.value.fault, submitted.envelope)
    *_, end = await published(workers, submitted)
    assert isinstance(end, FeedbackRefused)
    assert end.envelope.message_id == checkpoint.end_envelope().message_id
    assert end.envelope.message_id != submitted.envelope.caused("end").message_id
    assert await CheckpointStore(workers).newest(submitted.envelope.correlation_id) is None


async def test_a_checkpoint_that_cannot_be_read_is_no_end_of_the_run(workers: Client) -> None:
    submitted = feedback()
    with pytest.raises(Killed):
        await carrier(Mortal(workers, 2)).carry(submitted)
    await workers.checkpoints.put(submitted.envelope.correlation_id, b"of another version")
    await carrier(Mortal(workers)).carry(submitted)
    assert isinstance((await published(workers, submitted))[-1], PlanRevised)


async def test_without_the_store_feedback_is_refused_with_the_remedy(workers: Client) -> None:
    await workers.jetstream.delete_stream(f"OBJ_{checkpoint_store_name(workers.naming)}")
    submitted = feedback()
    copy = carrier(Mortal(workers))
    with pytest.raises(ContractError) as refusal:
        await copy.carry(submitted)
    assert "plancritic provision" in str(refusal.value.fault.remedy)
    await copy.refuse(refusal.value.fault, submitted.envelope)
    assert isinstance((await published(workers, submitted))[-1], FeedbackRefused)


async def test_a_checkpoint_is_replaced_as_a_whole_and_deleting_one_twice_is_no_fault(client: Client) -> None:
    store = client.checkpoints
    assert await store.get("run") is None
    for size in (0, 1, 300_000, 10):
        await store.put("run", b"x" * size)
        assert await store.get("run") == b"x" * size
    await store.delete("run")
    await store.delete("run")
    assert await store.get("run") is None


@pytest.mark.slow
async def test_a_checkpoint_whose_pieces_are_gone_counts_as_none(workers: Client) -> None:
    """As nats-py leaves it where the broker acknowledges a new object too late: listed, and without its pieces."""
    submitted = feedback(generations=0, least_generations=0)
    run = submitted.envelope.correlation_id
    with pytest.raises(Killed):
        await carrier(Mortal(workers, 1)).carry(submitted)
    stream = f"OBJ_{checkpoint_store_name(workers.naming)}"
    pieces = (await (await workers.checkpoints.open()).get_info(run)).nuid
    await workers.jetstream.purge_stream(stream, subject=f"$O.{checkpoint_store_name(workers.naming)}.C.{pieces}")
    assert await CheckpointStore(workers).newest(run) is None
    await carrier(workers).carry(submitted)
    assert await number_of_ends(workers, submitted.envelope, quiet=0.3) == 1


async def test_feedback_delivered_again_while_its_run_goes_on_waits_for_the_end(workers: Client) -> None:
    submitted, working = feedback(), Mortal(workers)
    alone = Mortal(workers)
    await carrier(alone).carry(feedback())
    copy = carrier(working)
    await asyncio.gather(copy.carry(submitted), copy.carry(submitted))
    assert len(working.requested) == len(alone.requested), "nobody worked on it a second time"
    assert await number_of_ends(workers, submitted.envelope, quiet=0.3) == 1
