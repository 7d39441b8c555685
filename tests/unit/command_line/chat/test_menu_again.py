"""The menu that comes back after a question about the plan, and what a question left open counts."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, cast

import pytest
from tests.support.builders import envelope, plan_revised, statement

from plancritic.client import PlancriticClient
from plancritic.command_line.chat.actions import SessionPlan
from plancritic.command_line.chat.conversation import Conversation
from plancritic.command_line.exit_codes import ExitCode
from plancritic.command_line.plans.plan_view import PlanView
from plancritic.command_line.runs.asking import Answer
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import FeedbackSubmitted, PlanRevised, SearchSettings, StatementOutcome
from plancritic.contracts.questions import Answer as AnswerTold
from plancritic.contracts.questions import Choice, QuestionAsked
from plancritic.contracts.translation import Statement
from plancritic.domains import load_domain
from plancritic.wording import Lexicon, plan_steps

LEXICON = Lexicon(load_domain("waterway"), "1")
PLAN = "0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]\n"
COMPOSED = statement("Make it 6 rather.", "s2").composed("The plan ends by 6.", "should")
ASKED_ABOUT_PLAN = "How long does the plan take?"


class Actions:
    """Actions that give the same plan, and note what they dropped."""

    def __init__(self) -> None:
        self.dropped: list[str] = []

    async def drop(self, _session: str, statement: str) -> SessionPlan:
        self.dropped.append(statement)
        return SessionPlan(PLAN, plan_steps(PLAN, LEXICON))

    async def undo(self, _session: str) -> SessionPlan:
        return SessionPlan(PLAN, plan_steps(PLAN, LEXICON))

    accept = undo


class Script:
    """A chat: the statement that each run asks about, or none, and what is done at each menu."""

    def __init__(
        self,
        runs: Sequence[Statement | PlanRevised],
        lines: Sequence[Answer | str],
        monkeypatch: pytest.MonkeyPatch,
        unchanged: bool = True,
    ) -> None:
        self.runs, self.lines, self.unchanged = list(runs), list(lines), unchanged
        self.sent: list[FeedbackSubmitted] = []
        self.actions, self.written = Actions(), io.StringIO()
        monkeypatch.setattr("plancritic.command_line.chat.conversation.follow", self.follow)
        view = PlanView("waterway", "1", LEXICON, PLAN, plan_steps(PLAN, LEXICON))
        console = Console(file=self.written, width=200)
        client = cast(PlancriticClient, None)
        self.chat = Conversation(client, self.actions, console, "work", view, SearchSettings(), asker=self.ask)

    async def say(self, line: str) -> None:
        """Say a line, and what is said to its questions."""
        await self.chat.answer(line)
        while (instead := self.chat.said_instead()) is not None:
            await self.chat.answer(instead)

    async def ask(self, _asked: QuestionAsked) -> Answer | str:
        return self.lines.pop(0)

    async def follow(self, _client: object, feedback: FeedbackSubmitted, _progress: object, asker: Any) -> PlanRevised:
        self.sent.append(feedback)
        run = self.runs.pop(0)
        if isinstance(run, PlanRevised):
            return run
        choice = Choice(number=1, sentence="So.", constraints=("(<= (total-time) 6)",), probability=0.5)
        asked = QuestionAsked(envelope=envelope(), question="q", statement=run, text="So?", choices=(choice,))
        left = StatementOutcome(statement=run, verdict="not_understood", adherence=None)
        if (await asker(asked)).skipped:
            return plan_revised(left, unchanged=self.unchanged)
        return plan_revised(left.model_copy(update={"verdict": "adhered"}))


def told(understood: bool = True) -> PlanRevised:
    answer = AnswerTold(question=ASKED_ABOUT_PLAN, act="question", sentences=("0.1 hours.",), understood=understood)
    return plan_revised(answers=(answer,), unchanged=True)


def done(text: str = "Go to A.") -> PlanRevised:
    return plan_revised(StatementOutcome(statement=statement(text), verdict="adhered", adherence=None))


def left_as(feedback: FeedbackSubmitted) -> dict[str, object]:
    return feedback.model_dump(exclude={"envelope"})


async def test_a_correction_is_said_again_in_the_words_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script([COMPOSED, told(), COMPOSED], [ASKED_ABOUT_PLAN, Answer(1)], monkeypatch)
    await script.say(COMPOSED.quoted)
    first, question, again = script.sent
    assert question.instead_of_answer is not None and question.instead_of_answer.statement == COMPOSED
    assert left_as(again) == left_as(first)
    assert [(each.text, each.strength) for each in again.statements] == [("Make it 6 rather.", "must")]
    assert again.envelope.correlation_id != first.envelope.correlation_id, "it is another run"
    assert again.envelope.session_id == "work"
    assert "Back to 'Make it 6 rather.'." in script.written.getvalue()
    assert script.chat.exit_code is ExitCode.DONE


async def test_what_was_said_to_an_earlier_question_goes_with_that_question_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = statement("Be done soon.", "s1")
    script = Script([plain, COMPOSED, told(), COMPOSED], [COMPOSED.quoted, ASKED_ABOUT_PLAN, Answer(1)], monkeypatch)
    await script.say(plain.text)
    of = [None if each.instead_of_answer is None else each.instead_of_answer.statement for each in script.sent]
    assert of == [None, plain, COMPOSED, plain]
    assert left_as(script.sent[3]) == left_as(script.sent[1])


async def test_the_menu_comes_back_for_each_question_about_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [ASKED_ABOUT_PLAN, ASKED_ABOUT_PLAN, Answer(1)]
    script = Script([COMPOSED, told(), COMPOSED, told(), COMPOSED], lines, monkeypatch)
    await script.say(COMPOSED.quoted)
    assert [each.statements[0].text for each in script.sent][::2] == [COMPOSED.quoted] * 3
    assert script.lines == []
    assert script.chat.exit_code is ExitCode.DONE


async def test_where_a_part_of_the_line_came_into_force_it_is_not_said_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script([COMPOSED, told()], [ASKED_ABOUT_PLAN], monkeypatch, unchanged=False)
    await script.say(COMPOSED.quoted)
    assert len(script.sent) == 2
    assert "'Make it 6 rather.' is still open: say again what you meant by it." in script.written.getvalue()
    assert "Back to" not in script.written.getvalue()


async def test_a_question_not_understood_counts_also_where_the_menu_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script([COMPOSED, told(understood=False), COMPOSED], [ASKED_ABOUT_PLAN, Answer(1)], monkeypatch)
    await script.say(COMPOSED.quoted)
    assert "Back to" in script.written.getvalue()
    assert script.chat.exit_code is ExitCode.OTHER_VERDICT


async def test_undo_after_a_question_left_open_takes_back_the_code_of_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    missed = plan_revised(StatementOutcome(statement=statement("Go to A."), verdict="violated", adherence=None))
    script = Script([done(), missed, COMPOSED, done()], ["Go to B."], monkeypatch)
    await script.say("Go to A.")
    await script.say("Go to A now.")
    await script.chat.answer(COMPOSED.quoted)
    assert script.chat.said_instead() == "Go to B."
    assert script.chat.exit_code is ExitCode.OTHER_VERDICT
    await script.chat.answer("undo")
    assert script.chat.exit_code is ExitCode.DONE


@pytest.mark.parametrize("words", ["make it 6", "the plan ends", "s2"])
async def test_a_statement_is_dropped_by_its_text_or_by_the_words_of_the_person(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = StatementOutcome(statement=statement("Go to A.", "s1"), verdict="adhered", adherence=None)
    composed = StatementOutcome(statement=COMPOSED, verdict="adhered", adherence=None)
    script = Script([plan_revised(other, composed)], [], monkeypatch)
    await script.say(COMPOSED.quoted)
    await script.say(f"drop {words}")
    assert script.actions.dropped == ["s2"]
    assert len(script.sent) == 1, "it was no statement"
