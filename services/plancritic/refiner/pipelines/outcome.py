"""What a refinement came to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.feedback.messages import BeginningFeedback, Feedback, NegativeFeedback
from plancritic.refiner.questions.certainty import Certainty
from plancritic.refiner.questions.question import Question


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer: all of these steps can be taken, or the last one cannot, from the initial state of a problem."""

    problem: int
    steps: tuple[Step, ...]
    is_possible: bool


@dataclass(frozen=True)
class Refinement:
    """The best domain found (PDDL), what is still wrong with it, and what to ask to make it better.

    `messages` is the feedback that it does not settle; `changes` says in words what differs from the start;
    `questions` are the next ones to ask, the most telling first; `asked` counts those that were answered on the way.
    `certainty` says how sure the domain is and by what, with `answers` by their places; None where that was not looked
    at. `is_cut_off`: the time ran out before the search was.
    """

    domain: str
    messages: tuple[Feedback, ...]
    changes: tuple[str, ...]
    questions: tuple[Question, ...] = ()
    asked: int = 0
    certainty: Certainty | None = None
    answers: tuple[GivenAnswer, ...] = ()
    is_cut_off: bool = False

    def complaints(self, messages: Iterable[Feedback]) -> tuple[Feedback, ...]:
        """Return messages without those that say no more than an answer does which is not followed."""
        doubted = () if self.certainty is None else self.certainty.doubted
        overruled = {
            (answer.problem, steps)
            for answer in (self.answers[each.answer] for each in doubted if not each.is_followed)
            # All but the last step of those that are refused can be taken: that was said, too.
            for steps in (answer.steps, *(() if answer.is_possible else (answer.steps[:-1],)))
        }
        return tuple(
            each
            for each in messages
            if not (isinstance(each, NegativeFeedback | BeginningFeedback) and (each.problem, each.plan) in overruled)
        )


class StartRefusedError(ContractError):
    """The start cannot be judged (it is no PDDL, no STRIPS, or breaks the contract of names), so not refined either."""


def start_refused(reason: str) -> StartRefusedError:
    """Return the refusal of a start, with the reason in words."""
    remedy = "give a STRIPS domain with the actions and predicates of the description"
    return StartRefusedError(Fault(code=FaultCode.INVALID_MESSAGE, message=reason, remedy=remedy))
