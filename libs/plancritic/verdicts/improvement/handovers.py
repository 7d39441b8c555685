"""Who brings about which part of the goal: the plan's own choice, with a few parts handed over to others.

A search that may use everything seldom shares work out anew: a plan in which one actor does it all is found soonest,
and each step towards a better one is worse at first. Here the choice is made before the search: each part of the goal
is brought about with a certain object (a vehicle, a tool), or without it, and the planner finds the way there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from plancritic.pddl.grounding import Invariants, ground_action
from plancritic.pddl.grounding.relaxed_reachability import GroundName
from plancritic.pddl.language import Atom, FactEffect, Plan, Problem, atoms, ground

#: So many parts of the goal change hands at once, beside those that are reached last.
_TOGETHER = 2


def handovers(problem: Problem, plan: Plan) -> Iterator[frozenset[GroundName]]:
    """Return the ground actions left where parts of the goal change hands, for one object after the other.

    First half of what is reached with the object, the last ones; then other numbers of the last ones, then every part
    or two. What does not change hands is brought about with the object, or without it, as in the plan.
    """
    every = Invariants.of(problem).reachable_actions
    adders = {atom: found for atom, found in _adders(problem).items() if len(found) > 1}
    ends: dict[Atom, tuple[float, tuple[str, ...]]] = {}
    for step in sorted(plan.steps, key=lambda each: each.end):
        for atom, found in adders.items():
            if (step.action, step.arguments) in found:
                ends[atom] = step.end, step.arguments
    seen = set()
    for turn in _in_turns([_of_object(name, ends, adders) for name in _objects(plan)]):
        if turn not in seen:
            seen.add(turn)
            yield frozenset(every) - turn


def _of_object(
    name: str, ends: dict[Atom, tuple[float, tuple[str, ...]]], adders: dict[Atom, frozenset[GroundName]]
) -> Iterator[frozenset[GroundName]]:
    """What is forbidden for each choice of parts that change hands."""
    with_it, without = {}, {}
    for atom in ends:
        with_it[atom] = frozenset(each for each in adders[atom] if name in each[1])
        without[atom] = adders[atom] - with_it[atom]
    free = [atom for atom in ends if with_it[atom] and without[atom]]
    free.sort(key=lambda atom: (-ends[atom][0], str(atom)))
    own = [atom for atom in free if name in ends[atom][1]]
    counts = sorted(range(1, len(own) + 1), key=lambda count: (abs(2 * count - len(own)), count))
    choices = [frozenset(own[:count]) for count in counts]
    choices += [frozenset(some) for count in range(1, _TOGETHER + 1) for some in combinations(free, count)]
    for moved in dict.fromkeys(choices):
        forbidden = [with_it[atom] if (atom in own) == (atom in moved) else without[atom] for atom in free]
        yield frozenset[GroundName]().union(*forbidden)


def _objects(plan: Plan) -> list[str]:
    """The objects of a plan, those first that have the most steps."""
    uses: dict[str, int] = {}
    for step in plan.steps:
        for argument in dict.fromkeys(step.arguments):
            uses[argument] = uses.get(argument, 0) + 1
    return sorted(uses, key=lambda name: (-uses[name], name))


def _in_turns(many: list[Iterator[frozenset[GroundName]]]) -> Iterator[frozenset[GroundName]]:
    while many:
        left = []
        for each in many:
            found = next(each, None)
            if found is not None:
                yield found
                left.append(each)
        many = left


@lru_cache(maxsize=16)
def _adders(problem: Problem) -> dict[Atom, frozenset[GroundName]]:
    """The parts of the goal that are facts, and the reachable ground actions that bring each about."""
    goals = frozenset(atoms(ground(problem.goal, {}, problem.objects_of_any)))
    found: dict[Atom, set[GroundName]] = {}
    for name in sorted(Invariants.of(problem).reachable_actions):
        action = ground_action(problem, *name)
        for effect in (*action.effects_at_start, *action.effects_at_end):
            if isinstance(effect, FactEffect) and effect.becomes and effect.atom in goals:
                found.setdefault(effect.atom, set()).add(name)
    return {atom: frozenset(names) for atom, names in found.items()}
