"""How verdicts are coloured, and whether there is one."""

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


def understood_any(result: PlanRevised) -> bool:
    """Return whether any statement has a reading: without one nothing of what was said is proved."""
    return any(outcome.verdict != "not_understood" for outcome in result.statements)
