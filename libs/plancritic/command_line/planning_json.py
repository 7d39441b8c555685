"""Verdicts and proofs as the documented JSON of `plancritic plan` and `plancritic validate`."""

from __future__ import annotations

from typing import Any

from plancritic.contracts.planning import Verdict
from plancritic.contracts.validation import ConstraintProof, Proof


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """`verdict`, `plan` (PDDL plan text or null), `proof` (per judge, or null), `detail`, `engine`, `seconds`."""
    dumped = verdict.model_dump(mode="json")
    word, engine, seconds = dumped.pop("verdict"), dumped.pop("engine"), dumped.pop("seconds")
    plan = dumped.pop("plan", None)
    dumped.pop("proof", None)
    proof = getattr(verdict, "proof", None)
    return {
        "verdict": word,
        "plan": plan,
        "proof": None if proof is None else proof_json(proof),
        "detail": dumped or None,
        "engine": engine,
        "seconds": seconds,
    }


def proof_json(proof: Proof) -> dict[str, Any]:
    """What each judge says, by its name."""
    return {
        report.judge: {
            "ruling": report.ruling,
            "findings": [finding.model_dump(mode="json") for finding in report.findings],
            "exit_status": report.exit_status,
            "raw": report.raw,
        }
        for report in proof.reports
    }


def validation_json(proof: Proof, answers: tuple[ConstraintProof, ...], seconds: float) -> dict[str, Any]:
    """`verdict` (accepted, rejected, disputed, unjudged), `proof` per judge, `constraints` one by one, `seconds`."""
    return {
        "verdict": proof.ruling,
        "proof": proof_json(proof),
        "constraints": [
            {"constraint": answer.constraint, "verdict": answer.proof.ruling, "proof": proof_json(answer.proof)}
            for answer in answers
        ],
        "seconds": seconds,
    }
