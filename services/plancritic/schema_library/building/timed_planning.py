"""Descriptions with time or numbers: sets are decided on their STRIPS part, and get plans with times by Kairos."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.planning import SolveLimits
from plancritic.contracts.syntax_faults import fault_of
from plancritic.engines import EngineSettings, PlanFound, PlanningRequest, create_engine
from plancritic.pddl.language import Domain, PddlSyntaxError, Problem, parse_plan, parse_problem, write_domain
from plancritic.pddl.strips_part import NotSeparableError, TimedFactsError, problem_part, strips_part
from plancritic.schema_library.building.ordering import Ordered, Shown


def is_timed(skeleton: Domain) -> bool:
    """Return whether a description speaks of time or numbers; `skeleton` is what it declares."""
    return bool(skeleton.functions) or ":durative-actions" in skeleton.requirements


def decidable_texts(skeleton: Domain, problem: str) -> tuple[str, str]:
    """Return the PDDL of the skeleton and the problem that combinations are decided for: their STRIPS part.

    Raises:
        ContractError: The problem cannot be read, or has no STRIPS part.
    """
    if not is_timed(skeleton):
        return write_domain(skeleton), problem
    part = strips_part(skeleton)
    try:
        return part.text, problem_part(parse_problem(problem, skeleton), part).text
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None
    except (TimedFactsError, NotSeparableError) as error:
        remedy = "take a problem whose goal is a conjunction of facts and numeric conditions, without timed literals"
        message = f"no set of schemas can be decided for the problem: {error.reason}"
        raise ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy)) from None


async def with_timed_plans(ordered: Ordered, problem: Problem, seconds: float) -> tuple[Ordered, tuple[str, ...]]:
    """Return interpretations with plans that have times, those without one left out; and why, one text each.

    A set whose STRIPS part has a plan may have none with its durations and numbers. Of the starts those stay that are
    shown as well.
    """
    if not is_timed(problem.domain):
        return ordered, ()
    engine = create_engine("kairos", EngineSettings(engine_children=1))
    found: list[Shown] = []
    reasons: list[str] = []
    try:
        for each in ordered.interpretations:
            outcome = await engine.solve(
                PlanningRequest(each.domain, problem.text, limits=SolveLimits(seconds=seconds))
            )
            if isinstance(outcome, PlanFound):
                found.append(replace(each, plan=outcome.plan))
            else:
                why = outcome.verdict.replace("_", " ")
                reasons.append(
                    f"an interpretation is left out, no plan with its durations and numbers was found: {why}"
                )
    finally:
        await engine.close()
    plans = {each.domain: each.plan for each in found}
    starts = tuple((plans[each.domain], each) for _, each in ordered.starts if each.domain in plans)
    return replace(ordered, interpretations=tuple(found), starts=starts), tuple(reasons)


def decidable_known(known: Sequence[KnownProblem], skeleton: Domain) -> tuple[KnownProblem, ...]:
    """Return what is known as it can be held against STRIPS parts: facts alone, plans with times as sequences.

    Of a plan with times the steps stand in the order of their starts: before there is a model, nothing says which of
    two steps that overlap depends on the other.

    Raises:
        ContractError: A problem or a plan cannot be read, or a problem has no STRIPS part.
    """
    found: list[KnownProblem] = []
    for number, each in enumerate(known, 1):
        try:
            plans = [parse_plan(text, f"plan of known problem {number}") for text in each.timed_plans]
        except PddlSyntaxError as error:
            raise ContractError(fault_of(error)) from None
        sequences = tuple(tuple((step.action, *step.arguments) for step in plan.steps) for plan in plans)
        update = {"plans": (*each.plans, *sequences), "timed_plans": ()}
        found.append(each.model_copy(update={**update, "text": decidable_texts(skeleton, each.text)[1]}))
    return tuple(found)
