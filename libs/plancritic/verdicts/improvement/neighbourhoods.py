"""Parts of a problem around a plan: its own actions, and those others that a neighbourhood frees.

Large neighbourhood search (Shaw, "Using Constraint Programming and Local Search Methods to Solve Vehicle Routing
Problems", CP 1998): what is outside the neighbourhood is as in the plan, what is inside is searched again. Plans as in
Nakhost & Müller, "Action Elimination and Plan Neighborhood Graph Search" (ICAPS 2010), and the windows of Siddiqui &
Haslum, "Continuing Plan Quality Optimisation" (JAIR 54, 2015). Here a neighbourhood frees ground actions: the planner
may use those of the plan, and those of the neighbourhood, in any order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations, zip_longest

from plancritic.pddl.grounding import Invariants
from plancritic.pddl.grounding.relaxed_reachability import GroundName
from plancritic.pddl.language import And, Atom, Plan, Problem
from plancritic.verdicts.improvement.handovers import handovers

#: A window takes this share of the plan, and the next one begins half of it later; then longer ones.
_WINDOW, _LONG_WINDOW = 1 / 3, 1 / 2
#: With more actions than this share of all, it is the problem itself.
_MOST = 0.8
#: The name of neighbourhoods in which parts of the goal change hands.
HANDOVER = "handover"


@dataclass(frozen=True)
class Neighbourhood:
    """Ground actions that a plan may use; `name` says of which kind it is."""

    name: str
    actions: frozenset[GroundName]


def neighbourhoods(problem: Problem, plan: Plan) -> Iterator[Neighbourhood]:
    """Return neighbourhoods of a plan, in turns: windows of time, a lane and then detours, two lanes."""
    every = Invariants.of(problem).reachable_actions
    own = actions_of(plan)
    # Detours come after the lanes, since they lead to a better plan least often (verdicts/RESULTS.md).
    kinds = (
        _windows(plan, every, _WINDOW),
        chain(_lanes(plan, every, 1), _detours(plan, every)),
        chain(_windows(plan, every, _LONG_WINDOW), _lanes(plan, every, 2)),
    )
    seen: set[frozenset[GroundName]] = set()
    for turn in zip_longest(*kinds):
        for each in turn:
            if each is None:
                continue
            if each.name == "detour":
                yield each
                continue
            allowed = own | each.actions
            if allowed != own and allowed not in seen and len(allowed) <= _MOST * len(every):
                seen.add(allowed)
                yield Neighbourhood(each.name, allowed)


def shared_out(problem: Problem, plan: Plan) -> Iterator[Neighbourhood]:
    """Return neighbourhoods in which it is fixed who brings about which part of the goal, a few unlike the plan."""
    return (Neighbourhood(HANDOVER, allowed) for allowed in handovers(problem, plan))


def actions_of(plan: Plan) -> frozenset[GroundName]:
    """Return the ground actions of a plan."""
    return frozenset((step.action, step.arguments) for step in plan.steps)


def restricted(problem: Problem, allowed: Collection[GroundName]) -> Problem:
    """Return the problem with only these ground actions: each needs a fact that only they have."""
    domain = problem.domain
    taken = {*domain.predicates, *domain.functions}
    names = {}
    for action in domain.actions:
        name = f"free-{action}"
        while name in taken:
            name = f"{name}-"
        names[action] = name
    actions = {
        name: replace(
            action,
            conditions_at_start=And(
                (action.conditions_at_start, Atom(names[name], tuple(each.name for each in action.parameters)))
            ),
        )
        for name, action in domain.actions.items()
    }
    predicates = {**domain.predicates} | {names[name]: action.parameters for name, action in domain.actions.items()}
    facts = problem.facts | {Atom(names[name], arguments) for name, arguments in allowed}
    smaller = replace(domain, actions=actions, predicates=predicates)
    return replace(problem, domain=smaller, facts=facts, _by_types={}, ground_actions={})


def _windows(plan: Plan, every: Collection[GroundName], share: float) -> Iterator[Neighbourhood]:
    """Actions of none but objects that the steps of a window are about."""
    length = plan.makespan * share
    begins = 0.0
    while length > 0 and begins < plan.makespan:
        steps = [step for step in plan.steps if step.start < begins + length and step.end > begins]
        objects = {argument for step in steps for argument in step.arguments}
        yield Neighbourhood("window", frozenset(each for each in every if objects.issuperset(each[1])))
        begins += length / 2


def _detours(plan: Plan, every: Collection[GroundName]) -> Iterator[Neighbourhood]:
    """Everything but one action of the plan, the last ones first: somebody else does it, or it is done otherwise."""
    for step in dict.fromkeys((step.action, step.arguments) for step in reversed(plan.steps)):
        yield Neighbourhood("detour", frozenset(every) - {step})


def _lanes(plan: Plan, every: Collection[GroundName], count: int) -> Iterator[Neighbourhood]:
    """Actions that are about one of so many objects, those first that have the most steps."""
    uses: dict[str, int] = {}
    for step in plan.steps:
        for argument in dict.fromkeys(step.arguments):
            uses[argument] = uses.get(argument, 0) + 1
    objects = sorted(uses, key=lambda name: (-uses[name], name))
    for chosen in combinations(objects, count):
        yield Neighbourhood("lane", frozenset(each for each in every if not set(chosen).isdisjoint(each[1])))
