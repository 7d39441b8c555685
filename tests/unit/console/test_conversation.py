"""A session folded from its events."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.support.builders import plan_revised, statement

from plancritic.bus import Event
from plancritic.client import make_feedback
from plancritic.console.work.conversation import Conversation, revision_tree
from plancritic.console.work.view import announcement
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Message
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, SearchSettings, StatementOutcome
from plancritic.contracts.questions import Choice, QuestionAnswered, QuestionAsked
from plancritic.contracts.runs import RunProgressed
from plancritic.contracts.sessions import Revision, SessionRevised
from plancritic.pictures.changes_in_words import TimeWords

_NOW = datetime(2026, 11, 26, tzinfo=UTC)
_FEEDBACK = make_feedback("haulage", "1", ["Parcel 1 first."], SearchSettings(), "mine")


def _told(conversation: Conversation, message: Message, sequence: int = 1) -> frozenset[str]:
    return frozenset(conversation.take(Event(subjects.FEEDBACK_SUBMITTED, message, sequence, _NOW)))


def _asked() -> QuestionAsked:
    return QuestionAsked(
        envelope=_FEEDBACK.envelope.caused(),
        question="q1",
        statement=_FEEDBACK.statements[0],
        text="Which?",
        choices=(Choice(number=1, sentence="This.", constraints=("(at end (p))",), probability=0.6),),
    )


def _revision(number: int, parent: str | None, **more: Any) -> Revision:
    return Revision.model_validate(
        {
            "id": f"r{number}",
            "number": number,
            "session": "mine",
            "parent": parent,
            "run": None,
            "problem": {"domain": "haulage", "problem": "1", "bundle": "0" * 64},
            "plan": "",
            "steps": (),
            "specification": (),
            "in_force": (),
            "translator": "offline",
            "created": _NOW,
            **more,
        }
    )


def test_a_turn_is_open_until_its_run_ends() -> None:
    conversation = Conversation("mine")
    assert _told(conversation, _FEEDBACK) == {"conversation", "progress"}
    assert conversation.about == ("haulage", "1")
    assert conversation.open_turn is conversation.latest is not None
    assert conversation.latest.texts == ("Parcel 1 first.",)
    fault = Fault(code=FaultCode.CANCELLED, message="it was cancelled")
    _told(conversation, FeedbackRefused(envelope=_FEEDBACK.envelope.caused(), fault=fault), 2)
    assert conversation.open_turn is None
    assert conversation.latest.fault == fault
    assert conversation.sequence == 2


def test_a_question_stands_until_it_is_answered() -> None:
    conversation = Conversation("mine")
    _told(conversation, _FEEDBACK)
    _told(conversation, _asked())
    turn = conversation.open_turn
    assert turn is not None
    assert turn.stage == "asking"
    _told(conversation, QuestionAnswered(envelope=_FEEDBACK.envelope.caused(), question="another", choice=1))
    assert turn.question is not None
    _told(conversation, QuestionAnswered(envelope=_FEEDBACK.envelope.caused(), question="q1", choice=1))
    assert turn.question is None
    assert turn.stage == "searching"


def test_what_another_session_s_run_tells_changes_nothing() -> None:
    conversation = Conversation("mine")
    stranger = make_feedback("haulage", "1", ["x"], SearchSettings(), "other")
    progressed = RunProgressed(envelope=stranger.envelope.caused(), jobs=(), elapsed_seconds=1.0)
    assert _told(conversation, progressed) == frozenset()
    assert conversation.turns == []


def test_the_newest_revision_stays_the_newest_when_an_older_one_is_accepted_late() -> None:
    conversation = Conversation("mine")
    envelope = _FEEDBACK.envelope
    for revision in (_revision(1, None), _revision(2, "r1"), _revision(1, None, accepted=True)):
        _told(conversation, SessionRevised(envelope=envelope.caused(), revision=revision))
    assert conversation.head is not None
    assert conversation.head.number == 2
    assert conversation.revisions["r1"].accepted


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_the_tree_has_each_revision_one_deeper_than_its_parent(order: tuple[int, ...]) -> None:
    revisions = [_revision(1, None), _revision(2, "r1"), _revision(3, "r1")]
    found = revision_tree([revisions[place] for place in order])
    assert [(depth, each.number) for depth, each in found] == [(0, 1), (1, 2), (1, 3)]


def test_what_was_said_is_told_in_the_persons_words() -> None:
    conversation = Conversation("mine")
    _told(conversation, _FEEDBACK)
    said = statement("No, hour 4.").composed("Visit A by hour 4.")
    told = StatementOutcome(
        statement=said, verdict="adhered", mid_level_goal="", constraints=(), adherence=None, explanation="It is so."
    )
    end = plan_revised(told, envelope=_FEEDBACK.envelope.caused())
    _told(conversation, end, 2)
    assert announcement(conversation.latest, TimeWords("hour", "hours")).startswith("No, hour 4.: ")
