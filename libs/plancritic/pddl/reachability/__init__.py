"""Proofs that no plan of a problem can meet a specification: reachability of pairs of facts, with times.

A disproof is sound; that there is none says nothing. See `earliest.py` for the method.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.pddl.language import Condition, Constraint, Problem, conjuncts, form_complaints
from plancritic.pddl.reachability.arrays import Labels
from plancritic.pddl.reachability.base import explore
from plancritic.pddl.reachability.deadlines import Deadlines
from plancritic.pddl.reachability.delays import Delays
from plancritic.pddl.reachability.demands import Demand, DemandReader, Reached
from plancritic.pddl.reachability.earliest import earliest_pairs
from plancritic.pddl.reachability.ending import passing
from plancritic.pddl.reachability.literals import Alternatives, negation
from plancritic.pddl.reachability.proof import Contradiction, clash, first_time, missed
from plancritic.pddl.reachability.restriction import kept_for_ever, restrict

__all__ = ["Disproof", "Reachability"]


@dataclass(frozen=True, slots=True)
class Disproof:
    """Why a specification is impossible.

    Attributes:
        reason: A sentence.
        constraints: Places of the constraints that the proof needed, not necessarily the fewest; empty where the
            problem is impossible without any. The goal and the problem's own constraints are not counted.
    """

    reason: str
    constraints: tuple[int, ...]


class Reachability:
    """What can be reached in a problem: prepared once, asked again and again."""

    def __init__(self, problem: Problem) -> None:
        base = explore(problem)
        self._task, self._held, self._labels = base.task, base.held, base.labels
        self._delays = Delays(self._task, self._labels)
        self._deadlines = Deadlines(self._task, self._labels)
        self._reader = DemandReader(self._task.table, self._task.initial)
        self._goal = tuple(Reached(str(part), self._task.table.alternatives(part)) for part in conjuncts(problem.goal))
        timed = (negation(held.literal) for held in self._held if math.isinf(held.end))
        #: Literals that are not true in the last state.
        self._excluded = passing(self._task).union(timed)
        self._timed = Demand("a timed literal", held=self._held, given=True)
        self._own = tuple(self._demand(constraint) for constraint in problem.constraints)

    def earliest(self, condition: Condition) -> float:
        """A lower bound on when a condition can first be true; infinite where it never can."""
        return first_time(Reached(str(condition), self._task.table.alternatives(condition)), self._labels)

    def disproof(self, constraints: Sequence[Constraint], core: bool = True) -> Disproof | None:
        """A proof that no plan meets the goal, the problem's own constraints and these; None where there is none.

        Constraints of wrong shape have no meaning and are not looked at. Without `core` no time is spent on leaving
        out constraints that the proof may not need.
        """
        demands = [self._demand(constraint) for constraint in constraints]
        every = range(len(demands))
        for chosen in ((), *((place,) for place in every)):
            found = self._contradiction(self._labels, demands, chosen)
            if found:
                return Disproof(found.reason, chosen)
        found = self._contradiction(self._labels, demands, tuple(every))
        if found is None:
            asked = [*((-1, demand) for demand in self._own), *enumerate(demands)]
            found = self._deadlines.missed(asked, self._goal)
        if found:
            return Disproof(found.reason, found.parts)
        last = [each for demand in (*demands, *self._own) for each in demand.final]
        if any(demand.restricts for demand in (*demands, *self._own)) or kept_for_ever(last, self._task):
            return self._restricted_disproof(demands, core)
        return None

    def _restricted_disproof(self, demands: Sequence[Demand], core: bool) -> Disproof | None:
        chosen = tuple(range(len(demands)))
        found = self._restricted(demands, chosen)
        if found is None:
            return None
        # What takes no part can be left out without asking again.
        chosen = tuple(place for place in chosen if place in found.parts or self._narrows(demands[place]))
        for place in chosen if core else ():
            fewer = tuple(each for each in chosen if each != place)
            again = self._restricted(demands, fewer)
            if again:
                chosen, found = fewer, again
        kept = [demands[place].text for place in chosen if self._narrows(demands[place])]
        kept += [demand.text for demand in self._own if demand.restricts]
        given = f", given {' and '.join(kept)}" if kept else ""
        return Disproof(f"{found.reason}{given}", chosen)

    def _narrows(self, demand: Demand) -> bool:
        """Whether it changes what can happen."""
        return demand.restricts or bool(kept_for_ever(demand.final, self._task))

    def _demand(self, constraint: Constraint) -> Demand:
        return Demand(str(constraint)) if form_complaints(constraint) else self._reader.read(constraint)

    def _restricted(self, demands: Sequence[Demand], chosen: tuple[int, ...]) -> Contradiction | None:
        active = (*self._own, *(demands[place] for place in chosen))
        restricted = restrict(self._task, self._labels, self._delays, (self._timed, *active), self._goal)
        labels = earliest_pairs(restricted.system)
        owed = [
            Reached(text, Alternatives((frozenset((monitor,)),), True), otherwise=f"{text} can never be met")
            for monitor, text in restricted.final
        ]
        return self._contradiction(labels, demands, chosen, owed)

    def _contradiction(
        self, labels: Labels, demands: Sequence[Demand], chosen: tuple[int, ...], owed: Sequence[Reached] = ()
    ) -> Contradiction | None:
        """Why the goal, the own constraints and the chosen ones cannot be met; `parts` are places of demands."""
        names = self._task.table.conditions
        active: list[tuple[int, Demand]] = [(-1, demand) for demand in self._own]
        active += [(place, demands[place]) for place in chosen]
        for place, demand in active:
            for reached in demand.reached:
                reason = missed(reached, labels, names)
                if reason:
                    return Contradiction(reason, () if place < 0 else (place,))
        final = [*((-1, goal) for goal in self._goal), *((-1, each) for each in owed)]
        final += [(place, reached) for place, demand in active for reached in demand.final]
        found = clash([reached for _, reached in final], labels, names, self._excluded)
        if found is None:
            return None
        places = sorted({final[part][0] for part in found.parts} - {-1})
        return Contradiction(found.reason, tuple(places))
