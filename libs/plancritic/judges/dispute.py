"""All judges together: the rule that combines them, and the disputes whose cause is known.

A judge is asked in the form it judges rightly (`windows`); what is left of known faults is listed here with the
clause of PDDL3 that decides. A dissent that a listed fault explains is set aside, kept in the proof as an
abstention; any other disagreement is `disputed`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.contracts.validation import Finding, JudgeReport, Proof
from plancritic.judges.interface import Judge, JudgeRequest
from plancritic.pddl.language import ConstraintType, PddlSyntaxError, parse_constraint


@dataclass(frozen=True, slots=True)
class KnownDispute:
    """A judge known to be wrong about a type of constraint in one direction, and the clause that says so.

    With `empty_plan` only where the plan has no step.
    """

    judge: str
    type: ConstraintType
    ruling: Literal["accepted", "rejected"]
    clause: str
    empty_plan: bool = False


#: Kept short: an entry needs a measured plan on which the judge contradicts the definition.
KNOWN_DISPUTES: tuple[KnownDispute, ...] = (
    # Measured: (at 0.5 (p a)) in the initial state, no steps, (within 0.5 (p a)); VAL and the executor accept.
    KnownDispute(
        judge="kairos",
        type=ConstraintType.WITHIN,
        ruling="rejected",
        clause="<(S0,t0),...,(Sn,tn)> satisfies (within t φ) if φ holds in some Si with ti <= t (Gerevini & Long 2005);"
        " a timed literal makes such a state also where the plan has no step",
        empty_plan=True,
    ),
)


async def prove(judges: Sequence[Judge], request: JudgeRequest) -> Proof:
    """Has every judge judge, at once, and combines their rulings."""
    reports = await asyncio.gather(*(judge.judge(request) for judge in judges))
    empty = not request.plan.strip()
    return combine(reports, [one for one in KNOWN_DISPUTES if empty or not one.empty_plan])


def combine(reports: Sequence[JudgeReport], known: Sequence[KnownDispute] = ()) -> Proof:
    """One ruling of many: that of all who rule, `disputed` where they differ, `unjudged` where all abstain."""
    reports = tuple(reports)
    rulings = {report.ruling for report in reports} - {"abstained"}
    if len(rulings) > 1 and known:
        settled = tuple(_set_aside(report, reports, known) for report in reports)
        left = {report.ruling for report in settled} - {"abstained"}
        if len(left) == 1:
            reports, rulings = settled, left
    if not rulings:
        return Proof(ruling="unjudged", reports=reports)
    ruling = rulings.pop() if len(rulings) == 1 else "disputed"
    return Proof(ruling=ruling, reports=reports)


def _set_aside(report: JudgeReport, reports: Sequence[JudgeReport], known: Sequence[KnownDispute]) -> JudgeReport:
    """The report as an abstention where a known fault explains every constraint on which it stands alone."""
    own, others = _by_constraint(report), [_by_constraint(other) for other in reports if other is not report]
    alone = {text: said for text, said in own.items() if any(other.get(text, said) != said for other in others)}
    clauses = {text: _clause(report.judge, text, said, known) for text, said in alone.items()}
    other_faults = any(one.satisfied is False and one.about != "constraint" for one in report.findings)
    if not alone or other_faults or None in clauses.values():
        return report
    notes = tuple(
        Finding(about="form", satisfied=None, constraint=text, explanation=f"set aside: {clause}")
        for text, clause in clauses.items()
    )
    return report.model_copy(update={"ruling": "abstained", "findings": (*report.findings, *notes)})


def _by_constraint(report: JudgeReport) -> dict[str, bool]:
    return {
        finding.constraint: finding.satisfied
        for finding in report.findings
        if finding.about == "constraint" and finding.constraint is not None and finding.satisfied is not None
    }


def _clause(judge: str, constraint: str, satisfied: bool, known: Sequence[KnownDispute]) -> str | None:
    try:
        kind = parse_constraint(constraint).type
    except PddlSyntaxError:
        return None
    ruling = "accepted" if satisfied else "rejected"
    return next((one.clause for one in known if (one.judge, one.type, one.ruling) == (judge, kind, ruling)), None)
