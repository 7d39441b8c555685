"""Runs that ask what was meant, with two copies of the coordinator on a real broker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from datetime import datetime, timedelta, tzinfo

import pytest
from tests.support.feedback_runs import number_of_ends
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.client import PlancriticClient, Run, RunEnd, make_feedback
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised, SearchSettings
from plancritic.contracts.questions import OpenQuestion, QuestionAnswered, QuestionAsked
from plancritic.coordinator import app as coordinator
from plancritic.coordinator.phases import asking, parts
from plancritic.coordinator.runs import carrier
from plancritic.coordinator.settings import CoordinatorSettings

#: Haulage has no scorer: there several readings of these are likely.
DOUBTFUL = "Hold the hospital's delivery back until the school has received theirs."
SETTINGS = SearchSettings(seed=1, generations=0)


@pytest.fixture
async def plancritic(
    haulage: Client, bus_settings: BusSettings, answer_seconds: float
) -> AsyncIterator[PlancriticClient]:
    """A client of all services, among them a second coordinator."""
    settings = CoordinatorSettings(patience_seconds=20, answer_seconds=2 * answer_seconds)
    async with running(coordinator.build_app(settings, bus_settings)):
        yield PlancriticClient(haulage)


async def submitted(plancritic: PlancriticClient, questions: str = "ask") -> Run:
    return await plancritic.submit(make_feedback("haulage", "1", [DOUBTFUL], SETTINGS, questions=questions))


async def conversation(run: Run, answer: Callable[[QuestionAsked], int | None]) -> tuple[list[QuestionAsked], RunEnd]:
    """The questions of a run, each answered once, and its end."""
    asked: list[QuestionAsked] = []
    async with aclosing(run.follow(limit=60)) as events:
        async for event in events:
            if isinstance(event, QuestionAsked):
                asked.append(event)
                await run.answer(event, answer(event))
            if isinstance(event, RunEnd):
                return asked, event
    raise AssertionError("a run has an end")


async def test_the_choice_of_the_person_is_what_the_plan_does_and_is_confirmed(plancritic: PlancriticClient) -> None:
    run = await submitted(plancritic)
    asked, end = await conversation(run, lambda question: len(question.choices))
    (question,) = asked
    assert question.statement.text == DOUBTFUL
    chosen = question.choices[-1]
    assert all(choice.sentence and choice.consequence for choice in question.choices)
    assert isinstance(end, PlanRevised)
    (outcome,) = end.statements
    assert outcome.constraints == chosen.constraints
    assert (outcome.reading, outcome.verdict) == ("confirmed", "adhered")
    assert end.needs_confirmation == ()
    assert await number_of_ends(plancritic._bus, run.feedback.envelope, quiet=0.3) == 1


async def test_after_none_of_these_something_else_is_offered_once_and_then_nothing_changes(
    plancritic: PlancriticClient,
) -> None:
    asked, end = await conversation(await submitted(plancritic), lambda _question: None)
    first, second = asked
    offered = {each.constraints for each in first.choices}
    assert "None of these, then" in second.text
    assert not offered & {each.constraints for each in second.choices if not each.plan_only}
    assert [each.plan_only for each in second.choices][-1] is True
    assert isinstance(end, PlanRevised)
    assert [each.verdict for each in end.statements] == ["not_understood"]
    assert end.plan == end.base_plan
    assert end.unchanged


async def test_a_correction_to_a_question_counts_as_the_changed_wish(plancritic: PlancriticClient) -> None:
    run, question = await waiting(plancritic)
    await run.answer(question, None, skipped=True)
    assert isinstance(await run.end(limit=60), PlanRevised)
    choice = next(each for each in question.choices if any("parcel2" in one for one in each.constraints))
    about = OpenQuestion(statement=question.statement, choices=(choice,))
    session = run.feedback.envelope.session_id
    changed = make_feedback(
        "haulage", "1", ["no, the mill"], SETTINGS, session, questions="ask", instead_of_answer=about
    )
    end = await (await plancritic.submit(changed)).end(limit=60)
    assert isinstance(end, PlanRevised)
    assert any("in place of what you were asked about" in each for each in end.taken_as)
    (outcome,) = end.statements
    assert any("mill" in each for each in outcome.constraints)
    assert (outcome.verdict, end.number) != ("adhered", None)


async def test_nobody_is_asked_who_does_not_answer(plancritic: PlancriticClient) -> None:
    run = await submitted(plancritic, questions="none")
    asked, end = await conversation(run, lambda _question: 1)
    assert asked == []
    assert isinstance(end, PlanRevised)
    assert end.statements[0].verdict in ("unconfirmed", "not_understood")


async def waiting(plancritic: PlancriticClient) -> tuple[Run, QuestionAsked]:
    """A run that waits for an answer."""
    run = await submitted(plancritic)
    async with aclosing(run.follow(limit=60)) as events:
        async for event in events:
            if isinstance(event, QuestionAsked):
                return run, event
    raise AssertionError("it asks")


async def _until(plancritic: PlancriticClient, run: Run, holds: Callable[[str], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds((await plancritic.find_run(run.id)).state):  # noqa: ASYNC110 - it polls a service
            await asyncio.sleep(0.02)


async def test_the_first_answer_counts_and_answers_to_nothing_do_no_harm(plancritic: PlancriticClient) -> None:
    run, question = await waiting(plancritic)
    stray = QuestionAnswered(envelope=Envelope.start(), question="nothing", choice=1)
    await plancritic._bus.publish(stray, subjects.QUESTION_ANSWERED)
    await run.answer(question.model_copy(update={"question": "another"}), 1)
    await _until(plancritic, run, lambda state: state == "waiting")
    await run.answer(question, 1)
    # Answers at the same moment may reach two copies in any order.
    await _until(plancritic, run, lambda state: state != "waiting")
    await run.answer(question, None)
    end = await run.end(limit=60)
    assert isinstance(end, PlanRevised)
    assert end.statements[0].constraints == question.choices[0].constraints
    assert await number_of_ends(plancritic._bus, run.feedback.envelope, quiet=0.5) == 1


@pytest.mark.slow
@pytest.mark.parametrize("answer_seconds", [300.0])
async def test_a_run_that_waits_can_be_cancelled_and_holds_no_worker(plancritic: PlancriticClient) -> None:
    run, _question = await waiting(plancritic)
    assert (await plancritic.find_run(run.id)).state in ("running", "waiting")
    # Both copies take other runs meanwhile.
    for _ in range(2):
        assert isinstance(await (await submitted(plancritic, questions="none")).end(limit=60), PlanRevised)
    assert (await plancritic.find_run(run.id)).state == "waiting"
    assert (await run.cancel()).state == "cancelled"
    assert isinstance(await run.end(limit=30), FeedbackRefused)


@pytest.mark.slow
async def test_a_question_that_nobody_answers_is_skipped_after_a_while(
    haulage: Client, bus_settings: BusSettings
) -> None:
    run = await submitted(PlancriticClient(haulage))
    end = await run.end(limit=60)
    assert isinstance(end, PlanRevised)
    assert (end.statements[0].verdict, end.unchanged) == ("not_understood", True)
    assert end.plan == end.base_plan


@pytest.mark.slow
async def test_a_clock_that_is_set_back_while_a_run_waits_does_not_prolong_the_waiting(
    haulage: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    class SetBack(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return datetime.now(tz) - timedelta(hours=1)

    run, _question = await waiting(PlancriticClient(haulage))
    for module in (asking, carrier, parts):
        monkeypatch.setattr(module, "datetime", SetBack, raising=False)
    # Eight seconds by the broker's clock, and the way to the end.
    assert isinstance(await run.end(limit=30), PlanRevised)


@pytest.mark.slow
async def test_who_will_not_answer_says_so(plancritic: PlancriticClient) -> None:
    run, question = await waiting(plancritic)
    await run.answer(question, None, skipped=True)
    end = await run.end(limit=60)
    assert isinstance(end, PlanRevised)
    assert (end.statements[0].verdict, end.revision) == ("not_understood", None)
    assert "left open" in end.statements[0].explanation
