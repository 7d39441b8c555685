"""Verdicts and proofs as the documented JSON of `plancritic plan` and `plancritic validate`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plancritic.contracts.planning import Disputed, PlanProved, Rejected, Verdict
from plancritic.contracts.specification import Strength
from plancritic.contracts.validation import ConstraintProof, Proof

#: What every verdict has beside its `detail`.
_COMMON = ("verdict", "engine", "seconds", "road", "cached", "plan", "proof", "quality", "preferences")


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return `verdict`, `plan`, `proof`, `detail`, `engine`, `seconds`, then `road`, `quality` and `preferences`.

    `plan` is PDDL plan text for the verdict `plan`, else null; `proof` is per judge or null. `detail` holds what the
    verdict alone has (for `impossible` `reason`, `clash`, `clash_minimal`, `goal` and `relaxations`, for `rejected` and
    `disputed` the `plan` that is not proved), `quality` and `preferences` what came of improving and of preferences,
    null and empty where there is neither.
    """
    dumped = verdict.model_dump(mode="json")
    proof = getattr(verdict, "proof", None)
    detail = {name: value for name, value in dumped.items() if name not in _COMMON}
    if isinstance(verdict, Rejected | Disputed):
        detail["plan"] = verdict.plan
    return {
        "verdict": verdict.verdict,
        "plan": verdict.plan if isinstance(verdict, PlanProved) else None,
        "proof": None if proof is None else proof_json(proof),
        "detail": detail or None,
        "engine": verdict.engine,
        "seconds": verdict.seconds,
        "road": verdict.road,
        "quality": dumped.get("quality"),
        "preferences": dumped["preferences"] if isinstance(verdict, PlanProved) else [],
    }


def proof_json(proof: Proof, raw: bool = False) -> dict[str, Any]:
    """Return what each judge says, by its name; with `raw` also its own report."""
    return {
        report.judge: {
            "ruling": report.ruling,
            "findings": [finding.model_dump(mode="json") for finding in report.findings],
            "exit_status": report.exit_status,
            **({"raw": report.raw} if raw else {}),
        }
        for report in proof.reports
    }


def validation_json(
    proof: Proof, answers: Sequence[tuple[Strength, ConstraintProof]], seconds: float, raw: bool = False
) -> dict[str, Any]:
    """Return `verdict` (accepted, rejected, disputed, unjudged), `proof` per judge, `constraints` and `seconds`.

    Each constraint has its `strength`, its own `verdict` and `proof`, and the executor's `finding` (satisfied, when, by
    which step, needed, actual), null where it abstains. With `raw` judges are quoted.
    """
    return {
        "verdict": proof.ruling,
        "proof": proof_json(proof, raw),
        "constraints": [
            {
                "constraint": answer.constraint,
                "strength": strength,
                "verdict": answer.proof.ruling,
                "finding": _finding_json(answer),
                "proof": proof_json(answer.proof, raw),
            }
            for strength, answer in answers
        ],
        "seconds": seconds,
    }


def _finding_json(answer: ConstraintProof) -> dict[str, Any] | None:
    reports = (report for report in answer.proof.reports if report.judge == "executor")
    findings = (finding for report in reports for finding in report.findings if finding.about == "constraint")
    return next((finding.model_dump(mode="json") for finding in findings), None)
