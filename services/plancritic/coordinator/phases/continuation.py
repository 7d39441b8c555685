"""The plan to which the step numbers of a turn refer."""

from __future__ import annotations

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackSubmitted, ShownPlan
from plancritic.contracts.sessions import Revision
from plancritic.contracts.syntax_faults import fault_of
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.result.statement_outcomes import reason_of
from plancritic.coordinator.workers.interface import Workers
from plancritic.pddl.language import PddlSyntaxError, parse_plan
from plancritic.wording import plan_steps

#: How faults name the plan that step numbers refer to.
_SHOWN = "shown_plan"


async def shown_plan(
    submitted: FeedbackSubmitted, head: Revision | None, workers: Workers, situation: Situation
) -> ShownPlan | None:
    """Return the plan to which step numbers refer, proved; None where that is the base plan.

    What the feedback brings counts before what the session showed last, which is the plan of `head`.

    Raises:
        ContractError: it is no plan, or none of this problem.
    """
    if submitted.shown_plan is not None:
        shown = ShownPlan(source="feedback", plan=submitted.shown_plan, steps=())
    elif head is not None:
        shown = ShownPlan(source="session", run=head.run, revision=head.id, plan=head.plan, steps=())
    else:
        return None
    try:
        plan = parse_plan(shown.plan, filename=_SHOWN)
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from error
    proof = (await workers.validate(shown.plan, (), ())).proof
    if proof.ruling != "accepted":
        raise ContractError(
            Fault(
                code=FaultCode.INVALID_PLAN,
                message=f"the plan shown is {proof.ruling} for this problem: {reason_of(proof)}",
                remedy="send the plan of the last revision; or begin a new session without a plan, where step numbers "
                "refer to the plan without feedback",
                file=_SHOWN,
            )
        )
    return shown.model_copy(update={"steps": plan_steps(plan, situation.lexicon)})
