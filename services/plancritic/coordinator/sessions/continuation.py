"""What a run takes over from the earlier turns of its session: the plan shown last, and a notice about the rest."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

import nats.errors
import nats.js.errors
import structlog
from pydantic import ValidationError

from plancritic.bus import BucketName, Client
from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackSubmitted, PlanRevised, ShownPlan
from plancritic.contracts.ledger import notice_of_earlier_turns
from plancritic.contracts.specification import ProblemReference
from plancritic.contracts.syntax_faults import fault_of
from plancritic.coordinator.result.statement_outcomes import reason_of
from plancritic.coordinator.runs.situation import Situation
from plancritic.coordinator.runs.workers import Workers
from plancritic.coordinator.sessions.ledger import Ledgers
from plancritic.pddl.language import PddlSyntaxError, parse_plan
from plancritic.wording import plan_steps

_log = structlog.get_logger("plancritic.coordinator.sessions.continuation")

#: How faults name the plan that step numbers refer to.
_SHOWN = "shown_plan"
#: Told where the earlier turns cannot be looked up: the run goes on, but does not claim to know them.
_UNKNOWN = (
    "The earlier turns of this session could not be looked up. Nothing said in them is in force, and step numbers "
    "refer to the plan without feedback. See the coordinator's log, then say it again."
)


class LastShown(Contract):
    """The plan that a session's last turn about a problem ended with, and the run of that turn."""

    run: str
    plan: str


@dataclass(frozen=True)
class EarlierTurns:
    """What a run knows of the turns before it; `shown` is the plan to which step numbers refer, None for the base."""

    notice: str = ""
    shown: LastShown | None = None


NOTHING_EARLIER = EarlierTurns()


class ShownPlans:
    """The plans shown last, one entry a session and problem, beside the ledgers and kept as long.

    They are no part of a ledger: a session's ledger is one value, which the broker limits.
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    async def note(self, revised: PlanRevised) -> None:
        """Note the plan that a run ended with as the one shown last in its session.

        Raises:
            ContractError: the bucket is not provisioned.
            nats.errors.Error: the broker does not answer.
        """
        shown = LastShown(run=revised.envelope.correlation_id, plan=revised.plan)
        key = self._key(revised.envelope.session_id, revised.problem)
        await (await self._client.kv(BucketName.LEDGERS)).put(key, shown.model_dump_json().encode())

    async def last(self, session: str, problem: ProblemReference) -> LastShown | None:
        """Return the plan shown last in the session for the problem in this version of its domain, None without one.

        Raises:
            ContractError: the bucket is not provisioned.
            nats.errors.Error: the broker does not answer.
            ValidationError: the entry is none.
        """
        entry = await (await self._client.kv(BucketName.LEDGERS)).get(self._key(session, problem))
        return LastShown.model_validate_json(entry.value) if entry else None

    def _key(self, session: str, problem: ProblemReference) -> str:
        about = hashlib.sha256(f"{problem.domain}\0{problem.problem}\0{problem.bundle}".encode()).hexdigest()[:32]
        return f"{self._client.settings.tenant}.{session}.shown.{about}"


async def earlier_turns(client: Client, submitted: FeedbackSubmitted, problem: ProblemReference) -> EarlierTurns:
    """Return what a run takes over from its session. No trouble with earlier turns may keep a run from its end."""
    session = submitted.envelope.session_id
    try:
        ledger = await Ledgers(client).report(session)
        shown = await ShownPlans(client).last(session, problem)
    except (ContractError, ValidationError, nats.errors.Error, nats.js.errors.Error) as error:
        _log.warning("earlier turns not looked up", run=submitted.envelope.correlation_id, error=repr(error))
        return EarlierTurns(notice=_UNKNOWN)
    texts = [statement.text for statement in submitted.statements]
    notice = notice_of_earlier_turns(
        ledger, submitted.domain, submitted.problem, texts, submitted.envelope.correlation_id
    )
    return EarlierTurns(notice, shown)


async def shown_plan(
    submitted: FeedbackSubmitted, earlier: EarlierTurns, workers: Workers, situation: Situation
) -> ShownPlan | None:
    """Return the plan to which step numbers refer, proved; None where that is the base plan.

    What the feedback brings counts before what the session showed last.

    Raises:
        ContractError: it is no plan, or none of this problem.
    """
    text, run = submitted.shown_plan, None
    if text is None:
        if earlier.shown is None:
            return None
        text, run = earlier.shown.plan, earlier.shown.run
    try:
        plan = parse_plan(text, filename=_SHOWN)
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from error
    proof = (await workers.validate(text, (), ())).proof
    if proof.ruling != "accepted":
        raise ContractError(
            Fault(
                code=FaultCode.INVALID_PLAN,
                message=f"the plan shown is {proof.ruling} as a plan of this problem: {reason_of(proof)}",
                remedy="send the plan of the last revision; or none, in a new session: then step numbers refer to the "
                "plan without feedback",
                file=_SHOWN,
            )
        )
    source: Literal["feedback", "session"] = "feedback" if run is None else "session"
    return ShownPlan(source=source, run=run, plan=text, steps=plan_steps(plan, situation.lexicon))
