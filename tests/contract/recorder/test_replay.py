"""Recorded on one namespace of a real broker, replayed on another: the order, the ids and what is compared."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest
from tests.contract.recorder.stand_in import MEANINGS, StandIn
from tests.support.nats_server import remove_namespace
from tests.support.services import running

from plancritic.bus import BusSettings, Client, provision
from plancritic.client import PlancriticClient, RunEnd, make_feedback
from plancritic.contracts.envelope import new_id
from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.questions import QuestionAsked
from plancritic.contracts.subjects import PLAN_REVISED_V1
from plancritic.recorder.errors import NothingRecorded
from plancritic.recorder.event_stream import Start
from plancritic.recorder.exporting import export
from plancritic.recorder.history import Turn
from plancritic.recorder.pace import Pace
from plancritic.recorder.recording import Selection
from plancritic.recorder.replaying import Replay
from plancritic.recorder.sources import Source, read_broker, read_file

WORK = [
    *("submitted One.", "answered", "ended One.", "submitted Two.", "ended Two.", "undo"),
    *("submitted Three.", "ended Three.", "accept"),
]
SIDE = ["branch", "submitted Four.", "ended Four."]


async def say(
    client: PlancriticClient, session: str, text: str, choice: int | None = None, seed: int | None = 1, **named: str
) -> None:
    """A turn, its question answered by a choice."""
    questions = "none" if choice is None else "ask"
    settings = SearchSettings(seed=seed)
    run = await client.submit(
        make_feedback("waterway", "1", [text], settings, session, questions=questions, **named)  # type: ignore[arg-type]
    )
    async with aclosing(run.follow()) as events:
        async for event in events:
            if isinstance(event, QuestionAsked):
                await run.answer(event, choice)
            if isinstance(event, RunEnd):
                return


@pytest.fixture
async def recorded(bus_settings: BusSettings, client: Client, tmp_path: Path) -> Source:
    """A conversation with a question, an undo, an accepted revision and a branch."""
    stand_in = StandIn(bus_settings)
    plancritic = PlancriticClient(client)
    async with running(stand_in.service):
        await say(plancritic, "work", "One.", choice=3)
        await say(plancritic, "work", "Two.", revision=stand_in.revisions("work")[0].id)
        await plancritic.undo("work")
        await say(plancritic, "work", "Three.", seed=None)
        await plancritic.accept("work")
        await plancritic.branch("work", revision=stand_in.revisions("work")[0].id, into="side")
        await say(plancritic, "side", "Four.")
    assert (stand_in.of("work"), stand_in.of("side")) == (WORK, SIDE)
    await export(client, Selection(), tmp_path / "a.jsonl")
    return read_file(tmp_path / "a.jsonl")


@asynccontextmanager
async def elsewhere(settings: BusSettings) -> AsyncIterator[tuple[BusSettings, PlancriticClient]]:
    """A fresh namespace."""
    fresh = settings.model_copy(update={"namespace": f"replay-{new_id()[:12]}"})
    await provision(fresh)
    try:
        async with Client.connect(fresh, "test") as client:
            yield fresh, PlancriticClient(client)
    finally:
        await remove_namespace(fresh)


@pytest.mark.parametrize("pace", ["max", "x50"])
async def test_every_input_comes_after_what_it_builds_on_and_every_outcome_is_the_same(
    recorded: Source, bus_settings: BusSettings, pace: str
) -> None:
    async with elsewhere(bus_settings) as (settings, client):
        # Another order of the choices: the answer is a meaning, not a number. Runs that take a while would show a turn
        # that does not wait for the one before.
        stand_in = StandIn(settings, seconds=0.2, choices=MEANINGS[::-1])
        async with running(stand_in.service):
            rows = await Replay(client, recorded.history, Pace.of(pace), 2).run()
        # An assertion of the stand-in that failed would show as a run without its end.
        assert [(row.comparison.word, row.comparison.notes) for row in rows] == [("same", ())] * 7
        assert (stand_in.of("work"), stand_in.of("side")) == (WORK, SIDE)
        assert stand_in.log.index("side: branch") > stand_in.log.index("work: ended One.")
        # The run without a seed gets the one that its search drew.
        assert sorted(str(each) for each in stand_in.seeds) == ["1", "1", "1", "77"]
    assert [row.input.sequence for row in rows] == [each.sequence for each in recorded.history.inputs]


async def test_longer_plans_and_a_choice_that_is_not_offered_are_told(
    recorded: Source, bus_settings: BusSettings
) -> None:
    async with elsewhere(bus_settings) as (settings, client):
        stand_in = StandIn(settings, choices=MEANINGS[:2], steps=3)
        async with running(stand_in.service):
            rows = await Replay(client, recorded.history, Pace(), 2).run()
    first = rows[0].comparison
    assert first.word == "worse"
    assert first.reasons == ("statement s1: its reading lost (at end (p)) and gained (none)",)
    assert "plan 2 -> 3 steps" in first.notes
    assert "does not offer the reading chosen for statement s1: 'It means (at end (p)).'" in first.notes
    assert all(row.comparison.word == "worse" for row in rows)


async def test_a_question_that_is_not_asked_again_and_one_that_is_new_are_told(
    recorded: Source, bus_settings: BusSettings
) -> None:
    one, two = (each for each in recorded.history.inputs[:2] if isinstance(each, Turn))
    questions = dict(one.questions)
    one.questions.clear()
    one.feedback = one.feedback.model_copy(update={"questions": "ask"})
    two.questions.update(questions)
    async with elsewhere(bus_settings) as (settings, client):
        stand_in = StandIn(settings)
        async with running(stand_in.service):
            rows = await Replay(client, recorded.history, Pace(), 1).run()
    assert "asks what statement s1 means; nobody answered" in rows[0].comparison.notes
    assert "does not ask about 'One.' (meaning)" in rows[1].comparison.notes


async def test_a_broker_s_own_recording_is_read_and_what_is_no_event_is_counted(
    recorded: Source, client: Client
) -> None:
    await client.jetstream.publish(f"{client.naming.base(PLAN_REVISED_V1)}.foreign", b"rubbish")
    source = await read_broker(client, Start())
    assert len(source.history.inputs) == len(recorded.history.inputs) == 7
    assert source.history.unread == {"v1.event.plan.revised": 1}
    with pytest.raises(NothingRecorded, match="its session began before"):
        await read_broker(client, Start(sequence=recorded.history.inputs[5].sequence))
