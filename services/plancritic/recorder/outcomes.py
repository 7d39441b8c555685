"""What came of an input, as far as it is compared: read from the event that told it, whichever version that has.

`READERS` has one entry for each version of a subject that tells an outcome. A recording keeps the version that it was
made with, so an entry stays when a newer version comes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from plancritic.contracts.envelope import Contract

#: Times of plans are compared up to this.
_DIGITS = 3


@dataclass(frozen=True)
class StatementResult:
    """What came of a statement: its verdict, and the constraints that it was read as."""

    id: str
    text: str
    verdict: str
    constraints: frozenset[str] = frozenset()


@dataclass(frozen=True, order=True)
class Step:
    """A step of a plan, its times rounded to what is compared."""

    start: float
    duration: float
    action: str


@dataclass(frozen=True)
class Result:
    """A plan with the statements it was made for: of a run's end, or of a revision that a command made.

    `revision` and `parent` name the session's revision and the one that it started from, None where none did.
    """

    statements: tuple[StatementResult, ...]
    plan: tuple[Step, ...]
    specification: frozenset[str]
    revision: str | None = None
    parent: str | None = None

    @property
    def end(self) -> float:
        """Return when the plan ends, in units of the domain's time."""
        return max((round(each.start + each.duration, _DIGITS) for each in self.plan), default=0.0)


@dataclass(frozen=True)
class Refused:
    """The input was refused, with the fault's code and words."""

    code: str
    message: str


@dataclass(frozen=True)
class NoEnd:
    """The replay came to no end of the input, and why."""

    reason: str


Outcome = Result | Refused | NoEnd


class _Statement(Contract):
    id: str
    text: str


class _StatementOutcome(Contract):
    statement: _Statement
    verdict: str
    constraints: tuple[str, ...] = ()


class _Step(Contract):
    start: float
    duration: float
    action: str


class _Constraint(Contract):
    constraint: str


class _PlanRevised(Contract):
    statements: tuple[_StatementOutcome, ...]
    steps: tuple[_Step, ...]
    specification: tuple[_Constraint, ...]
    revision: str | None = None
    parent: str | None = None


class _RevisionV1(Contract):
    id: str
    parent: str | None
    steps: tuple[_Step, ...]
    specification: tuple[_Constraint, ...]
    in_force: tuple[_StatementOutcome, ...]
    not_in_force: tuple[_StatementOutcome, ...] = ()


class _SessionRevisedV1(Contract):
    revision: _RevisionV1


class _Fault(Contract):
    code: str
    message: str = Field(default="")


class _FeedbackRefusedV1(Contract):
    fault: _Fault


def _plan_revised(content: Mapping[str, Any]) -> Result:
    read = _PlanRevised.model_validate(content)
    return Result(
        _statements(read.statements), _plan(read.steps), _constraints(read.specification), read.revision, read.parent
    )


def _session_revised(content: Mapping[str, Any]) -> Result:
    read = _SessionRevisedV1.model_validate(content).revision
    return Result(
        _statements((*read.in_force, *read.not_in_force)),
        _plan(read.steps),
        _constraints(read.specification),
        read.id,
        read.parent,
    )


def _feedback_refused(content: Mapping[str, Any]) -> Refused:
    fault = _FeedbackRefusedV1.model_validate(content).fault
    return Refused(fault.code, fault.message)


#: Version and row of a subject -> how its payload is read; pydantic's ValidationError where it is no such message.
READERS: Mapping[str, Callable[[Mapping[str, Any]], Result | Refused]] = {
    "v1.event.plan.revised": _plan_revised,
    # The same fields; of the words only version 2 has `unconfirmed`.
    "v2.event.plan.revised": _plan_revised,
    "v1.event.feedback.refused": _feedback_refused,
    "v1.event.session.revised": _session_revised,
}


def _statements(found: tuple[_StatementOutcome, ...]) -> tuple[StatementResult, ...]:
    return tuple(
        StatementResult(each.statement.id, each.statement.text, each.verdict, frozenset(each.constraints))
        for each in found
    )


def _plan(steps: tuple[_Step, ...]) -> tuple[Step, ...]:
    return tuple(sorted(Step(round(each.start, _DIGITS), round(each.duration, _DIGITS), each.action) for each in steps))


def _constraints(found: tuple[_Constraint, ...]) -> frozenset[str]:
    return frozenset(each.constraint for each in found)
