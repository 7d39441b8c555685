"""What came of each statement on the final plan, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from plancritic.contracts.feedback import Check, StatementEvidence, StatementOutcome, StatementVerdict
from plancritic.contracts.planning import Relaxation
from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.evidence import Evidence, Findings, doubted, joined
from plancritic.coordinator.situation import Situation
from plancritic.pddl.constraints import parse_constraint
from plancritic.verdicts.explanation.near_miss import nearest
from plancritic.wording import LexiconWords, near_miss_sentence, relaxation_sentence


def outcome_of(
    statement: Statement,
    translated: StatementReadings,
    findings: Findings,
    evidence: Evidence,
    proofs: Sequence[ConstraintProof],
    impossible_with: tuple[str, ...] | None,
    relaxation: str | None,
    unproved: str | None,
    near_miss: str | None,
) -> StatementOutcome:
    """The outcome of one statement.

    `impossible_with` is None unless it was proved impossible, `relaxation` is then a sentence on what would do;
    `unproved` says what came of planning for it together with the statements adhered to, where that gave neither a
    plan nor a proof, `near_miss` how close the closest plan of the run comes.
    """
    told = StatementEvidence(
        scorer=findings.scorer,
        unsure=findings.unsure,
        check=findings.check,
        reading=findings.reading,
        similarity=findings.similarity,
        together=joined(findings, evidence),
    )
    if not translated.readings:
        return StatementOutcome(
            statement=statement,
            verdict="not_understood",
            adherence=None,
            explanation=translated.reason or "No reading of this statement was found.",
            closest=translated.closest,
            evidence=told,
        )
    best = translated.readings[0]
    verdict, explanation = _verdict(findings.check, proofs, impossible_with, relaxation, unproved, near_miss)
    return StatementOutcome(
        statement=statement,
        verdict=verdict,
        mid_level_goal=best.mid_level_goal,
        constraints=best.constraints,
        adherence=findings.scorer,
        judges=_by_judge(proofs),
        explanation=explanation,
        evidence=told,
        doubt=_doubt(translated, findings.scorer) if doubted(findings, evidence) else "",
        impossible_with=impossible_with or (),
    )


def what_would_do(relaxation: Relaxation | None, situation: Situation) -> str | None:
    """The smallest change that makes a statement possible, as a sentence."""
    return None if relaxation is None else relaxation_sentence(relaxation, situation.lexicon)


def closest(reading: Reading | None, plans: Sequence[str], situation: Situation) -> str | None:
    """How close the plans come to the constraint of a reading that they miss by most, as a sentence."""
    words = LexiconWords(situation.lexicon)
    misses = [
        nearest(situation.problem, parse_constraint(constraint), plans, words)
        for constraint in (reading.constraints if reading else ())
    ]
    missed = [miss for miss in misses if miss is not None and miss.amount != 0]
    if not missed:
        return None
    worst = max(missed, key=lambda miss: math.inf if miss.amount is None else miss.amount)
    return near_miss_sentence(worst, situation.lexicon)


def _doubt(translated: StatementReadings, scorer: float) -> str:
    """What to look at where the scorer speaks against a reading that the judges call adhered to."""
    doubt = (
        f"The learned scorer doubts that the plan does what was said ({scorer:.0%}): "
        "see whether the reading is what was meant."
    )
    if len(translated.readings) > 1:
        doubt = f"{doubt} It could also be read as: {translated.readings[1].mid_level_goal}"
    return doubt


def _verdict(
    check: Check | None,
    proofs: Sequence[ConstraintProof],
    impossible_with: tuple[str, ...] | None,
    relaxation: str | None,
    unproved: str | None,
    near_miss: str | None,
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
    if near_miss is not None:
        reason = f"{reason} {near_miss}"
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
