"""A session as its events tell it."""

from __future__ import annotations

import pytest
from tests.support.builders import envelope, feedback_submitted, plan_revised, statement
from tests.support.revisions import entry, revision

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.contracts.questions import Answer, Choice, QuestionAnswered, QuestionAsked
from plancritic.contracts.sessions import SessionRevised
from plancritic.mcp.conversation.recorded import read_session

FIRST, SECOND = envelope(run="run-1"), envelope(run="run-2")
SAID = feedback_submitted(envelope=FIRST)
ASKED = QuestionAsked(
    envelope=SECOND,
    question="q1",
    statement=statement(),
    text="Which?",
    choices=(Choice(number=1, sentence="This.", constraints=("(always (a))",), probability=0.5),),
)
AGAIN = feedback_submitted(envelope=SECOND)
REFUSED = FeedbackRefused(envelope=SECOND, fault=Fault(code=FaultCode.CANCELLED, message="cancelled"))


def test_a_session_without_events_knows_nothing() -> None:
    found = read_session("session-1", [])
    assert (found.head, found.about, found.open_question, found.under_way, found.result) == (None,) * 5


def test_a_question_is_open_until_it_is_answered_or_its_run_ends() -> None:
    answered = QuestionAnswered(envelope=SECOND, question="q1", choice=1)
    assert read_session("session-1", [AGAIN, ASKED, ASKED]).open_question == ASKED
    assert read_session("session-1", [AGAIN, ASKED, answered]).open_question is None
    assert read_session("session-1", [AGAIN, ASKED, answered]).under_way == AGAIN
    ended = read_session("session-1", [AGAIN, ASKED, REFUSED])
    assert (ended.open_question, ended.under_way) == (None, None)


def test_the_result_is_that_of_the_run_that_made_the_newest_revision_or_the_one_it_restores() -> None:
    end = plan_revised(envelope=FIRST)
    told = plan_revised(envelope=SECOND, answers=(Answer(question="why?", act="question", sentences=("So.",)),))
    one = revision(entry("Go."), run="run-1")
    undone = revision(id="2-0000000000000000", number=2, run=None, made_by="undo", restores=one.id)
    events = [SAID, end, SessionRevised(envelope=FIRST, revision=one), AGAIN, told]
    assert read_session("session-1", events[:2]).result == end
    assert read_session("session-1", events).result == end
    after = read_session("session-1", [*events, SessionRevised(envelope=SECOND, revision=undone)])
    assert (after.head, after.result) == (undone, end)
    lost = read_session("session-1", [SessionRevised(envelope=SECOND, revision=undone)])
    assert lost.result is None


def test_what_a_session_is_about_is_known_before_anything_comes_into_force() -> None:
    assert read_session("session-1", [SAID]).about == (SAID.domain, SAID.problem)


def test_revisions_are_named_by_number_or_id() -> None:
    one = revision(entry("Go."))
    found = read_session("session-1", [SessionRevised(envelope=FIRST, revision=one)])
    assert found.revision("1") == found.revision(one.id) == one
    with pytest.raises(ContractError) as raised:
        found.revision("7")
    assert raised.value.fault.remedy == "its revisions: 1"
