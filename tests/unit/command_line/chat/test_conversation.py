"""What a chat does with commands; statements go through services and are tested with them (tests/end_to_end)."""

from __future__ import annotations

import io
from typing import Any, cast

import pytest
from tests.support.builders import envelope, plan_revised, statement

from plancritic.client import PlancriticClient, Run
from plancritic.command_line.chat.actions import ClientActions, SessionActions, SessionPlan
from plancritic.command_line.chat.conversation import Conversation, introduction
from plancritic.command_line.exit_codes import ExitCode
from plancritic.command_line.plans.plan_view import PlanView
from plancritic.command_line.runs.asking import Answer
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import (
    FeedbackRefused,
    FeedbackSubmitted,
    PlanRevised,
    SearchSettings,
    StatementOutcome,
)
from plancritic.contracts.questions import Answer as AnswerTold
from plancritic.contracts.questions import Choice, QuestionAsked
from plancritic.contracts.sessions import Revision
from plancritic.domains import load_domain
from plancritic.wording import Lexicon, plan_steps

LEXICON = Lexicon(load_domain("waterway"), "1")
PLAN = "0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]\n"
LONGER = f"{PLAN}0.100: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]\n"
NO_CLIENT = cast(PlancriticClient, None)


class StandIn:
    """Actions that always give the same plan, and note what they were asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    async def undo(self, session: str) -> SessionPlan:
        self.asked.append(("undo", session))
        return SessionPlan(PLAN, plan_steps(PLAN, LEXICON))

    async def accept(self, session: str) -> SessionPlan:
        self.asked.append(("accept", session))
        return SessionPlan(LONGER, plan_steps(LONGER, LEXICON))

    async def drop(self, session: str, statement: str) -> SessionPlan:
        self.asked.append(("drop", session, statement))
        return SessionPlan(PLAN, plan_steps(PLAN, LEXICON))


def conversation(actions: SessionActions) -> tuple[Conversation, Any]:
    written = io.StringIO()
    view = PlanView("waterway", "1", LEXICON, LONGER, plan_steps(LONGER, LEXICON))
    console = Console(file=written, width=80)
    return Conversation(NO_CLIENT, actions, console, "work", view, SearchSettings()), written


async def test_an_action_shows_what_changed_and_the_next_command_is_about_the_new_plan() -> None:
    actions = StandIn()
    chat, written = conversation(actions)
    assert await chat.answer("undo")
    assert actions.asked == [("undo", "work")]
    shown = written.getvalue()
    assert "Undone. The plan ends at 0.1 hours: 0.5 earlier than the plan shown before (0.6)." in " ".join(
        shown.split()
    )
    assert "-  2. 0.100   The scout moves from the start to waypoint A." in shown
    await chat.answer("why 2")
    assert chat.exit_code is ExitCode.BAD_INPUT, "step 2 is gone"


async def test_accepting_changes_no_step_and_dropping_hands_the_statement_on() -> None:
    actions = StandIn()
    chat, written = conversation(actions)
    await chat.answer("accept")
    await chat.answer("/drop s2")
    assert actions.asked == [("accept", "work"), ("drop", "work", "s2")]
    assert "Accepted. The plan ends at 0.6 hours, as the plan shown before does." in " ".join(
        written.getvalue().split()
    )
    assert chat.exit_code is ExitCode.DONE


async def test_why_show_and_help_speak_of_the_plan_shown() -> None:
    chat, written = conversation(StandIn())
    for line in ("why 1", "show", "help", ""):
        assert await chat.answer(line)
    shown = " ".join(written.getvalue().split())
    assert "Step 1 (the authority of branch A opens waypoint A to traffic) is there because step 2" in shown
    assert "Plan of waterway 1; it ends at 0.6 hours." in shown
    assert "Restoring a waterway" in shown
    assert chat.exit_code is ExitCode.DONE


@pytest.mark.parametrize("line", ["quit", "exit", "/quit"])
async def test_quit_ends_the_chat(line: str) -> None:
    chat, _ = conversation(StandIn())
    assert not await chat.answer(line)


class Refusing:
    """A client whose sessions have nothing to change."""

    async def undo(self, _session: str) -> Revision:
        raise ContractError(Fault(code=FaultCode.NOTHING_TO_UNDO, message="nothing is left to undo"))

    accept = undo

    async def head(self, session: str) -> Revision:
        return await self.undo(session)

    async def drop(self, session: str, _statements: object, _settings: object) -> Run:
        await self.undo(session)
        raise AssertionError("it is refused")


@pytest.mark.parametrize("line", ["undo", "accept", "/drop s1"])
async def test_what_the_services_refuse_is_a_fault_that_the_chat_survives(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    chat, _ = conversation(ClientActions(cast(PlancriticClient, Refusing()), SearchSettings()))
    assert await chat.answer(line)
    assert "nothing is left to undo" in capsys.readouterr().err
    assert chat.exit_code is ExitCode.BAD_INPUT


def test_the_introduction_names_the_session() -> None:
    view = PlanView("waterway", "1", LEXICON, PLAN, ())
    assert any("Session work." in line for line in introduction(view, "work"))


@pytest.mark.parametrize(
    ("line", "kind", "goes_with_it"),
    [("no, I meant hour 4", "meaning", True), ("9", "meaning", False), ("no, I meant hour 4", "target", False)],
)
async def test_what_is_said_to_a_question_goes_with_the_question(
    line: str, kind: str, goes_with_it: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = statement("Be done in 3 hours.", "s1")
    choice = Choice(
        number=1, sentence="It ends by 3.", constraints=("(<= (total-time) 3)",), probability=0.5, plan=PLAN
    )
    asked = QuestionAsked(envelope=envelope(), question="q", statement=said, text="Is it this?", choices=(choice,))
    last = asked.model_copy(update={"kind": kind})
    sent: list[FeedbackSubmitted] = []

    async def follow(_client: object, feedback: FeedbackSubmitted, _progress: object, asker: Any) -> FeedbackRefused:
        sent.append(feedback)
        if len(sent) == 1:
            # What counts is the question that the line was said to last.
            assert (await asker(asked)).skipped
            assert (await asker(last)).skipped
        fault = Fault(code=FaultCode.CANCELLED, message="over", remedy="none")
        return FeedbackRefused(envelope=feedback.envelope, fault=fault)

    async def asker(_asked: QuestionAsked) -> str:
        return line

    monkeypatch.setattr("plancritic.command_line.chat.conversation.follow", follow)
    view = PlanView("waterway", "1", LEXICON, LONGER, plan_steps(LONGER, LEXICON))
    console = Console(file=io.StringIO(), width=80)
    chat = Conversation(NO_CLIENT, StandIn(), console, "work", view, SearchSettings(), asker=asker)
    await chat.answer(said.text)
    instead = chat.said_instead()
    assert instead == line
    await chat.answer(instead)
    await chat.answer("Something else.")
    first, second, third = (each.instead_of_answer for each in sent)
    assert (first, third) == (None, None)
    assert (second is not None) is goes_with_it
    if second is not None:
        assert second.statement == said
        assert [each.constraints for each in second.choices] == [choice.constraints]


async def test_polite_words_do_not_answer_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    said = statement("Be done in 3 hours.", "s1")
    choice = Choice(number=1, sentence="It ends by 3.", constraints=("(<= (total-time) 3)",), probability=0.5)
    asked = QuestionAsked(envelope=envelope(), question="q", statement=said, text="Is it this?", choices=(choice,))
    lines: list[Answer | str] = ["cheers, lovely", "Thank you so much!", Answer(1)]

    async def follow(_client: object, feedback: FeedbackSubmitted, _progress: object, asker: Any) -> FeedbackRefused:
        assert await asker(asked) == Answer(1)
        fault = Fault(code=FaultCode.CANCELLED, message="over", remedy="none")
        return FeedbackRefused(envelope=feedback.envelope, fault=fault)

    async def asker(_asked: QuestionAsked) -> Answer | str:
        return lines.pop(0)

    monkeypatch.setattr("plancritic.command_line.chat.conversation.follow", follow)
    view = PlanView("waterway", "1", LEXICON, LONGER, plan_steps(LONGER, LEXICON))
    written = io.StringIO()
    chat = Conversation(
        NO_CLIENT, StandIn(), Console(file=written, width=80), "work", view, SearchSettings(), asker=asker
    )
    await chat.answer(said.text)
    assert written.getvalue().count("still open") == 2
    assert chat.said_instead() is None


@pytest.mark.parametrize(("understood", "code"), [(True, ExitCode.DONE), (False, ExitCode.OTHER_VERDICT)])
async def test_a_question_that_was_not_understood_counts(
    understood: bool, code: ExitCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def follow(_client: object, feedback: FeedbackSubmitted, *_others: object) -> PlanRevised:
        told = AnswerTold(question="Where is it?", act="question", sentences=("There.",), understood=understood)
        return plan_revised(envelope=feedback.envelope.caused("end"), answers=(told,), unchanged=True)

    monkeypatch.setattr("plancritic.command_line.chat.conversation.follow", follow)
    chat, _ = conversation(StandIn())
    await chat.answer("Where is it?")
    assert chat.exit_code is code


async def test_a_question_about_the_plan_is_answered_and_the_menu_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    said = statement("Be done in 3 hours.", "s1")
    choice = Choice(number=1, sentence="It ends by 3.", constraints=("(<= (total-time) 3)",), probability=0.5)
    asked = QuestionAsked(envelope=envelope(), question="q", statement=said, text="Is it this?", choices=(choice,))
    lines: list[Answer | str] = ["How long does the plan take?", "1, but also keep out of A", Answer(1)]
    sent: list[FeedbackSubmitted] = []
    left = StatementOutcome(statement=said, verdict="not_understood", adherence=None, explanation="left open", turn=1)
    told = "It takes 0.6 hours."

    async def follow(_client: object, feedback: FeedbackSubmitted, _progress: object, asker: Any) -> PlanRevised:
        sent.append(feedback)
        if len(sent) == 2:
            question = AnswerTold(question=feedback.statements[0].text, act="question", sentences=(told,))
            return plan_revised(answers=(question,), unchanged=True)
        if (await asker(asked)).skipped:
            return plan_revised(left, unchanged=True)
        return plan_revised(left.model_copy(update={"verdict": "adhered"}))

    async def asker(_asked: QuestionAsked) -> Answer | str:
        return lines.pop(0)

    monkeypatch.setattr("plancritic.command_line.chat.conversation.follow", follow)
    view = PlanView("waterway", "1", LEXICON, LONGER, plan_steps(LONGER, LEXICON))
    written = io.StringIO()
    console = Console(file=written, width=80)
    chat = Conversation(NO_CLIENT, StandIn(), console, "work", view, SearchSettings(), asker=asker)
    await chat.answer(said.text)
    instead = chat.said_instead()
    assert instead is not None
    await chat.answer(instead)
    shown = " ".join(written.getvalue().split())
    assert [each.statements[0].text for each in sent] == [said.text, "How long does the plan take?", said.text]
    assert told in shown and "You said" not in shown.split(told)[0], "no refusal stands before the answer"
    assert "Back to 'Be done in 3 hours.'" in shown
    assert "Answer with the number alone (1)" in shown
    assert (chat.said_instead(), lines) == (None, [])
    assert chat.exit_code is ExitCode.DONE
