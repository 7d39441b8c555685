"""The executor's assessments as findings: the form in which judges report them."""

from __future__ import annotations

from dataclasses import asdict

from plancritic.contracts.validation import Finding
from plancritic.pddl.execution import Assessment


def finding_of(assessment: Assessment) -> Finding:
    """Return the assessment as a judge reports it."""
    return Finding(**asdict(assessment))
