"""How rulings combine."""

import pytest

from plancritic.contracts.validation import Finding, JudgeReport
from plancritic.judges import (
    KNOWN_DISPUTES,
    ExecutorJudge,
    JudgeRequest,
    KairosJudge,
    KnownDispute,
    ValJudge,
    combine,
    prove,
)
from plancritic.pddl.language import ConstraintType

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


DOMAIN = """
(define (domain clock) (:requirements :typing :durative-actions :timed-initial-literals :constraints)
  (:types thing) (:predicates (p ?x - thing) (q ?x - thing))
  (:durative-action wait :parameters (?x - thing) :duration (= ?duration 1)
    :condition (at start (q ?x)) :effect (at end (not (q ?x)))))
"""
PROBLEM = (
    "(define (problem strike) (:domain clock) (:objects a - thing) (:init (q a) (at 0.5 (p a))) (:goal (and))"
    "(:constraints (within 0.5 (p a))))"
)


async def test_a_listed_dispute_is_decided_by_the_definition_and_stays_visible() -> None:
    proof = await prove((ValJudge(), KairosJudge(), ExecutorJudge()), JudgeRequest(DOMAIN, PROBLEM, ""))
    assert proof.ruling == "accepted"
    rulings = {report.judge: report.ruling for report in proof.reports}
    assert rulings == {"val": "accepted", "kairos": "abstained", "executor": "accepted"}
    kairos = next(report for report in proof.reports if report.judge == "kairos")
    assert any("Gerevini" in finding.explanation for finding in kairos.findings)


async def test_it_is_listed_for_plans_without_steps_alone() -> None:
    assert all(one.empty_plan for one in KNOWN_DISPUTES)
    proof = await prove((ValJudge(), KairosJudge(), ExecutorJudge()), JudgeRequest(DOMAIN, PROBLEM, "0: (wait a) [1]"))
    assert {report.ruling for report in proof.reports} == {"accepted"}
