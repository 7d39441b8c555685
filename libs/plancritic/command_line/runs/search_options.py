"""Options of a search that several commands have: their help, and what their texts mean."""

from __future__ import annotations

from plancritic.command_line.exit_codes import bad_input
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import EVIDENCE, EvidenceName, evidence_named

EVIDENCE_HELP = (
    f"What counts for a plan, by commas: {', '.join(EVIDENCE)}; else what the coordinator and the preset say."
)
GUESSES_HELP = (
    "Whether guesses at what was not understood, or is doubted, are tried, for the scorer to say; "
    "else as the preset says."
)
PRESET_HELP = "How to search: our way, as [EA] prints it (paper), or as its published code does it (code)."


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
