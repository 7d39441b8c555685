"""What a refinement came to."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.refiner.feedback.messages import Feedback
from plancritic.refiner.questions.certainty import Certainty
from plancritic.refiner.questions.question import Question
from plancritic.refiner.repair.knowledge import Answer


@dataclass(frozen=True)
class Refinement:
    """The best domain found (PDDL), what is still wrong with it, and what to ask to make it better.

    `messages` is the feedback that it does not settle; `changes` says in words what differs from the start;
    `questions` are the next ones to ask, the most telling first; `asked` counts those that were answered on the way.
    `certainty` says how sure the domain is and by what, with `answers` by their places; None where that was not looked
    at. `is_cut_off`: the time was over before the search was.
    """

    domain: str
    messages: tuple[Feedback, ...]
    changes: tuple[str, ...]
    questions: tuple[Question, ...] = ()
    asked: int = 0
    certainty: Certainty | None = None
    answers: tuple[Answer, ...] = ()
    is_cut_off: bool = False


class StartRefusedError(ContractError):
    """The start cannot be judged (it is no PDDL, no STRIPS, or breaks the contract of names), so not refined either."""


def start_refused(reason: str) -> StartRefusedError:
    """Return the refusal of a start, with the reason in words."""
    remedy = "give a STRIPS domain with the actions and predicates of the description"
    return StartRefusedError(Fault(code=FaultCode.INVALID_MESSAGE, message=reason, remedy=remedy))
