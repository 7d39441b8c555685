"""How rulings combine."""

import pytest

from plancritic.contracts.validation import Finding, JudgeReport
from plancritic.judges import KnownDispute, combine
from plancritic.pddl.constraints import ConstraintType

WINDOW = "(hold-after 3 (at ann office))"


def report(judge: str, ruling: str, *findings: Finding) -> JudgeReport:
    return JudgeReport(judge=judge, ruling=ruling, findings=findings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rulings", "combined"),
    [
        (("accepted", "accepted", "accepted"), "accepted"),
        (("rejected", "rejected"), "rejected"),
        (("accepted", "abstained", "accepted"), "accepted"),
        (("accepted", "rejected", "accepted"), "disputed"),
        (("abstained", "abstained"), "unjudged"),
        ((), "unjudged"),
    ],
)
def test_rulings_combine(rulings: tuple[str, ...], combined: str) -> None:
    proof = combine([report(f"judge{number}", ruling) for number, ruling in enumerate(rulings)])
    assert proof.ruling == combined
    assert len(proof.reports) == len(rulings)


def test_a_dissent_that_a_known_fault_explains_is_set_aside_and_kept() -> None:
    known = (KnownDispute("lax", ConstraintType.HOLD_AFTER, "accepted", "the state in force at t counts"),)
    lax = report("lax", "accepted", Finding(about="constraint", satisfied=True, constraint=WINDOW))
    strict = report("strict", "rejected", Finding(about="constraint", satisfied=False, constraint=WINDOW))
    proof = combine([lax, strict], known)
    assert proof.ruling == "rejected"
    assert [one.ruling for one in proof.reports] == ["abstained", "rejected"]
    assert "the state in force at t counts" in proof.reports[0].findings[-1].explanation


def test_a_dissent_about_anything_else_stays_a_dispute() -> None:
    known = (KnownDispute("lax", ConstraintType.HOLD_AFTER, "accepted", "..."),)
    always = "(always (at ann home))"
    lax = report("lax", "accepted", Finding(about="constraint", satisfied=True, constraint=always))
    strict = report("strict", "rejected", Finding(about="constraint", satisfied=False, constraint=always))
    assert combine([lax, strict], known).ruling == "disputed"
    condition = report("strict", "rejected", Finding(about="condition", satisfied=False))
    assert combine([lax, condition], known).ruling == "disputed"
