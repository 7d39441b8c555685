"""What is known of the execution of a session's plan, kept with its revisions."""

from __future__ import annotations

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
#: found; or the time was over before one was looked for.
WhyGivenUp = Literal["already_violated", "impossible", "no_plan_found", "not_in_time"]


class Observation(Contract):
    """What changed at a time without a step of the plan; facts and values as PDDL.

    `time` is in units of the domain's time since the execution began. Where `step` is set the changes are what the
    beginning of that step did, which was broken off. `reason` is what the client said of it.
    """

    time: KeptTime
    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()
    values: dict[str, StateNumber] = Field(default_factory=dict)
    step: str | None = None
    reason: str = ""


class Execution(Contract):
    """How far a plan has been executed, and what was not as planned.

    `done` is a plan text: the steps done or begun, with the times that the plan gave them. No later plan of the session
    changes them, and no other step begins before `now`.
    """

    now: KeptTime
    done: str = ""
    observations: tuple[Observation, ...] = ()


class GivenUp(Contract):
    """A statement that was in force and that no plan from here meets, with the reason in a sentence.

    `together_with` are the ids of the statements beside which it is impossible; empty where it is impossible alone.
    """

    statement: Token
    why: WhyGivenUp
    explanation: str
    together_with: tuple[str, ...] = ()
