"""Jobs in, proofs out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from plancritic.bus import Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.syntax_faults import fault_of
from plancritic.contracts.validation import (
    Finding,
    PlanRuling,
    Proof,
    ValidatePlan,
    ValidatePlans,
    Validation,
    Validations,
)
from plancritic.domains.published import PublishedDomains
from plancritic.judges import Judge, JudgeRequest, ValJudge, prove
from plancritic.pddl.language import PddlSyntaxError
from plancritic.validator.settings import ValidatorSettings
from plancritic.verdicts import Proofs, prove_plan


def register(service: Service, settings: ValidatorSettings, judges: Sequence[Judge]) -> None:
    """Adds the validator's handler."""
    domains: list[PublishedDomains] = []
    known = Proofs(settings.proofs_kept)

    @service.on_start
    async def find_val() -> None:
        # Without VAL its proofs would be those of two judges, all of them ours: better no validator.
        for absence in (judge.absence() for judge in judges if isinstance(judge, ValJudge)):
            if absence is not None:
                message = "a judge of the validator is missing"
                raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=message, remedy=absence))

    @service.on_start
    async def open_parts() -> None:
        domains.append(PublishedDomains(service.client))

    @service.work(subjects.VALIDATE, concurrency=settings.concurrency)
    async def validate(job: ValidatePlan, _work: Work) -> Validation:
        domain, problem = await domains[0].problem(job.problem)
        constraints = [traced.constraint for traced in job.specification]
        try:
            proof = await prove_plan(judges, domain, problem, job.plan, constraints, job.questions, known)
        except PddlSyntaxError as error:
            raise ContractError(fault_of(error)) from None
        return Validation(
            envelope=job.envelope.caused("result"),
            job=job.envelope.message_id,
            proof=proof.proof,
            answers=proof.answers,
        )

    @service.work(subjects.VALIDATE_PLANS, concurrency=settings.concurrency)
    async def validate_plans(job: ValidatePlans, _work: Work) -> Validations:
        rulings = []
        for each in job.sets:
            texts = await domains[0].problem(each.problem)
            requests = [JudgeRequest(*texts, plan) for plan in each.plans]
            try:
                proofs = await asyncio.gather(*(prove(judges, request) for request in requests))
            except PddlSyntaxError as error:
                raise ContractError(fault_of(error)) from None
            rulings.append(tuple(map(_ruling, proofs)))
        return Validations(envelope=job.envelope.caused("result"), job=job.envelope.message_id, rulings=tuple(rulings))


def _ruling(proof: Proof) -> PlanRuling:
    """A proof as a ruling and the one finding that explains it best: a judge's reason, the executor's before others."""
    if proof.ruling == "accepted":
        return PlanRuling(ruling="accepted")
    reports = sorted(proof.reports, key=lambda report: report.judge != "executor")
    found: list[Finding] = [finding for report in reports for finding in report.findings if not finding.satisfied]
    found.sort(key=lambda finding: finding.satisfied is None)  # reasons against it before abstentions
    return PlanRuling(ruling=proof.ruling, finding=found[0] if found else None)
