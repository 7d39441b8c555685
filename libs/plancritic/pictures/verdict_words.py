"""How verdicts and judges are called."""

from __future__ import annotations

JUDGE_NAMES = {"val": "VAL", "kairos": "Kairos' validator", "executor": "the executor", "steps": "the step count"}


def verdict_word(verdict: str) -> str:
    """Return a verdict as people read it: "not understood"."""
    return verdict.replace("_", " ")
