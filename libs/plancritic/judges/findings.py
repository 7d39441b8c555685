"""The executor's assessments as findings: the form in which judges report them."""

from __future__ import annotations

from plancritic.contracts.validation import Finding
from plancritic.pddl.execution import Assessment


def finding_of(assessment: Assessment) -> Finding:
    """Return the assessment as a judge reports it."""
    # Field by field: a message ignores fields that it does not know, so a copy of all of them could lose one silently.
    return Finding(
        about=assessment.about,
        satisfied=assessment.satisfied,
        constraint=assessment.constraint,
        time=assessment.time,
        step=assessment.step,
        needed=assessment.needed,
        actual=assessment.actual,
        explanation=assessment.explanation,
    )
