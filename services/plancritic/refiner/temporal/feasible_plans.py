"""A candidate's plans without those that durations and numbers do not allow: they say nothing about its STRIPS part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from plancritic.contracts.planning import Impossible, NoPlanFound
from plancritic.contracts.refinement.knowledge import Knowledge
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.pddl.strips_part import NumbersOf
from plancritic.refiner.equivalence.plan_sets import PlanSet, PlanSource
from plancritic.threads import in_thread


class FeasiblePlans:
    """Plan sets of another source, of which those plans are left that the numbers of their problem allow."""

    def __init__(self, source: PlanSource, numbers: Mapping[str, Sequence[NumbersOf]]) -> None:
        """`numbers` has what those of each problem allow, by the text of its STRIPS part, which several may share."""
        self._source = source
        self._numbers = numbers

    async def plans(self, domain: str, problem: str) -> PlanSet:
        """Return the plans of two PDDL texts; what the numbers forbid counts as shortfall.

        That a STRIPS part has no plan proves nothing of a domain whose steps may overlap.
        """
        found = await self._source.plans(domain, problem)
        if isinstance(found.failure, Impossible):
            found = replace(found, failure=NoPlanFound(engine=found.failure.engine, reason=found.failure.reason))
        numbers = self._numbers.get(problem)
        if numbers is None or not found.plans:
            return found
        allowed = await in_thread(
            lambda: tuple(
                each for each in found.plans if all(one.broken(each, with_goal=True) is None for one in numbers)
            )
        )
        return replace(found, plans=allowed, shortfall=found.shortfall + len(found.plans) - len(allowed))


def feasible(source: PlanSource, known: Knowledge) -> PlanSource:
    """Return a source of plans that the numbers of stored knowledge allow; the same one where it has no numbers.

    Raises:
        PddlSyntaxError: What was stored cannot be read.
    """
    if known.numbers is None:
        return source
    domain = parse_domain(known.numbers)
    numbers: dict[str, list[NumbersOf]] = {}
    for each in known.problems:
        if each.with_numbers is not None:
            numbers.setdefault(each.text, []).append(NumbersOf(parse_problem(each.with_numbers, domain)))
    return FeasiblePlans(source, numbers)
