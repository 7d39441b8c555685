"""Options of a search that several commands have: their help, and what their texts mean."""

from __future__ import annotations

from plancritic.command_line.exit_codes import bad_input
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import EVIDENCE, EvidenceName, evidence_named

EVIDENCE_HELP = (
    f"What decides whether a plan does what was said, separated by commas: {', '.join(EVIDENCE)}; by "
    "default as configured."
)
GUESSES_HELP = "Also try guesses at what a statement may mean; by default as the preset says."
VERBOSE_HELP = "Also print both plans, the specification and its lineage, each judge's ruling, and timings."
KEEP_CLOSE_HELP = "Change as little of the plan as possible, even if another plan ends sooner."
IMPROVE_HELP = "Seconds to look for a better plan once there is one; fewer if the best is proved. By default 0.5."
PRESET_HELP = "How to search: our default, as the PlanCritic paper describes it, or as its published code does."


def chosen_evidence(text: str | None) -> tuple[EvidenceName, ...] | None:
    """Return the evidence named by commas; None for none named.

    Raises:
        CommandFault: a name is unknown, or what is named says nothing of a plan.
    """
    if text is None:
        return None
    try:
        return evidence_named([name.strip() for name in text.split(",") if name.strip()])
    except ValueError as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"--evidence: {error}", "for example: --evidence scorer,check")
