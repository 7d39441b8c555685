"""Sources of feedback and proposers for tests: domains are words, each with the number of things wrong with it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.refiner.equivalence.executor import GoalUnmet
from plancritic.refiner.feedback.messages import Feedback, LandmarkFeedback, PlanFeedback
from plancritic.refiner.feedback.source import FeedbackKind, Judgement
from plancritic.refiner.feedback.task import RefinementTask
from plancritic.refiner.proposers.proposer import NothingProposed, ProposalRequest, Proposed

TASK = RefinementTask(
    DomainDescription(domain="d", predicates={"(p)": "p"}, actions={"a": ActionDescription(layman="It happens.")}),
    problems=(),
)


def domain(plans: int, landmarks: int = 0, other: int = 0) -> str:
    """A domain that refuses so many plans and misses so many landmarks; `other` makes another one of it."""
    effects = " ".join(f"(p{number})" for number in range(1 + plans))
    return (
        f"(define (domain d-{plans}-{landmarks}-{other}) (:predicates {effects})\n"
        f" (:action a :parameters () :effect (and {effects})))"
    )


def numbers(text: str) -> tuple[int, int]:
    """The plans and landmarks of a domain."""
    plans, landmarks, _ = text.partition(" d-")[2].partition(")")[0].split("-")
    return int(plans), int(landmarks)


def plan_message(number: int) -> PlanFeedback:
    return PlanFeedback(number, (("a", str(number)),), GoalUnmet((f"(p{number})",)))


def landmark_message(number: int) -> LandmarkFeedback:
    return LandmarkFeedback(number, (("a",),), frozenset({("b", str(number)), ("c", str(number))}))


class Source:
    """Judges the domains of `domain`; keeps what it was asked."""

    def __init__(self, faults: Mapping[str, str] | None = None) -> None:
        self.asked: list[tuple[str, frozenset[FeedbackKind]]] = []
        self._faults = faults or {}

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        self.asked.append((domain, kinds))
        if domain in self._faults:
            return Judgement(fault=self._faults[domain])
        plans, landmarks = numbers(domain)
        messages: list[Feedback] = []
        if "plan" in kinds:
            messages += map(plan_message, range(plans))
        if "landmark" in kinds:
            messages += map(landmark_message, range(landmarks))
        return Judgement(tuple(messages))


class Proposer:
    """Proposes by a table: which domain follows on which, for which kind of message; keeps what it was asked."""

    name = "table"

    def __init__(self, *steps: tuple[str, str], repairs: int = 0) -> None:
        self.asked: list[ProposalRequest] = []
        self.at_once = self.most_at_once = 0
        self._steps = dict(steps)
        self._repairs = repairs

    async def propose(self, request: ProposalRequest) -> Proposed | NothingProposed:
        self.asked.append(request)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        following = self.following(request)
        if following is None:
            return NothingProposed("the table ends here", self._repairs)
        return Proposed(following, self._repairs)

    def following(self, request: ProposalRequest) -> str | None:
        return self._steps.get(request.domain)


class Settling(Proposer):
    """Settles the last message, and by chance breaks something else: what it does depends on the request's seed."""

    def following(self, request: ProposalRequest) -> str | None:
        plans, landmarks = numbers(request.domain)
        if isinstance(request.messages[-1], PlanFeedback):
            plans -= 1
        else:
            landmarks -= 1
        match request.seed % 4:
            case 0:
                plans += 1
            case 1:
                landmarks += 2
            case 2:
                return None
        return domain(plans, landmarks, other=len(request.messages) % 3)
