"""What was asked for in earlier turns of a session, checked on the plan of the newest one."""

from __future__ import annotations

from collections.abc import Sequence

import nats.errors
import nats.js.errors
import structlog

from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import CarriedStatement, PlanRevised
from plancritic.contracts.ledger import LedgerStatement, SessionLedger
from plancritic.contracts.validation import ConstraintProof
from plancritic.coordinator.evaluation.evidence import check_of
from plancritic.coordinator.result.statement_outcomes import first_reason
from plancritic.coordinator.runs.workers import Workers
from plancritic.coordinator.sessions.ledger import Ledgers

_log = structlog.get_logger("plancritic.coordinator.sessions.earlier_statements")


async def with_earlier_statements(revised: PlanRevised, ledgers: Ledgers, workers: Workers) -> PlanRevised:
    """The end of a run with what has become of the statements of its session's earlier turns on the new plan.

    The search is about the turn's own statements; the judges' word on the others changes nothing in it. They stay
    away where the ledger, the validator or every judge gives no answer: no trouble with earlier turns may keep a run
    from its end.
    """
    try:
        earlier = earlier_statements(await ledgers.report(revised.envelope.session_id), revised)
        if not earlier:
            return revised
        questions = tuple(dict.fromkeys(each for statement in earlier for each in statement.said.constraints))
        answers = (await workers.validate(revised.plan, (), questions)).answers
    except (ContractError, nats.errors.Error, nats.js.errors.Error) as error:
        _log.warning("earlier statements not checked", run=revised.envelope.correlation_id, error=repr(error))
        return revised
    carried = carried_over(earlier, answers)
    if len(carried) < len(earlier):
        _log.warning(
            "earlier statements not judged", run=revised.envelope.correlation_id, count=len(earlier) - len(carried)
        )
    return revised.model_copy(update={"carried": carried})


def earlier_statements(ledger: SessionLedger, revised: PlanRevised) -> tuple[LedgerStatement, ...]:
    """The statements of other turns about the same problem that have a reading and are not said again in this one."""
    texts = [outcome.statement.text for outcome in revised.statements]
    return ledger.earlier(revised.problem.domain, revised.problem.problem, texts, revised.envelope.correlation_id)


def carried_over(
    statements: Sequence[LedgerStatement], answers: Sequence[ConstraintProof]
) -> tuple[CarriedStatement, ...]:
    """What the judges' proofs of their constraints, in any order, say of the statements.

    A statement that no judge could judge is left out: that is no dispute among them.
    """
    proofs = {answer.constraint: answer for answer in answers}
    carried = []
    for each in statements:
        its = [proofs[constraint] for constraint in each.said.constraints]
        rulings = {proof.proof.ruling for proof in its}
        if "unjudged" in rulings and not rulings & {"rejected", "disputed"}:
            continue
        carried.append(
            CarriedStatement(
                text=each.text,
                turn=each.said.turn,
                said_back=each.said.reading,
                constraints=each.said.constraints,
                check=check_of(its),
                explanation=first_reason(its),
            )
        )
    return tuple(carried)
