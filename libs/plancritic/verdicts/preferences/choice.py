"""Which preferences a plan can keep, found with proofs: musts are hard, any should outweighs all nices.

The search is that of implicit hitting sets: each part of the specification that is proved impossible has to lose one
of its preferences; the least weight that takes one from each is given up, and the rest is asked for. Where there is a
plan of it, no other choice keeps more. Sources: Reiter, "A Theory of Diagnosis from First Principles" (Artificial
Intelligence 32, 1987); Davies & Bacchus, "Solving MAXSAT by Solving a Sequence of Simpler SAT Instances" (CP 2011).
"""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

from plancritic.contracts.planning import (
    Cancelled,
    Impossible,
    PlanProved,
    PreferenceOutcome,
    SyntaxFault,
    Verdict,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.language import Problem, parse_constraint, parse_plan
from plancritic.verdicts.known_plans import satisfied_by
from plancritic.verdicts.preferences.texts import (
    lexicographic_weights,
    problem_preferences,
)

__all__ = ["choose", "problem_preferences"]

#: The verdict on a part of the specification, all of it taken as musts.
Asking = Callable[[Sequence[TracedConstraint]], Awaitable[Verdict]]


async def choose(
    specification: Sequence[TracedConstraint],
    verdict: Asking,
    seconds: float | None,
    problem: Problem | None = None,
    searches: int = 64,
) -> Verdict:
    """Return the verdict on the musts, its plan one that keeps the most of the preferences, with an outcome for each.

    Among plans that keep as much the shortest known is taken. What could not be decided counts as not kept, and its
    reason says so. A kept should is priced by one more search without it.

    Args:
        specification: In any order; without preferences it is asked as it is.
        verdict: Asked of parts of the specification, in its order. Where what it calls impossible comes with a clash,
            that is used; else it is asked more often.
        seconds: Wall seconds after which no further search is begun; None, as in deterministic mode, leaves only the
            number of searches.
        problem: Tells which preferences a plan keeps though they were not asked for; without it only those asked
            for count.
        searches: The most searches for the choice, and again for the prices.
    """
    return await _Choice(tuple(specification), verdict, seconds, problem, searches).run()


@dataclass(frozen=True, slots=True)
class _Core:
    """Preferences that cannot all be kept; where it is not `proved`, no plan was found that keeps them all."""

    members: frozenset[int]
    proved: bool


@dataclass(frozen=True, slots=True)
class _Known:
    """A plan with the preferences it keeps."""

    verdict: PlanProved
    kept: frozenset[int]
    makespan: float
    steps: int


class _Choice:
    def __init__(
        self,
        specification: tuple[TracedConstraint, ...],
        verdict: Asking,
        seconds: float | None,
        problem: Problem | None,
        searches: int,
    ) -> None:
        self._specification = specification
        self._verdict = verdict
        self._problem = problem
        self._preferences = frozenset(index for index, one in enumerate(specification) if one.strength != "must")
        self._weights = lexicographic_weights(one.strength for one in specification)
        self._deadline = math.inf if seconds is None else time.monotonic() + seconds
        self._left = searches
        self._searches = searches
        self._answers: dict[frozenset[int], Verdict] = {}
        self._cores: list[_Core] = []
        self._plans: list[_Known] = []
        #: Whether the search was ended from outside: nothing is asked any more, and what is known is the answer.
        self._stopped = False

    async def run(self) -> Verdict:
        first = await self._ask(self._preferences)
        if not self._preferences or isinstance(first, SyntaxFault | Cancelled):
            return first
        if not isinstance(first, PlanProved):
            alone = await self._ask(frozenset())
            if isinstance(alone, Impossible | SyntaxFault | Cancelled):
                return alone
            if not isinstance(first, Impossible):
                await self._grow()
            stopped = await self._search()
            if stopped is not None or not self._plans:
                return stopped or alone
        return await self._priced()

    async def _grow(self) -> None:
        """Add one preference after the other to what is kept, the most wanted first: something good in little time."""
        required: frozenset[int] = frozenset()
        for index in sorted(self._preferences, key=lambda index: (-self._weights[index], index)):
            kept = self._best().kept if self._plans else required
            if index in kept:
                continue
            # What is kept by luck is better required, unless that is what makes it hard.
            for more in dict.fromkeys((kept | {index}, required | {index})):
                if more in self._answers:
                    continue
                if not self._may_ask():
                    return
                answer = await self._ask(more)
                if isinstance(answer, PlanProved):
                    required = more
                    break
                if self._stopped:
                    return
                await self._learn(more, answer)

    async def _search(self) -> Verdict | None:
        """Ask for the best that is not known to be too much, until a plan is as good; a verdict that ends it all."""
        while True:
            given_up = least_hitting([core.members for core in self._cores], self._weights)
            candidate = self._preferences - given_up
            if self._plans and self._weight(self._best().kept) >= self._weight(candidate):
                return None
            answer = self._answers.get(candidate)
            if answer is None:
                if not self._may_ask():
                    return None
                answer = await self._ask(candidate)
            if self._stopped and self._plans:
                return None
            if isinstance(answer, SyntaxFault | Cancelled):
                return answer
            if not isinstance(answer, PlanProved):
                if not candidate:
                    return None  # not even the musts alone have a plan that is known
                core = await self._learn(candidate, answer)
                if not core:
                    return answer  # the clash is one of musts

    async def _ask(self, kept: frozenset[int]) -> Verdict:
        self._left -= 1
        asked = [one for index, one in enumerate(self._specification) if index in kept or one.strength == "must"]
        answer = await self._verdict(asked)
        self._answers[kept] = answer
        self._stopped = self._stopped or isinstance(answer, Cancelled)
        if isinstance(answer, PlanProved):
            plan = parse_plan(answer.plan)
            self._plans.append(_Known(answer, kept | self._by_luck(answer.plan), plan.makespan, len(plan.steps)))
        return answer

    def _may_ask(self) -> bool:
        return not self._stopped and self._left > 0 and time.monotonic() < self._deadline

    def _by_luck(self, plan: str) -> frozenset[int]:
        if self._problem is None:
            return frozenset()
        indices = sorted(self._preferences)
        wishes = [parse_constraint(self._specification[index].constraint) for index in indices]
        return frozenset(indices[number] for number in satisfied_by(self._problem, plan, wishes))

    async def _learn(self, asked: frozenset[int], answer: Verdict) -> frozenset[int]:
        """Note what cannot all be kept, as little as possible of it."""
        if not isinstance(answer, Impossible):
            self._cores.append(_Core(asked, proved=False))
            return asked
        core = self._clash(asked, answer)
        if core == asked and not (answer.clash and answer.clash_minimal):
            # Without a minimal clash: leave out one preference after the other, the least wanted first.
            for index in sorted(asked, key=lambda index: (self._weights[index], -index)):
                rest = core - {index}
                if index not in core or any(rest <= known.kept for known in self._plans):
                    continue
                smaller = self._answers.get(rest)
                if smaller is None:
                    if not self._may_ask():
                        break
                    smaller = await self._ask(rest)
                if isinstance(smaller, Impossible):
                    core = self._clash(rest, smaller)
        self._cores.append(_Core(core, proved=True))
        return core

    def _clash(self, asked: frozenset[int], answer: Impossible) -> frozenset[int]:
        """The preferences of an impossible part; all that were asked for where it is not known which."""
        # By their texts: whoever is asked may take all of them for musts and say so.
        musts = {one.constraint for one in self._specification if one.strength == "must"}
        places = {self._specification[index].constraint: index for index in sorted(asked, reverse=True)}
        clash = {one.constraint for one in answer.clash} - musts
        return frozenset(places[text] for text in clash) if answer.clash and clash <= places.keys() else asked

    def _weight(self, kept: Iterable[int]) -> int:
        return sum(self._weights[index] for index in kept)

    def _best(self) -> _Known:
        return min(self._plans, key=lambda known: (-self._weight(known.kept), known.makespan, known.steps))

    async def _priced(self) -> PlanProved:
        ended = not self._may_ask()
        self._left = self._searches
        while True:
            best = self._best()
            shoulds = [index for index in sorted(best.kept) if self._specification[index].strength == "should"]
            unasked = [best.kept - {index} for index in shoulds if best.kept - {index} not in self._answers]
            if not unasked or not self._may_ask():
                break
            # Its plan may be shorter and keep as much: then that is the best one.
            await self._ask(unasked[0])
        solved = {index for index in shoulds if isinstance(self._answers.get(best.kept - {index}), PlanProved)}
        outcomes = []
        for index in sorted(self._preferences):
            traced = self._specification[index]
            if index not in best.kept:
                outcomes.append(
                    PreferenceOutcome(constraint=traced, kept=False, reason=self._reason(index, best.kept, ended))
                )
                continue
            outcome = PreferenceOutcome(constraint=traced, kept=True)
            if index in solved:
                rivals = [known for known in self._plans if best.kept - {index} <= known.kept]
                rival = min(rivals, key=lambda known: (known.makespan, known.steps))
                price_time, price_steps = round(best.makespan - rival.makespan, 6), best.steps - rival.steps
                outcome = outcome.model_copy(update={"price_time": price_time, "price_steps": price_steps})
            outcomes.append(outcome)
        return best.verdict.model_copy(update={"preferences": tuple(outcomes)})

    def _reason(self, index: int, kept: frozenset[int], ended: bool) -> str:
        """Why a preference is not kept beside those that are."""
        for core in sorted(self._cores, key=lambda core: (not core.proved, len(core.members))):
            if index in core.members and core.members <= kept | {index}:
                others = [self._specification[other].constraint for other in sorted(core.members - {index})]
                beside = f"together with {' and '.join(others)}" if others else "together with what must hold"
                if not any(one.strength == "must" for one in self._specification) and not others:
                    beside = "in this problem"
                if core.proved:
                    return f"proved impossible {beside}"
                return f"not decided: no plan was found {beside}, and no proof that there is none"
        if self._stopped:
            return "not decided: the search was ended from outside"
        return "not decided: the search ended at its limit" if ended else "not decided"


def least_hitting(cores: Sequence[frozenset[int]], weights: Sequence[int]) -> frozenset[int]:
    """Return a set of least weight that has a member of each core; of several the one that takes later members.

    By branch and bound, the smallest core that is not hit yet first; an empty core is left aside.
    """
    wanted = sorted({core for core in cores if core}, key=lambda core: (len(core), sorted(core)))
    best: tuple[float, frozenset[int]] = (math.inf, frozenset())

    def branch(taken: frozenset[int], spared: frozenset[int], weight: int) -> None:
        nonlocal best
        if weight >= best[0]:
            return
        core = next((core for core in wanted if core.isdisjoint(taken)), None)
        if core is None:
            best = (weight, taken)
            return
        for member in sorted(core - spared, key=lambda member: (weights[member], -member)):
            branch(taken | {member}, spared, weight + weights[member])
            spared |= {member}

    branch(frozenset(), frozenset(), 0)
    return best[1]
