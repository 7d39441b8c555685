"""What a judge is asked and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from plancritic.contracts.validation import JudgeReport


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """A plan to judge, all as texts.

    `constraints` come on top of the problem's own. Without `goal` the goal and the problem's own constraints
    are left aside: is the plan executable, and does it satisfy these constraints?
    """

    domain: str
    problem: str
    plan: str
    constraints: tuple[str, ...] = ()
    goal: bool = True

    def question(self, *constraints: str) -> JudgeRequest:
        """Return the same plan asked about these constraints alone."""
        return JudgeRequest(self.domain, self.problem, self.plan, constraints, goal=False)


class Judge(Protocol):
    """One judge. It abstains, with the reason as a finding, where it cannot judge; it never guesses."""

    @property
    def name(self) -> str:
        """`val`, `kairos`, `executor`."""

    async def judge(self, request: JudgeRequest) -> JudgeReport:
        """Judges a plan; raises `PddlSyntaxError` where domain or problem cannot be read."""


@runtime_checkable
class SharingJudge(Judge, Protocol):
    """A judge that saves work where it is asked several things about one plan at once."""

    async def judge_together(self, requests: Sequence[JudgeRequest]) -> Sequence[JudgeReport]:
        """Return what `judge` would report on each request; all are about the same plan of the same problem."""
