"""What is known of the execution of a session's plan, kept with its revisions."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from plancritic.contracts.envelope import Contract, Token

#: Why a statement is given up: what happened violates it; proved, no plan from here satisfies it; or none was found.
WhyGivenUp = Literal["already_violated", "impossible", "no_plan_found"]


class Observation(Contract):
    """What changed at a time without a step of the plan; facts and values as PDDL.

    `time` is in units of the domain's time since the execution began. Where `step` is set the changes are what the
    beginning of that step did, which was broken off. `reason` is what the client said of it.
    """

    time: float = Field(ge=0)
    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()
    values: dict[str, float] = Field(default_factory=dict)
    step: str | None = None
    reason: str = ""


class Execution(Contract):
    """How far a plan has been executed, and what was not as planned.

    `done` is a plan text: the steps done or begun, with the times that the plan gave them. No later plan of the session
    changes them, and no other step begins before `now`.
    """

    now: float = Field(ge=0)
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
