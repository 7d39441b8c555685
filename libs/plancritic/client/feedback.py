"""Feedback as a message, checked before anything is sent."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from plancritic.client.errors import InvalidFeedback
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import FeedbackSubmitted, SearchSettings
from plancritic.contracts.questions import OpenQuestion, Questions, RejectedReading
from plancritic.contracts.specification import Strength
from plancritic.contracts.translation import MAXIMUM_STATEMENT_LENGTH, MAXIMUM_STATEMENTS, Statement


def make_feedback(
    domain: str,
    problem: str,
    texts: Sequence[str],
    settings: SearchSettings,
    session: str | None = None,
    shown_plan: str | None = None,
    strengths: Sequence[Strength] = (),
    questions: Questions = "none",
    revision: str | None = None,
    drop: Sequence[str] = (),
    reject: Sequence[RejectedReading] = (),
    instead_of_answer: OpenQuestion | None = None,
) -> FeedbackSubmitted:
    """Return the event for what a person said; without `strengths` every statement is a must.

    With `questions` set to `ask` the run may wait for answers (`Run.answer`). `revision` is the revision of the session
    that the person has seen, `drop` the ids of statements in force that are to hold no longer,
    `reject` those whose readings were not meant; `instead_of_answer` the question to which this was said.

    Raises:
        InvalidFeedback: nothing was said, or too much, or a name is no name.
    """
    if texts or not (drop or reject):
        _check_texts(texts)
    wanted = strengths or ["must"] * len(texts)
    try:
        return FeedbackSubmitted(
            envelope=Envelope.start(session_id=session),
            domain=domain,
            problem=problem,
            statements=tuple(
                Statement(id=f"s{number}", text=text, strength=strength)
                for number, (text, strength) in enumerate(zip(texts, wanted, strict=True), start=1)
            ),
            shown_plan=shown_plan,
            revision=revision,
            drop=tuple(drop),
            reject=tuple(reject),
            instead_of_answer=instead_of_answer,
            settings=settings,
            questions=questions,
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InvalidFeedback(
            FaultCode.INVALID_MESSAGE, f"{place}: {first['msg']}", "see `plancritic submit --help`"
        ) from None


def _check_texts(texts: Sequence[str]) -> None:
    if not texts or all(not text.strip() for text in texts):
        raise InvalidFeedback(
            FaultCode.EMPTY_FEEDBACK, "no statement was given", 'give at least one, such as "Visit waypoint A first."'
        )
    if len(texts) > MAXIMUM_STATEMENTS:
        message = f"{len(texts)} statements are more than {MAXIMUM_STATEMENTS}"
        raise InvalidFeedback(FaultCode.PAYLOAD_TOO_LARGE, message, "send them in several turns")
    for number, text in enumerate(texts, start=1):
        length = len(text.strip())
        if not length:
            message = f"statement {number} is empty"
            raise InvalidFeedback(FaultCode.EMPTY_FEEDBACK, message, "remove it or write a statement")
        if length > MAXIMUM_STATEMENT_LENGTH:
            message = f"statement {number} has {length} characters, more than {MAXIMUM_STATEMENT_LENGTH}"
            remedy = "shorten it, or split it into several statements"
            raise InvalidFeedback(FaultCode.PAYLOAD_TOO_LARGE, message, remedy)
