"""Removals of a single literal from the true domain: which of them show in the plans of a problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.contracts.planning import Impossible, NoPlanFound
from plancritic.engines import PlanningRequest
from plancritic.engines.planners.kstar import KStarEngine, TopPlans
from plancritic.pddl.execution import execute
from plancritic.pddl.language import (
    Atom,
    Domain,
    FactEffect,
    Not,
    Problem,
    conjuncts,
    parse_plan,
    parse_problem,
    remove_effect,
    remove_precondition,
    with_action,
)

#: As many plans of a problem as [FS] takes.
MOST_PLANS = 100


@dataclass(frozen=True, eq=False)
class Removal:
    """The true domain without one literal of one action; `part` is `precondition` or `effect`."""

    action: str
    part: str
    literal: Atom | Not
    domain: Domain

    def __str__(self) -> str:
        return f"{self.action}: {self.part} {self.literal}"


def single_removals(domain: Domain) -> tuple[Removal, ...]:
    """Return the domains that lack one literal of the true one, precondition literals before effects."""
    found: list[Removal] = []
    for name, action in domain.actions.items():
        for condition in conjuncts(action.conditions_at_start):
            if isinstance(condition, Atom):
                changed = with_action(domain, remove_precondition(action, condition))
                found.append(Removal(name, "precondition", condition, changed))
        for effect in action.effects_at_start:
            if isinstance(effect, FactEffect):
                literal = effect.atom if effect.becomes else Not(effect.atom)
                found.append(Removal(name, "effect", literal, with_action(domain, remove_effect(action, literal))))
    return tuple(found)


class TruePlans:
    """A problem of the true domain with its cheapest plans, `MOST_PLANS` at most."""

    def __init__(self, problem: Problem, text: str, plans: Sequence[str]) -> None:
        self.problem = problem
        self.text = text
        self.plans = tuple(plans)


async def true_plans(engine: KStarEngine, domain: Domain, problem: str) -> TruePlans:
    """Return a problem with the plans that K* finds for it."""
    return TruePlans(parse_problem(problem, domain), problem, await _plans(engine, domain, problem))


async def is_seen(engine: KStarEngine, removal: Removal, truth: TruePlans) -> bool:
    """Return whether a removal shows in the plans of a problem.

    It does where a plan of the true domain no longer works, or one of the cheapest plans of the changed domain does not
    work in the true one.
    """
    changed = parse_problem(truth.text, removal.domain)
    if not all(_works(changed, plan) for plan in truth.plans):
        return True
    return not all(_works(truth.problem, plan) for plan in await _plans(engine, removal.domain, truth.text))


async def unseen_removals(
    engine: KStarEngine, removals: Sequence[Removal], problems: Sequence[TruePlans]
) -> tuple[Removal, ...]:
    """Return the removals that show in the plans of none of the problems."""
    unseen = list(removals)
    for problem in problems:
        unseen = [removal for removal in unseen if not await is_seen(engine, removal, problem)]
    return tuple(unseen)


async def _plans(engine: KStarEngine, domain: Domain, problem: str) -> tuple[str, ...]:
    found = await engine.top_plans(PlanningRequest(domain.text, problem), MOST_PLANS)
    match found:
        case TopPlans():
            return tuple(each.plan for each in found.plans)
        case Impossible() | NoPlanFound():
            return ()
        case _:
            raise RuntimeError(f"K* gave no answer about {domain.name}: {found!r}")


def _works(problem: Problem, plan: str) -> bool:
    run = execute(problem, parse_plan(plan))
    return not run.faults and run.goal_met
