"""Plans that are not the best but may lead to a better one: a search around the best plan alone ends where it began."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from plancritic.pddl.grounding.relaxed_reachability import GroundName
from plancritic.pddl.language import Plan
from plancritic.verdicts.improvement.neighbourhoods import Neighbourhood, actions_of

#: So many are kept, the soonest.
_KEPT = 3
#: One that takes more times as long as the best plan is not kept.
_FAR = 1.5


class RunnersUp:
    """The soonest plans found beside the best one, no two of the same actions."""

    def __init__(self) -> None:
        self._plans: dict[frozenset[GroundName], Plan] = {}

    def add(self, plan: Plan) -> None:
        """Keep a plan where it is one of the soonest."""
        actions = actions_of(plan)
        known = self._plans.get(actions)
        if known is None or plan.makespan < known.makespan:
            self._plans[actions] = plan
        kept = sorted(self._plans.items(), key=lambda each: each[1].makespan)[: _KEPT + 1]
        self._plans = dict(kept)

    def around(self, best: Plan, parts_of: Callable[[Plan], Iterator[Neighbourhood]]) -> Iterator[Neighbourhood]:
        """Return neighbourhoods of the best plan and of the others in turns; half of them are the best plan's.

        Of each other plan the first is what it and the best plan do, joined.
        """
        own = actions_of(best)
        others = [
            _around_other(own, actions, plan, parts_of)
            for actions, plan in self._plans.items()
            if actions != own and plan.makespan < _FAR * best.makespan
        ][:_KEPT]
        its = parts_of(best)
        while True:
            part = next(its, None)
            if part is None:
                return
            yield part
            if others:
                other = others.pop(0)
                part = next(other, None)
                if part is not None:
                    yield part
                    others.append(other)


def _around_other(
    own: frozenset[GroundName],
    actions: frozenset[GroundName],
    plan: Plan,
    parts_of: Callable[[Plan], Iterator[Neighbourhood]],
) -> Iterator[Neighbourhood]:
    yield Neighbourhood("joined", own | actions)
    yield from parts_of(plan)
