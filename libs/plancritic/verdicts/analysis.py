"""Proofs of impossibility of our own: contradictions found by simplifying, and relaxed reachability with windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from plancritic.contracts.planning import Impossible
from plancritic.pddl.grounding import Invariants
from plancritic.pddl.language import Constraint, Problem, UnsupportedFeatureError, plan_bound
from plancritic.pddl.reachability import Reachability
from plancritic.pddl.specification import simplify
from plancritic.threads import in_thread
from plancritic.verdicts.plan_bounds import consequences, too_few_steps
from plancritic.verdicts.task import Task

#: What verdicts name as their engine where our own analysis decided.
NAME = "reachability"
#: Above so many ground actions pairs of facts are too many: 900 take a second to prepare.
_MOST_ACTIONS = 1500


@dataclass(frozen=True, slots=True)
class Proof:
    """Why constraints cannot be met, and the indices of those that the proof needed."""

    reason: str
    constraints: tuple[int, ...]


def contradiction(task: Task) -> Impossible | None:
    """Return what simplifying the constraints settles, or None."""
    if task.simplified is None or task.simplified.contradiction is None:
        return None
    return Impossible(engine=NAME, road="reachability", reason=task.simplified.contradiction.reason)


async def disproof(task: Task, seconds: float | None) -> Impossible | None:
    """Return what relaxed reachability proves of the constraints that are left, or None.

    It works in a thread, because it takes some hundred milliseconds where it proves nothing; after `seconds` it is
    not waited for any longer.
    """
    if task.problem is None or task.large:
        return None
    try:
        found = await in_thread(partial(_reached, task.problem, task.remaining, core=False), seconds)
    except TimeoutError:
        return None
    return None if found is None else Impossible(engine=NAME, road="reachability", reason=found.reason)


def proof(problem: Problem, constraints: Sequence[Constraint]) -> Proof | None:
    """The same for constraints as they are written: simplified, then analysed; indices are of these constraints."""
    simplified = simplify(problem, constraints)
    if simplified.contradiction is not None:
        return Proof(simplified.contradiction.reason, tuple(simplified.contradiction.indices))
    found = _reached(problem, simplified.constraints, core=True)
    if found is None:
        return None
    origins = {origin for index in found.constraints for origin in simplified.origins[index]}
    return Proof(found.reason, tuple(sorted(origins)))


def _reached(problem: Problem, constraints: Sequence[Constraint], core: bool) -> Proof | None:
    if len(Invariants.of(problem).reachable_actions) > _MOST_ACTIONS:
        return None
    few = too_few_steps(problem, constraints)
    if few is not None:
        return Proof(*few)
    # A bound on the plan's end is put as the times that follow from it.
    about_states = [place for place, each in enumerate(constraints) if plan_bound(each) is None]
    following = consequences(problem, constraints)
    asked = [*(constraints[place] for place in about_states), *(each.constraint for each in following)]
    origins = [*((place,) for place in about_states), *(each.origins for each in following)]
    try:
        found = _reachability(problem).disproof(asked, core=core)
    except UnsupportedFeatureError:
        return None
    if found is None:
        return None
    needed = {origin for index in found.constraints for origin in origins[index]}
    return Proof(found.reason, tuple(sorted(needed)))


@lru_cache(maxsize=16)
def _reachability(problem: Problem) -> Reachability:
    """The analysis of a problem, kept: preparing it costs more than asking it."""
    return Reachability(problem)
