"""What came of each statement in force after a deviation, judged on the whole history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plancritic.contracts.execution.record import GivenUp
from plancritic.contracts.feedback import Check, StatementEvidence, StatementOutcome, StatementVerdict
from plancritic.contracts.sessions import StatementInForce
from plancritic.contracts.validation import ConstraintProof
from plancritic.coordinator.evaluation.evidence import check_of
from plancritic.coordinator.result.statement_outcomes import by_judge, first_reason

_ACCEPTED = "Every judge able to rule accepts it."
#: Why a reading that is proved impossible is no proof that what was meant is.
_IN_DOUBT = "The proof is of this reading only, and it is in doubt."


def outcomes_after(
    entries: Sequence[StatementInForce], given_up: Sequence[GivenUp], answers: Mapping[str, ConstraintProof]
) -> tuple[StatementOutcome, ...]:
    """Return the outcome of each statement; `answers` are the judges' proofs of its constraints on the final plan."""
    concessions = {each.statement: each for each in given_up}
    return tuple(
        _outcome(entry, [answers[each] for each in entry.constraints], concessions.get(entry.statement.id))
        for entry in entries
    )


def _outcome(entry: StatementInForce, proofs: Sequence[ConstraintProof], given_up: GivenUp | None) -> StatementOutcome:
    check = check_of(proofs)
    verdict, explanation = _verdict(entry, check, given_up, first_reason(proofs))
    return StatementOutcome(
        statement=entry.statement,
        verdict=verdict,
        turn=entry.turn,
        mid_level_goal=entry.mid_level_goal,
        constraints=entry.constraints,
        reading=entry.reading,
        said_back=entry.said_back,
        adherence=None,
        judges=by_judge(proofs),
        explanation=explanation,
        evidence=StatementEvidence(check=check, reading=entry.score, similarity=entry.similarity),
        doubt=entry.doubt,
        impossible_with=given_up.together_with if given_up is not None and verdict == "impossible" else (),
    )


def _verdict(
    entry: StatementInForce, check: Check, given_up: GivenUp | None, reason: str
) -> tuple[StatementVerdict, str]:
    if check == "adhered":
        return "adhered", _ACCEPTED
    if given_up is None:
        return check, reason or "The plan does not meet it."
    if given_up.why in ("no_plan_found", "not_in_time"):
        return "violated", given_up.explanation
    if entry.reading == "doubtful":
        return "violated", f"{given_up.explanation} {_IN_DOUBT}"
    return "impossible", given_up.explanation
