"""All judges together: the rule that combines them, and the disputes whose cause is known.

A judge is asked in the form it judges rightly (`windows`); what is left of known faults is listed here with the
clause of PDDL3 that decides. A dissent that a listed fault explains is set aside, kept in the proof as an
abstention; any other disagreement is `disputed`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from plancritic.contracts.validation import Finding, JudgeReport, Proof
from plancritic.judges import executor
from plancritic.judges.interface import Judge, JudgeRequest, SharingJudge
from plancritic.judges.step_count import count_steps
from plancritic.pddl.language import (
    ConstraintType,
    PddlSyntaxError,
    PlanBound,
    form_complaints,
    parse_constraint,
    plan_bound,
)


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
    """Has every judge judge, at once, and combines their rulings.

    Bounds on the whole plan are left to the executor and, as a second opinion, to `step_count`.
    """
    return (await prove_together(judges, (request,)))[0]


async def prove_together(judges: Sequence[Judge], requests: Sequence[JudgeRequest]) -> tuple[Proof, ...]:
    """Return what `prove` would of each request; all are about the same plan of the same problem."""
    bounds = [_bounds_of(request) for request in requests]
    rests = [
        replace(request, constraints=tuple(text for text in request.constraints if text not in its)) if its else request
        for request, its in zip(requests, bounds, strict=True)
    ]
    by_judge = await asyncio.gather(*(_reports(judge, rests) for judge in judges))
    proofs = []
    for place, request in enumerate(requests):
        empty = not request.plan.strip()
        known = [one for one in KNOWN_DISPUTES if empty or not one.empty_plan]
        proof = combine([reports[place] for reports in by_judge], known)
        its = bounds[place]
        proofs.append(await _with_bounds(judges, request, its, proof) if its else proof)
    return tuple(proofs)


async def _reports(judge: Judge, requests: Sequence[JudgeRequest]) -> Sequence[JudgeReport]:
    """Return a judge's report on each request."""
    if isinstance(judge, SharingJudge):
        return await judge.judge_together(requests)
    return await asyncio.gather(*(judge.judge(request) for request in requests))


def _bounds_of(request: JudgeRequest) -> dict[str, PlanBound]:
    """The well-formed bounds on the whole plan among the constraints of a request, by their text."""
    found = {}
    for text in request.constraints:
        try:
            constraint = parse_constraint(text)
        except PddlSyntaxError:
            continue
        bound = plan_bound(constraint)
        if bound is not None and not form_complaints(constraint):
            found[text] = bound
    return found


async def _with_bounds(
    judges: Sequence[Judge], request: JudgeRequest, bounds: Mapping[str, PlanBound], proof: Proof
) -> Proof:
    """The proof of a request with bounds: `proof` is that of the rest by all judges, the bounds those who know judge.

    A report on a part of the request that differs from the ruling on the whole counts as an abstention.
    """
    counted = count_steps(request.plan, tuple(bounds.values()))
    knowing = [judge for judge in judges if judge.name == executor.NAME]
    executed = [await judge.judge(request.question(*bounds)) for judge in knowing]
    ruling = proof.ruling
    if ruling == "accepted":
        ruling = combine((counted, *executed)).ruling
    reports = []
    for report in proof.reports:
        own = executed[0] if executed and report.judge == executor.NAME else None
        reports.append(_on_the_rest(report, ruling, bounds) if own is None else _joined(report, own))
    if ruling in ("accepted", "rejected") and counted.ruling != ruling:
        counted = counted.model_copy(update={"ruling": "abstained"})
    return Proof(ruling=ruling, reports=(*reports, counted))


def _on_the_rest(report: JudgeReport, ruling: str, bounds: Iterable[str]) -> JudgeReport:
    """The report of a judge that knows no bounds, with a note for each of them."""
    note = f"{report.judge} does not support it, so the executor and a count of the steps decide"
    notes = tuple(Finding(about="form", satisfied=None, constraint=each, explanation=note) for each in bounds)
    kept = report.ruling if ruling in (report.ruling, "disputed") else "abstained"
    return report.model_copy(update={"ruling": kept, "findings": (*report.findings, *notes)})


def _joined(rest: JudgeReport, on_bounds: JudgeReport) -> JudgeReport:
    """The executor's report on all of it."""
    rulings = {rest.ruling, on_bounds.ruling}
    ruling = next(each for each in ("rejected", "abstained", "accepted") if each in rulings)
    faults = [one for one in on_bounds.findings if one.about == "constraint"]
    return rest.model_copy(update={"ruling": ruling, "findings": (*rest.findings, *faults)})


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
