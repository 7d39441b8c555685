"""New models come while the scorer serves: good ones are taken up, bad ones are told and change nothing."""

from __future__ import annotations

import asyncio
import hashlib
import math
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path

import pytest
import structlog
from onnx import TensorProto
from tests.support.builders import describe_service, score_plans
from tests.support.scorer_model import DIMENSIONS, HashEncoder, data_card, plain_graph, write_model
from tests.support.services import running

from plancritic.adherence.facts import STANDING
from plancritic.bus import Bucket, BusSettings, Client, Entry, Service
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.scoring import Scores
from plancritic.contracts.specification import ProblemReference
from plancritic.domains import load_domain
from plancritic.local import pack_model
from plancritic.scorer import model_registry as current
from plancritic.scorer import published, serving
from plancritic.scorer.app import build_app
from plancritic.scorer.serving import GRAPH_FILE
from plancritic.scorer.settings import ScorerSettings

PLAN = "0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]"


class Scorer:
    """A running copy, and the broker it follows."""

    def __init__(self, service: Service, client: Client, problem: ProblemReference) -> None:
        self.service = service
        self.client = client
        self.problem = problem

    async def publish(self, archive: bytes) -> str:
        version = await self.client.put_object(archive)
        await self.name(version)
        return version

    async def name(self, version: str) -> None:
        await (await self.client.kv("models")).put("waterway", version.encode())

    async def score(self, model: str | None = None) -> Scores:
        job = score_plans(problem=self.problem, plans=(PLAN,), texts=("Finish at waypoint B.",), model=model)
        result = await self.client.request(job, subjects.SCORE, timeout=15)
        assert isinstance(result, Scores)
        return result

    async def version(self) -> str:
        return (await self.score()).version

    async def refused(self, model: str | None = None) -> FaultCode:
        with pytest.raises(ContractError) as refused:
            await self.score(model)
        return refused.value.fault.code

    async def description_with(self, *parts: str) -> str:
        """Wait until the description says all this of the domain."""
        async with asyncio.timeout(10):
            while True:
                (described,) = await self.client.gather(
                    describe_service(), subjects.DESCRIBE_SERVICE, expected=1, wait=5
                )
                detail = str(described.detail.get("waterway", ""))
                if all(part in detail for part in parts):
                    return detail
                await asyncio.sleep(0.05)

    def metric(self, name: str, **labels: str) -> float | None:
        return self.service.registry.get_sample_value(name, {"domain": "waterway", **labels})


@pytest.fixture
async def scorer(bus_settings: BusSettings, client: Client) -> Scorer:
    bundle = await client.put_object(load_domain("waterway").to_json())
    problem = ProblemReference(domain="waterway", problem="1", bundle=bundle)
    return Scorer(build_app(ScorerSettings(cache=bus_settings.cache), bus_settings, HashEncoder()), client, problem)


@pytest.fixture
def archive(tmp_path: Path) -> Callable[..., bytes]:
    """Makes the archive of a model with this name, a whole one unless something is changed."""

    def make(name: str, graph: bytes | None = None, **changes: object) -> bytes:
        graph = graph if graph is not None else plain_graph(DIMENSIONS)
        packed = pack_model(write_model(tmp_path / name, graph, name=name, **changes))
        assert packed is not None
        return packed

    return make


def truncated_archive(archive: Callable[..., bytes], _folder: Path) -> bytes:
    return archive("truncated archive")[:1500]


def truncated_graph(archive: Callable[..., bytes], folder: Path) -> bytes:
    archive("truncated graph")
    graph = folder / "truncated graph" / GRAPH_FILE
    graph.write_bytes(graph.read_bytes()[:100])
    packed = pack_model(graph.parent)
    assert packed is not None
    return packed


def other_input_size(archive: Callable[..., bytes], _folder: Path) -> bytes:
    return archive("other input size", plain_graph(DIMENSIONS * 2))


def other_encoder(archive: Callable[..., bytes], _folder: Path) -> bytes:
    return archive("other encoder", encoder="another")


def other_domain(archive: Callable[..., bytes], _folder: Path) -> bytes:
    return archive("other domain", domain="satellite", data=(data_card("satellite"),))


def no_adherence(archive: Callable[..., bytes], _folder: Path) -> bytes:
    return archive("no adherence", plain_graph(DIMENSIONS, output="logits"))


def other_facts(archive: Callable[..., bytes], _folder: Path) -> bytes:
    shape = ["rows", STANDING + 1]
    return archive("other facts", plain_graph(DIMENSIONS, takes={"standing": (TensorProto.FLOAT, shape)}))


def no_numbers(archive: Callable[..., bytes], _folder: Path) -> bytes:
    return archive("no numbers", plain_graph(DIMENSIONS, half=math.nan))


@pytest.mark.parametrize(
    "spoil",
    [
        truncated_archive,
        truncated_graph,
        other_input_size,
        other_encoder,
        other_domain,
        no_adherence,
        other_facts,
        no_numbers,
    ],
)
async def test_a_new_model_that_cannot_be_used_is_told_and_the_old_one_goes_on(scorer, archive, tmp_path, spoil):
    old = await scorer.publish(archive("old"))
    async with running(scorer.service):
        assert await scorer.version() == old
        assert scorer.metric("plancritic_scorer_model_refused") == 0

        bad = await scorer.publish(spoil(archive, tmp_path))

        detail = await scorer.description_with(f"old ({old[:12]}) serves", bad[:12], "cannot be used")
        assert await scorer.version() == old, detail
        assert scorer.metric("plancritic_scorer_model_refused") == 1
        assert scorer.metric("plancritic_scorer_models_taken_up_total", outcome="model_unusable") == 1
        assert await scorer.refused(model=bad) is FaultCode.MODEL_UNUSABLE

        new = await scorer.publish(archive("new"))

        assert await scorer.description_with("new (") == f"new ({new[:12]})"
        assert await scorer.version() == new
        assert scorer.metric("plancritic_scorer_model_refused") == 0


async def test_a_model_whose_object_is_not_there_is_told_and_the_old_one_goes_on(scorer, archive):
    old = await scorer.publish(archive("old"))
    async with running(scorer.service):
        await scorer.name("0" * 64)

        await scorer.description_with(f"old ({old[:12]}) serves", "the object store lacks")
        assert await scorer.version() == old
        assert scorer.metric("plancritic_scorer_models_taken_up_total", outcome="model_missing") == 1


@pytest.fixture
def second_copy(bus_settings: BusSettings) -> Service:
    """A copy that has seen nothing of what the first one did, on a machine of its own."""
    settings = bus_settings.model_copy(update={"cache": bus_settings.cache.parent / "second"})
    return build_app(ScorerSettings(cache=settings.cache), settings, HashEncoder())


async def test_a_copy_started_after_a_bad_model_serves_the_last_one_that_can_be_used(scorer, second_copy, archive):
    await scorer.publish(archive("older"))
    old = await scorer.publish(archive("old"))
    await scorer.publish(b"no archive")
    await scorer.name("0" * 64)
    bad = await scorer.publish(archive("bad", plain_graph(DIMENSIONS, half=math.nan)))
    scorer.service = second_copy
    async with running(second_copy):
        await scorer.description_with(f"old ({old[:12]}) serves", bad[:12], "cannot judge")
        assert await scorer.version() == old
        assert scorer.metric("plancritic_scorer_model_refused") == 1

        new = await scorer.publish(archive("new"))

        assert await scorer.description_with("new (") == f"new ({new[:12]})"
        assert await scorer.version() == new
        assert scorer.metric("plancritic_scorer_model_refused") == 0


async def test_a_model_that_was_withdrawn_is_not_put_in_the_place_of_a_bad_one(scorer, archive):
    await scorer.publish(archive("withdrawn"))
    await (await scorer.client.kv("models")).delete("waterway")
    await scorer.publish(b"no archive")
    async with running(scorer.service):
        assert await scorer.refused() is FaultCode.MODEL_UNUSABLE


async def test_a_model_put_back_after_a_bad_one_is_told_to_serve(scorer, archive):
    old = await scorer.publish(archive("old"))
    async with running(scorer.service):
        await scorer.publish(b"no archive")
        await scorer.description_with(f"old ({old[:12]}) serves")
        await scorer.name(old)
        assert await scorer.description_with("old (") == f"old ({old[:12]})"
        assert scorer.metric("plancritic_scorer_model_refused") == 0


async def test_a_model_of_several_domains_serves_each_of_them(scorer, archive):
    both = archive("both", domain="satellite", data=(data_card("satellite"), data_card("waterway")))
    version = await scorer.publish(both)
    async with running(scorer.service):
        assert await scorer.version() == version


async def test_a_missing_model_is_taken_up_once_its_object_is_there(scorer, archive, monkeypatch):
    monkeypatch.setattr(current, "_RETRY_DELAY", 0.1)
    old, packed = await scorer.publish(archive("old")), archive("late")
    late = hashlib.sha256(packed).hexdigest()
    await scorer.name(late)
    async with running(scorer.service):
        await scorer.description_with(f"old ({old[:12]}) serves", "the object store lacks")
        await scorer.client.put_object(packed)
        assert await scorer.description_with("late (") == f"late ({late[:12]})"
        assert await scorer.version() == late


async def test_a_refused_model_that_is_published_again_is_tried_again(scorer, archive, monkeypatch):
    old = await scorer.publish(archive("old"))
    async with running(scorer.service):
        with monkeypatch.context() as patch:
            patch.setattr(serving, "defect", lambda *_: "the machine has no memory left")
            new = await scorer.publish(archive("new"))
            await scorer.description_with(f"old ({old[:12]}) serves", "no memory left")
        await scorer.name(new)
        assert await scorer.description_with("new (") == f"new ({new[:12]})"
        assert await scorer.version() == new


async def test_models_are_followed_anew_when_following_fails(scorer, archive, monkeypatch):
    monkeypatch.setattr(current, "_RETRY_DELAY", 0.1)
    await scorer.publish(archive("old"))
    watch, failed = Bucket.watch, asyncio.Event()

    async def failing(bucket: Bucket) -> AsyncGenerator[Entry, None]:
        if not failed.is_set():
            failed.set()
            raise ValueError("an answer that nobody expected")
        async with aclosing(watch(bucket)) as entries:
            async for entry in entries:
                yield entry

    monkeypatch.setattr(Bucket, "watch", failing)
    with structlog.testing.capture_logs() as logs:
        async with running(scorer.service):
            await asyncio.wait_for(failed.wait(), 10)
            new = await scorer.publish(archive("new"))
            await scorer.description_with("new (")
            assert await scorer.version() == new
    assert [line["error"] for line in logs if line["event"] == "published models are followed anew"] == [
        "ValueError('an answer that nobody expected')"
    ]


async def test_jobs_go_on_with_the_old_model_until_the_new_one_is_loaded(scorer, archive, monkeypatch):
    old = await scorer.publish(archive("old"))
    async with running(scorer.service):
        assert await scorer.version() == old
        loading, go_on = hold_loading(monkeypatch)
        new = await scorer.publish(archive("new"))
        try:
            await asyncio.to_thread(loading.wait, 10)
            assert [await scorer.version() for _ in range(3)] == [old] * 3
        finally:
            go_on.set()
        await scorer.description_with("new (")
        assert await scorer.version() == new


async def test_a_model_that_loads_slower_than_the_one_published_after_it_stays_behind(scorer, archive, monkeypatch):
    await scorer.publish(archive("first"))
    async with running(scorer.service):
        loading, go_on = hold_loading(monkeypatch)
        slow = await scorer.publish(archive("slow"))
        try:
            await asyncio.to_thread(loading.wait, 10)
            monkeypatch.undo()
            quick = await scorer.publish(archive("quick"))
            await scorer.description_with("quick (")
        finally:
            go_on.set()
        # Loaded by now, or waited for here.
        assert (await scorer.score(model=slow)).version == slow
        assert await scorer.version() == quick
        await scorer.description_with("quick (")


async def test_a_job_that_names_its_model_keeps_it_when_a_new_one_comes(scorer, archive):
    old = await scorer.publish(archive("old"))
    async with running(scorer.service):
        new = await scorer.publish(archive("new"))
        await scorer.description_with("new (")
        named, current = await scorer.score(model=old), await scorer.score()
    assert (named.version, named.model) == (old, f"old ({old[:12]})")
    assert (current.version, current.model) == (new, f"new ({new[:12]})")


async def test_a_withdrawn_model_serves_no_longer_and_one_published_again_does(scorer, archive):
    version = await scorer.publish(archive("model"))
    async with running(scorer.service):
        assert await scorer.version() == version
        await (await scorer.client.kv("models")).delete("waterway")
        await scorer.description_with("withdrawn")
        assert await scorer.refused() is FaultCode.MODEL_MISSING
        await scorer.name(version)
        await scorer.description_with("model (")
        assert await scorer.version() == version


def hold_loading(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """From now on a model that is loaded says so by the first event and waits for the second."""
    loading, go_on = threading.Event(), threading.Event()
    unpack = published.unpack_model

    def held(packed: bytes, folder: Path) -> None:
        loading.set()
        assert go_on.wait(20)
        unpack(packed, folder)

    monkeypatch.setattr(published, "unpack_model", held)
    return loading, go_on
