"""What is known of the execution of a session's plan, kept with its revisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from plancritic.contracts.envelope import Contract, Token

#: The latest time that a client may report: what comes after it has to fit too.
LATEST_REPORT = 1e11
#: The largest number of a state, and the latest time. What is larger no planner reads (`pddl.language.LARGEST`); what
#: is not finite JSON cannot hold, so that whoever kept it could not be read again.
LARGEST_KEPT = 1e12
StateNumber = Annotated[float, Field(ge=-LARGEST_KEPT, le=LARGEST_KEPT, allow_inf_nan=False)]
KeptTime = Annotated[float, Field(ge=0, le=LARGEST_KEPT, allow_inf_nan=False)]
ReportedTime = Annotated[float, Field(ge=0, le=LATEST_REPORT, allow_inf_nan=False)]

#: Why a statement is given up: what happened violates it; proved, no plan from here satisfies it; none was
#: found; or the time ran out before one was looked for.
WhyGivenUp = Literal["already_violated", "impossible", "no_plan_found", "not_in_time"]


class Observation(Contract):
    """What changed at a time without a step of the plan; facts and values as PDDL.

    `time` is in units of the domain's time since the execution began. Where `step` is set the changes are what the
    beginning of that step did, which was broken off; of a late step there are two, its beginning and its end, and
    `late_by` is by how many units of time it ends later. `reason` is what the client said of it.
    """

    time: KeptTime
    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()
    values: dict[str, StateNumber] = Field(default_factory=dict)
    step: str | None = None
    late_by: float | None = Field(default=None, gt=0, le=LARGEST_KEPT)
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DelayedStep:
    """A step that ends later than planned, `by` so many units of the domain's time; `action` as PDDL."""

    action: str
    start: float
    end: float
    by: float


class Execution(Contract):
    """How far a plan has been executed, and what was not as planned.

    `done` is a plan text: the steps done or begun, with the times that the plan gave them. No later plan of the session
    changes them, and no other step begins before `now`.
    """

    now: KeptTime
    done: str = ""
    observations: tuple[Observation, ...] = ()

    @property
    def delayed(self) -> tuple[DelayedStep, ...]:
        """Return the steps that were reported as late: no plan has them, because no action takes so long."""
        return tuple(_delayed(self.observations))


class GivenUp(Contract):
    """A statement that was in force and that no plan from here meets, with the reason in a sentence.

    `together_with` are the ids of the statements beside which it is impossible; empty where it is impossible alone.
    """

    statement: Token
    why: WhyGivenUp
    explanation: str
    together_with: tuple[str, ...] = ()


def _delayed(observations: tuple[Observation, ...]) -> Iterator[DelayedStep]:
    begun: Observation | None = None
    for each in observations:
        if each.step is None or each.late_by is None:
            continue
        if begun is not None and (begun.step, begun.late_by) == (each.step, each.late_by):
            yield DelayedStep(each.step, begun.time, each.time, each.late_by)
            begun = None
        else:
            begun = each
