"""The problem a run is about, and why a run may be refused."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.contracts.specification import ProblemReference
from plancritic.contracts.syntax_faults import fault_of
from plancritic.domains import DomainBundle
from plancritic.pddl.language import PddlSyntaxError, Problem, parse_domain, parse_problem
from plancritic.wording import Lexicon


@dataclass(frozen=True)
class Situation:
    """The problem a run is about, resolved once: every job of the run refers to this very bundle."""

    reference: ProblemReference
    problem: Problem
    lexicon: Lexicon


def situation_of(submitted: FeedbackSubmitted, bundle: DomainBundle) -> Situation:
    """Return the problem that the feedback names, parsed.

    Raises:
        ContractError: `unknown_problem`, or `syntax_error` with the place in the bundle's PDDL.
    """
    if submitted.problem not in bundle.problems:
        raise ContractError(
            Fault(
                code=FaultCode.UNKNOWN_PROBLEM,
                message=f"domain {bundle.name!r} has no problem {submitted.problem!r}",
                remedy=f"problems: {', '.join(sorted(bundle.problems))}",
            )
        )
    try:
        domain = parse_domain(bundle.domain_pddl, filename=f"{bundle.name}/domain.pddl")
        problem = parse_problem(
            bundle.problems[submitted.problem], domain, filename=f"{bundle.name}/problem {submitted.problem}"
        )
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from error
    reference = ProblemReference(domain=bundle.name, problem=submitted.problem, bundle=bundle.sha256)
    return Situation(reference, problem, Lexicon(bundle, submitted.problem))


def no_base_plan(why: str) -> ContractError:
    """Without a plan there is nothing that feedback could change."""
    return ContractError(
        Fault(
            code=FaultCode.NO_BASE_PLAN,
            message=f"the problem has no proved plan even without feedback: {why}",
            remedy="`plancritic plan DOMAIN PROBLEM` shows this verdict without the services",
        )
    )
