"""A run is followed to its one end, or given up by a rule; on a real broker."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import pytest
from tests.contract.client.stand_in import coordinating, progress, refuse, run_state, seen_of
from tests.support.polling import until
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Service, Work
from plancritic.client import (
    PlancriticClient,
    Run,
    RunEvent,
    RunGivenUp,
    ServicesMissing,
    following,
    make_feedback,
    services,
)
from plancritic.contracts.envelope import Message
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, SearchSettings
from plancritic.contracts.runs import RunProgressed
from plancritic.contracts.service import ReportRun, RunState

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

#: A run as long as this has long passed its deadline, and the time after which silence ends the waiting.
RUN_SECONDS = 2.0


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "_GRACE_SECONDS", 0.2)
    monkeypatch.setattr(following, "_SILENCE_SECONDS", 1.0)
    monkeypatch.setattr(following, "_INTERVAL_SECONDS", 0.1)
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.3)
    monkeypatch.setattr(following, "FIRST_LOOK_SECONDS", 0.3)
    monkeypatch.setattr(services, "FIRST_LOOK_SECONDS", 0.3)


async def submitted(client: Client, seed: int | None = 1, session: str | None = None, deadline: float = 0.1) -> Run:
    settings = SearchSettings(seed=seed, deadline_seconds=deadline)
    return await PlancriticClient(client).submit(make_feedback("waterway", "1", ["Go."], settings, session))


async def slowly(feedback: FeedbackSubmitted, work: Work) -> None:
    await asyncio.sleep(RUN_SECONDS)
    await refuse(feedback, work)


async def silently(_feedback: FeedbackSubmitted, _work: Work) -> None:
    """Take the run and never say anything about it."""


class Looks:
    """Notes when following a run last heard an event and last looked whether to give up; it looks often."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._heard = self._looked = 0.0
        hear, look = following._Guard.heard, following._Guard._look

        def heard(guard: following._Guard, event: Message) -> None:
            hear(guard, event)
            self._heard = asyncio.get_running_loop().time()

        async def looked(guard: following._Guard) -> bool:
            missing = await look(guard)
            self._looked = asyncio.get_running_loop().time()
            return missing

        monkeypatch.setattr(following._Guard, "heard", heard)
        monkeypatch.setattr(following._Guard, "_look", looked)
        monkeypatch.setattr(following, "FIRST_LOOK_SECONDS", 0.1)

    async def outlast_silence(self) -> None:
        """Return once it has looked after a silence, from now on, that would end the following."""
        now = asyncio.get_running_loop().time()
        # A little longer: it looks at the clock before it is noted that it has looked.
        await until(lambda: self._looked > max(now, self._heard) + following._SILENCE_SECONDS + 0.05, 20)


@pytest.fixture
def looks(_impatient: None, monkeypatch: pytest.MonkeyPatch) -> Looks:
    return Looks(monkeypatch)


def reports(state: str, ask: ReportRun) -> Sequence[RunState]:
    return (run_state(str(ask.run), state=state),)


async def test_two_runs_of_a_session_at_once_do_not_see_each_other_s_events(
    bus_settings: BusSettings, client: Client
) -> None:
    both = asyncio.Barrier(2)

    async def carry(feedback: FeedbackSubmitted, work: Work) -> None:
        await both.wait()
        await progress(feedback, work, "planner", 2, 1)
        await both.wait()
        await refuse(feedback, work, f"the end of {feedback.envelope.correlation_id}")

    async with coordinating(bus_settings, carry):
        runs = [await submitted(client, session="shared") for _ in range(2)]
        assert runs[0].session == runs[1].session
        seen = await asyncio.wait_for(asyncio.gather(*(seen_of(run.follow()) for run in runs)), 20)
    for run, events in zip(runs, seen, strict=True):
        assert [type(event) for event in events] == [FeedbackSubmitted, RunProgressed, FeedbackRefused]
        assert {event.envelope.correlation_id for event in events} == {run.id}
        assert events[-1].fault.message == f"the end of {run.id}"


async def test_who_waits_for_the_end_may_be_handed_the_events_before_it(
    bus_settings: BusSettings, client: Client
) -> None:
    async def carry(feedback: FeedbackSubmitted, work: Work) -> None:
        await progress(feedback, work, "planner", 2, 1)
        await refuse(feedback, work)

    before: list[RunEvent] = []
    async with coordinating(bus_settings, carry):
        end = await (await submitted(client)).end(on_event=before.append)
    assert isinstance(end, FeedbackRefused)
    assert [type(event) for event in before] == [FeedbackSubmitted, RunProgressed]


@pytest.mark.parametrize("reported", [partial(reports, "running"), lambda _: ()], ids=["running", "queued"])
async def test_a_run_with_a_seed_is_followed_for_as_long_as_it_lives(
    bus_settings: BusSettings, client: Client, reported: object
) -> None:
    async with coordinating(bus_settings, slowly, reported):  # type: ignore[arg-type]
        assert isinstance(await (await submitted(client)).end(), FeedbackRefused)


async def begun_slowly(feedback: FeedbackSubmitted, work: Work) -> None:
    await progress(feedback, work, "planner", 0, 0)
    await slowly(feedback, work)


async def test_a_run_that_waits_for_its_turn_longer_than_its_deadline_is_not_given_up(
    bus_settings: BusSettings, client: Client
) -> None:
    async with coordinating(bus_settings, slowly):
        assert isinstance(await (await submitted(client, seed=None)).end(), FeedbackRefused)


async def test_a_run_without_a_seed_is_given_up_after_its_deadline(bus_settings: BusSettings, client: Client) -> None:
    async with coordinating(bus_settings, begun_slowly):
        run = await submitted(client, seed=None)
        with pytest.raises(RunGivenUp, match=r"did not end within 0\.3 s") as given_up:
            await run.end()
    assert given_up.value.run == run.id


async def test_a_limit_takes_the_place_of_the_deadline(bus_settings: BusSettings, client: Client) -> None:
    async with coordinating(bus_settings, slowly):
        with pytest.raises(RunGivenUp, match=r"did not end within 0\.5 s"):
            await (await submitted(client)).end(limit=0.5)
        assert isinstance(await (await submitted(client, seed=None)).end(limit=60), FeedbackRefused)


@pytest.mark.parametrize("state", ["ended", "refused"])
async def test_a_run_that_is_over_but_told_no_end_is_given_up(
    bus_settings: BusSettings, client: Client, state: str
) -> None:
    async with coordinating(bus_settings, silently, partial(reports, state)):
        with pytest.raises(RunGivenUp, match=f"sent no event for 1 s: the coordinator reports it as {state}"):
            await (await submitted(client)).end()


@pytest.mark.parametrize("seed", [1, None])
async def test_a_run_that_no_coordinator_takes_is_given_up_at_the_deadline_of_services(
    client: Client, seed: int | None
) -> None:
    run = await submitted(client, seed, deadline=60.0)
    announced: list[tuple[str, ...]] = []
    with pytest.raises(ServicesMissing, match="no ready copy of coordinator answers") as missing:
        await asyncio.wait_for(run.end(service_timeout=1.0, waiting=announced.append), 20)
    assert (missing.value.services, missing.value.run) == (("coordinator",), run.id)
    assert run.id in str(missing.value.fault.remedy)
    assert announced == [("coordinator", "translator", "planner", "validator", "scorer")]


async def test_a_run_is_taken_by_a_coordinator_that_starts_after_it_was_submitted(
    bus_settings: BusSettings, client: Client
) -> None:
    run = await submitted(client)
    announced = asyncio.Event()
    ending = asyncio.create_task(run.end(service_timeout=30.0, waiting=lambda _: announced.set()))
    await asyncio.wait_for(announced.wait(), 20)
    async with coordinating(bus_settings, refuse):
        assert isinstance(await asyncio.wait_for(ending, 20), FeedbackRefused)


async def test_a_worker_that_a_run_waits_for_and_that_never_answers_is_named(
    bus_settings: BusSettings, client: Client
) -> None:
    async def carry(feedback: FeedbackSubmitted, work: Work) -> None:
        await progress(feedback, work, "translator", 1, 0)

    async with coordinating(bus_settings, carry):
        with pytest.raises(ServicesMissing) as missing:
            await asyncio.wait_for((await submitted(client, deadline=60.0)).end(service_timeout=1.0), 20)
    # Nobody else is missed: the run does not need them yet.
    assert missing.value.services == ("translator",)


async def test_a_worker_that_starts_late_is_waited_for(
    bus_settings: BusSettings, client: Client, looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "_SILENCE_SECONDS", 0.7)
    started = asyncio.Event()

    async def carry(feedback: FeedbackSubmitted, work: Work) -> None:
        await progress(feedback, work, "translator", 1, 0)
        await started.wait()
        await looks.outlast_silence()
        await refuse(feedback, work)

    async with coordinating(bus_settings, carry):
        ending = asyncio.create_task((await submitted(client)).end(service_timeout=30.0))
        await looks.outlast_silence()
        async with running(Service("translator", bus_settings)):
            started.set()
            assert isinstance(await asyncio.wait_for(ending, 20), FeedbackRefused)


async def test_a_run_whose_coordinator_has_gone_is_given_up_only_after_the_silence(
    bus_settings: BusSettings, client: Client, looks: Looks
) -> None:
    run = await submitted(client)
    async with coordinating(bus_settings, silently, partial(reports, "running")):
        ending = asyncio.create_task(run.end(service_timeout=0.1))
        await looks.outlast_silence()
        assert not ending.done()
    with pytest.raises(RunGivenUp, match=r"sent no event for 1 s: no ready copy of coordinator answers"):
        await asyncio.wait_for(ending, 20)


def own_tasks() -> list[str]:
    """The tasks that following a run begins; the connection to the broker has others."""
    shown = (repr(task.get_coro()) for task in asyncio.all_tasks())
    return [each for each in shown if "give_up" in each or "_wrap_awaitable" in each]


async def test_who_stops_following_leaves_nothing_running(bus_settings: BusSettings, client: Client) -> None:
    events = (await submitted(client)).follow()
    assert isinstance(await anext(events), FeedbackSubmitted)
    assert own_tasks()
    await events.aclose()
    assert not own_tasks()
