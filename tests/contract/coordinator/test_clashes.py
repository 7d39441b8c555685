"""A new statement that clashes with one in force, with every service on a real broker."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing

import pytest
from tests.support.feedback_runs import ends_by_run

from plancritic.bus import Client
from plancritic.client import PlancriticClient, RunEnd, make_feedback
from plancritic.contracts.feedback import PlanRevised, SearchSettings
from plancritic.contracts.questions import Choice, QuestionAsked
from plancritic.contracts.sessions import Revision

#: Each takes several seconds of all services.
pytestmark = pytest.mark.slow

DEPOT, MILL = "I want van 1 to end up at the depot.", "I want van 1 to end up at the mill."
SETTINGS = SearchSettings(seed=1, generations=0)
Chooses = Callable[[QuestionAsked], int | None]


async def turn(
    haulage: Client, text: str, chooses: Chooses | None = None, skipped: bool = False
) -> tuple[list[QuestionAsked], PlanRevised]:
    """One turn of the session: the questions about clashes, and the end; of what a statement means the first counts."""
    client = PlancriticClient(haulage)
    answers = "ask" if chooses is not None else "none"
    run = await client.submit(make_feedback("haulage", "1", [text], SETTINGS, "deliveries", questions=answers))
    asked: list[QuestionAsked] = []
    async with aclosing(run.follow(limit=60)) as events:
        async for event in events:
            if isinstance(event, QuestionAsked):
                if event.kind == "meaning":
                    await run.answer(event, 1)
                    continue
                asked.append(event)
                assert chooses is not None
                await run.answer(event, chooses(event), skipped)
            if isinstance(event, RunEnd):
                assert isinstance(event, PlanRevised), event
                ends = await ends_by_run(haulage, 0.3, run.feedback.envelope.session_id)
                assert set(ends.values()) == {1}
                return asked, event
    raise AssertionError("a run has an end")


def choice(asked: QuestionAsked, words: str) -> Choice:
    (found,) = [each for each in asked.choices if words in each.sentence]
    return found


def strengths(revision: Revision) -> dict[str, str]:
    return {each.statement.text: each.statement.strength for each in revision.in_force}


async def test_the_person_says_that_the_earlier_statement_is_dropped(haulage: Client) -> None:
    _, first = await turn(haulage, DEPOT, lambda _: 1)
    (asked,), second = await turn(haulage, MILL, lambda asked: choice(asked, "Drop s1").number)
    assert asked.kind == "clash"
    assert DEPOT in asked.text and MILL in asked.text
    assert [each.number for each in asked.choices] == [1, 2, 3]
    assert all(each.consequence for each in asked.choices)
    assert choice(asked, "just said").end == round(max(step.start + step.duration for step in first.steps), 3)
    assert second.dropped == ("s1",)
    assert [each.statement.text for each in second.statements] == [MILL]
    assert second.statements[0].verdict in ("adhered", "unconfirmed")
    assert "s1" in second.taken_as[0]
    assert second.plan != first.plan
    head = await PlancriticClient(haulage).head("deliveries")
    assert strengths(head) == {MILL: "must"}
    assert [(each.statement.text, each.why) for each in head.not_in_force] == [(DEPOT, "dropped")]


async def test_the_earlier_statement_becomes_a_preference(haulage: Client) -> None:
    await turn(haulage, DEPOT, lambda _: 1)
    _, second = await turn(haulage, MILL, lambda asked: choice(asked, "preference").number)
    told = {each.statement.text: (each.statement.strength, each.verdict) for each in second.statements}
    assert told[DEPOT][0] == "should" and told[DEPOT][1] not in ("adhered", "unconfirmed")
    assert told[MILL][0] == "must" and told[MILL][1] in ("adhered", "unconfirmed")
    # What gives way stays in view: it is met again once it can be.
    assert strengths(await PlancriticClient(haulage).head("deliveries")) == {MILL: "must", DEPOT: "should"}


async def test_the_new_statement_is_dropped(haulage: Client) -> None:
    _, first = await turn(haulage, DEPOT, lambda _: 1)
    _, second = await turn(haulage, MILL, lambda asked: choice(asked, "just said").number)
    assert (second.plan, second.dropped) == (first.plan, ())
    assert [each.statement.text for each in second.statements] == [DEPOT]
    assert strengths(await PlancriticClient(haulage).head("deliveries")) == {DEPOT: "must"}


async def test_without_an_answer_the_earlier_statement_stays(haulage: Client) -> None:
    _, first = await turn(haulage, DEPOT, lambda _: 1)
    for number, (chooses, skipped) in enumerate(((None, False), (lambda _: None, False), (lambda _: None, True))):
        asked, later = await turn(haulage, MILL, chooses, skipped)
        assert len(asked) == (number > 0)
        assert (later.plan, later.dropped) == (first.plan, ())
        outcome = later.statements[-1]
        assert (outcome.statement.text, outcome.impossible_with) == (MILL, ("s1",))
        assert strengths(await PlancriticClient(haulage).head("deliveries")) == {DEPOT: "must"}
