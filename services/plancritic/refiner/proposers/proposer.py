"""The interface of proposers, and what they are told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from plancritic.refiner.feedback.messages import Feedback
from plancritic.refiner.feedback.task import RefinementTask


@dataclass(frozen=True)
class ProposalRequest:
    """A domain (PDDL) and the messages about it and its forebears, oldest first; the last one is to be settled.

    `seed` makes two proposals for the same messages differ, where a proposer can.
    """

    task: RefinementTask
    domain: str
    messages: tuple[Feedback, ...]
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Proposed:
    """A changed domain as PDDL that parses; `repairs` counts the syntax repairs that this took.

    `answers` counts what a language model wrote for it, `tokens` those in and out of all its answers.
    """

    domain: str
    repairs: int = 0
    answers: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class NothingProposed:
    """No changed domain came of a request, and why; the counts are as in `Proposed`."""

    reason: str
    repairs: int = 0
    answers: int = 0
    tokens: int = 0


class Proposer(Protocol):
    """Proposes a changed domain that settles a message."""

    @property
    def name(self) -> str:
        """How tables and trees call it."""
        ...

    async def propose(self, request: ProposalRequest) -> Proposed | NothingProposed:
        """Return a changed domain for a request."""
        ...
