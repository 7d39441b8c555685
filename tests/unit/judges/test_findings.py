"""What the executor assesses is reported whole, as a finding."""

from __future__ import annotations

from dataclasses import asdict

from tests.support.small_domain import run

from plancritic.contracts.validation import Finding
from plancritic.judges import finding_of
from plancritic.pddl.execution import judge_constraint
from plancritic.pddl.language import parse_constraint


def test_a_finding_has_every_field_of_the_assessment_and_no_other() -> None:
    assessment = judge_constraint(run("0: (make a) [2]"), parse_constraint("(always (not (p a)))"))
    assert None not in asdict(assessment).values()
    finding = finding_of(assessment)
    assert finding.model_dump() == asdict(assessment)
    assert set(Finding.model_fields) == set(asdict(assessment))
