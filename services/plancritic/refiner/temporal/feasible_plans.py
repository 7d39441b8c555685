"""A candidate's plans without those that durations and numbers do not allow: they say nothing about its STRIPS part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from plancritic.contracts.refinement.knowledge import Knowledge
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.pddl.strips_part import NumbersOf
from plancritic.refiner.equivalence.plan_sets import PlanSet, PlanSource
from plancritic.threads import in_thread


class FeasiblePlans:
    """Plan sets of another source, of which those plans are left that the numbers of their problem allow."""

    def __init__(self, source: PlanSource, numbers: Mapping[str, NumbersOf]) -> None:
        """`numbers` has what the numbers of each problem allow, by the text of its STRIPS part."""
        self._source = source
        self._numbers = numbers

    async def plans(self, domain: str, problem: str) -> PlanSet:
        """Return the plans of two PDDL texts; what the numbers forbid counts as shortfall."""
        found = await self._source.plans(domain, problem)
        numbers = self._numbers.get(problem)
        if numbers is None or not found.plans:
            return found
        allowed = await in_thread(
            lambda: tuple(each for each in found.plans if numbers.broken(each, with_goal=True) is None)
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
    return FeasiblePlans(
        source,
        {
            each.text: NumbersOf(parse_problem(each.with_numbers, domain))
            for each in known.problems
            if each.with_numbers is not None
        },
    )
