"""How verdicts and judges are called and coloured."""

from __future__ import annotations

from plancritic.contracts.feedback import PlanRevised

STYLES = {
    "adhered": "bold green",
    "unconfirmed": "bold yellow",
    "violated": "bold red",
    "impossible": "bold yellow",
    "not_understood": "bold yellow",
    "disputed": "bold magenta",
}
JUDGE_NAMES = {"val": "VAL", "kairos": "Kairos' validator", "executor": "the executor", "steps": "the step count"}


def verdict_word(verdict: str) -> str:
    """Return a verdict as people read it: "not understood"."""
    return verdict.replace("_", " ")


def understood_any(result: PlanRevised) -> bool:
    """Return whether any statement has a reading: without one nothing of what was said is proved."""
    return any(outcome.verdict != "not_understood" for outcome in result.statements)
