"""Where the search gets feedback on a candidate domain from: this process, or jobs over the bus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.feedback.messages import Feedback

#: `plan`: right plans carried out, and refused and allowed beginnings (no planner needed); `landmark`: the cheapest
#: plans of the candidate held against landmarks, and problems without a plan.
FeedbackKind = Literal["plan", "landmark"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """All messages of the kinds asked for; `fault` says why the domain cannot be judged (it then has no messages).

    `plans` are the cheapest plans of the candidate, problem by problem, where `landmark` feedback was asked for.
    """

    messages: tuple[Feedback, ...] = ()
    fault: str | None = None
    plans: tuple[tuple[tuple[Step, ...], ...], ...] = ()


class FeedbackSource(Protocol):
    """Judges candidate domains on the feedback problems of one task."""

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        """Return the feedback on a domain (PDDL text)."""
        ...
