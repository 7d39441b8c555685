"""Jobs in, proofs out."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.bus import Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.validation import ValidatePlan, Validation
from plancritic.domains.published import PublishedDomains
from plancritic.judges import Judge, ValJudge
from plancritic.pddl.errors import PddlSyntaxError
from plancritic.validator.settings import ValidatorSettings
from plancritic.verdicts import prove_plan


def register(service: Service, settings: ValidatorSettings, judges: Sequence[Judge]) -> None:
    """Adds the validator's handler."""
    domains: list[PublishedDomains] = []

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
            proof = await prove_plan(judges, domain, problem, job.plan, constraints, job.questions)
        except PddlSyntaxError as error:
            raise ContractError(error.fault()) from None
        return Validation(
            envelope=job.envelope.caused("result"),
            job=job.envelope.message_id,
            proof=proof.proof,
            answers=proof.answers,
        )
