"""What came of each statement on the final plan, in words."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.feedback import StatementOutcome, StatementVerdict
from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.fitness import Check


def outcome_of(
    statement: Statement,
    translated: StatementReadings,
    check: Check | None,
    adherence: float,
    proofs: Sequence[ConstraintProof],
    impossible_with: tuple[str, ...] | None,
    relaxation: str | None,
    unproved: str | None,
) -> StatementOutcome:
    """The outcome of one statement.

    `impossible_with` is None unless it was proved impossible, `relaxation` is then a sentence on what would do;
    `unproved` says what came of planning for it together with the statements adhered to, where that gave neither a
    plan nor a proof.
    """
    if not translated.readings:
        return StatementOutcome(
            statement=statement,
            verdict="not_understood",
            adherence=None,
            explanation=translated.reason or "No reading of this statement was found.",
            closest=translated.closest,
        )
    best = translated.readings[0]
    verdict, explanation = _verdict(check, proofs, impossible_with, relaxation, unproved)
    return StatementOutcome(
        statement=statement,
        verdict=verdict,
        mid_level_goal=best.mid_level_goal,
        constraints=best.constraints,
        adherence=adherence,
        judges=_by_judge(proofs),
        explanation=explanation,
        impossible_with=impossible_with or (),
    )


def _verdict(
    check: Check | None,
    proofs: Sequence[ConstraintProof],
    impossible_with: tuple[str, ...] | None,
    relaxation: str | None,
    unproved: str | None,
) -> tuple[StatementVerdict, str]:
    if check == "adhered":
        return "adhered", "Every judge that can judge it accepts it."
    if impossible_with is not None:
        what_would_do = f" {relaxation}" if relaxation else ""
        if impossible_with:
            together = ", ".join(impossible_with)
            return "impossible", f"No plan meets it together with {together} (proved).{what_would_do}"
        return "impossible", f"No plan that reaches the goal meets it (proved).{what_would_do}"
    if check == "disputed":
        return "disputed", _first_reason(proofs) or "The judges disagree."
    reason = _first_reason(proofs) or "The plan does not meet it."
    if unproved is None:
        return "violated", reason
    return "violated", f"{reason} No plan was found that meets it beside the others, nor a proof of none: {unproved}"


def reason_of(proof: Proof) -> str:
    """The first reason a judge gives for refusing, the executor's before others since it names the step."""
    reports = [report for report in proof.reports if report.ruling == "rejected"]
    for report in sorted(reports, key=lambda each: each.judge != "executor"):
        for finding in report.findings:
            if finding.satisfied is False and finding.explanation:
                return finding.explanation
    return ""


def _first_reason(proofs: Sequence[ConstraintProof]) -> str:
    return next((reason for each in proofs if (reason := reason_of(each.proof))), "")


def _by_judge(proofs: Sequence[ConstraintProof]) -> dict[str, str]:
    """One word a judge over all constraints: rejected if it refuses any, abstained if it cannot judge any."""
    rulings: dict[str, set[str]] = {}
    for proof in proofs:
        for report in proof.proof.reports:
            rulings.setdefault(report.judge, set()).add(report.ruling)
    return {
        judge: next(word for word in ("rejected", "abstained", "accepted") if word in found)
        for judge, found in sorted(rulings.items())
    }
