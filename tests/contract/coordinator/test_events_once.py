"""Events of a run are in the recording once, also long after the broker has forgotten their ids."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from tests.support.feedback_runs import end_of, submit
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Event
from plancritic.bus.streams import stream_name
from plancritic.client import PlancriticClient, make_feedback
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.subjects import Kind, Subject
from plancritic.coordinator.app import build_app
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.domains import load_domain


@pytest.fixture
async def forgetful(client: Client) -> AsyncIterator[Client]:
    """A broker that drops a repetition for a tenth of a second only."""
    stream = (await client.jetstream.stream_info(stream_name(client.naming, Kind.EVENT))).config
    await client.jetstream.update_stream(stream.evolve(duplicate_window=0.1))
    yield client


async def recorded(client: Client, run: Envelope, row: Subject) -> list[Event]:
    """The events of a run on a row, once none has come for a while."""
    found: list[Event] = []
    watching = client.watch(session=run.session_id, correlation=run.correlation_id, subjects=(row,))
    async with aclosing(watching) as events:
        try:
            while True:
                found.append(await asyncio.wait_for(anext(events), 0.5))
        except TimeoutError:
            return found


@pytest.mark.slow
async def test_the_start_of_a_run_that_is_taken_over_is_told_once(forgetful: Client, bus_settings: BusSettings) -> None:
    bundle = await forgetful.put_object(load_domain("waterway").to_json())
    await (await forgetful.kv("domains")).put("waterway", bundle.encode())
    run = await submit(forgetful, "Go.")
    async with running(
        build_app(CoordinatorSettings(patience_seconds=30), bus_settings.model_copy(update={"grace": 0.0}))
    ):
        while not await recorded(forgetful, run, subjects.RUN_STARTED):
            pass
    async with running(build_app(CoordinatorSettings(patience_seconds=1), bus_settings)):
        await end_of(forgetful, run, limit=30)
    assert len(await recorded(forgetful, run, subjects.RUN_STARTED)) == 1


@pytest.mark.slow
async def test_a_question_is_asked_once_however_often_its_run_is_carried_on(haulage: Client, forgetful: Client) -> None:
    doubtful = [
        "Hold the hospital's delivery back until the school has received theirs.",
        "Hold the school's delivery back until the hospital has received theirs.",
    ]
    feedback = make_feedback("haulage", "1", doubtful, SearchSettings(seed=1, generations=0), questions="ask")
    run = await PlancriticClient(haulage).submit(feedback)
    envelope = feedback.envelope
    async with asyncio.timeout(60):
        while len(questions := await recorded(forgetful, envelope, subjects.QUESTION_ASKED)) < 2:
            pass
    await run.answer(questions[0].message, 1)
    await run.end(limit=60)
    assert len(await recorded(forgetful, envelope, subjects.QUESTION_ASKED)) == 2
