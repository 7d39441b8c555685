"""One specification planned by us, by each engine alone, and for a long time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from pydantic import Field

from plancritic.contracts.envelope import Contract
from plancritic.contracts.planning import LowerBound, PlanDistance, PlanProved, SolveLimits
from plancritic.contracts.settings import SearchSettings
from plancritic.contracts.specification import TracedConstraint
from plancritic.judges import JudgeRequest, prove
from plancritic.laboratory.feedback.quality.cases import BestKnown, Case
from plancritic.pddl.language import parse_plan
from plancritic.verdicts.improvement.anytime import NothingToImproveError
from plancritic.verdicts.improvement.tidying import tidied
from plancritic.verdicts.proof import standard_judges
from plancritic.verdicts.schedules import portfolio
from plancritic.verdicts.verdict import Verdicts

#: Seconds for a first plan.
_FIRST = 10.0
#: How long a run improves a plan where nobody says otherwise.
WAIT = float(SearchSettings.model_fields["improve_seconds"].default)
#: Each engine alone gets so many times our limit.
ENGINE_TIMES = 10


class QualityRow(Contract):
    """What one case came to; times of plans in units of the domain's time, None where there is no plan.

    `shown` is the plan without any wish. `waited` is the end that a run comes to in the time that it improves plans by
    default, and `waited_proved` whether it is proved the best. `engines` are ends of plans by each engine alone, where
    it was asked.
    """

    id: str
    limit: float
    shown: float | None = None
    shown_meets: bool = False
    first: float | None = None
    first_seconds: float = 0.0
    waited: float | None = None
    waited_proved: bool = False
    makespan: float | None = None
    seconds: float = 0.0
    found_by: str = ""
    bound: LowerBound | None = None
    distance: PlanDistance | None = None
    engines: dict[str, float | None] = Field(default_factory=dict)
    best_known: BestKnown | None = None

    @property
    def best(self) -> float | None:
        """The soonest end that anything here found."""
        ends = [
            self.makespan,
            self.waited,
            *self.engines.values(),
            self.best_known.makespan if self.best_known else None,
        ]
        return min((end for end in ends if end is not None), default=None)

    @property
    def ratio(self) -> float | None:
        """Our end as a multiple of the best."""
        return None if self.makespan is None or not self.best else self.makespan / self.best

    @property
    def waited_ratio(self) -> float | None:
        """The same of the plan that a run comes to by default."""
        return None if self.waited is None or not self.best else self.waited / self.best


class Measuring:
    """Planners and judges in this process, for one case after the other; `close` ends them."""

    def __init__(self, root: Path, limit: float, engines: Sequence[str] = ()) -> None:
        self._root = root
        self._limit = limit
        self._verdicts = Verdicts(portfolio(), standard_judges())
        #: Plans found for the cases of each problem, with the case.
        self._known: dict[str, dict[str, str]] = {}
        self._alone = {name: Verdicts(portfolio(name), standard_judges()) for name in engines}

    async def close(self) -> None:
        """Ends the engines' processes."""
        for each in (self._verdicts, *self._alone.values()):
            await each.close()

    async def row(self, case: Case) -> QualityRow:
        """Return what the case came to. Limits are CPU seconds, so that a busy machine changes nothing."""
        limits = SolveLimits(seconds=self._limit, deterministic=True)
        domain, problem = self._texts(case)
        asked = _asked(case)
        shown = await self._planned(domain, problem, ())
        started = time.monotonic()
        first = await self._planned(domain, problem, asked)
        first_seconds = time.monotonic() - started
        row = QualityRow(id=case.id, limit=self._limit, best_known=case.best_known, shown=_end(shown))
        if first is None:
            return row
        if shown is not None:
            proof = await prove(standard_judges(), JudgeRequest(domain, problem, shown, case.constraints))
            row = row.model_copy(update={"shown_meets": proof.ruling == "accepted"})
        starts = [plan for plan in (first, shown) if plan is not None]
        short = limits.model_copy(update={"seconds": WAIT})
        waited = await self._verdicts.improved_plan(domain, problem, asked, starts, short, shown=shown)
        started = time.monotonic()
        found = await self._verdicts.improved_plan(domain, problem, asked, starts, limits, shown=shown)
        return row.model_copy(
            update={
                "first": _end(first),
                "first_seconds": round(first_seconds, 3),
                "waited": waited.makespan,
                "waited_proved": waited.lower_bound is not None and waited.lower_bound.met,
                "makespan": found.makespan,
                "seconds": round(time.monotonic() - started, 3),
                "found_by": found.found_by,
                "bound": found.lower_bound,
                "distance": found.distance,
                "engines": {name: await self._by(name, domain, problem, asked) for name in self._alone},
            }
        )

    async def reference(self, case: Case, seconds: float) -> BestKnown | None:
        """Return the best plan's end that a long search finds; what was known before stays where it is as good.

        The search begins from plans of other cases of the problem as well.
        """
        domain, problem = self._texts(case)
        asked = _asked(case)
        known = self._known.setdefault(case.problem, {})
        first = await self._planned(domain, problem, asked)
        starts = [*([] if first is None else [first]), *known]
        try:
            limits = SolveLimits(seconds=seconds)
            found = await self._verdicts.improved_plan(domain, problem, asked, starts, limits)
        except NothingToImproveError:
            return case.best_known
        known[found.plan] = case.id
        return _sooner(case.best_known, BestKnown(makespan=found.makespan, by=f"{found.found_by}, {seconds:g} s"))

    async def shared(self, case: Case) -> BestKnown | None:
        """Return the end of the best plan that was found for another case of the problem and does for this one."""
        domain, problem = self._texts(case)
        best = case.best_known
        for plan, owner in self._known.get(case.problem, {}).items():
            end = parse_plan(plan).makespan
            if best is None or end < best.makespan:
                proof = await prove(standard_judges(), JudgeRequest(domain, problem, plan, case.constraints))
                if proof.ruling == "accepted":
                    best = _sooner(best, BestKnown(makespan=round(end, 6), by=f"the plan of {owner}"))
        return best

    async def _planned(self, domain: str, problem: str, asked: Sequence[TracedConstraint]) -> str | None:
        limits = SolveLimits(seconds=_FIRST, deterministic=True)
        verdict = await self._verdicts.verdict(domain, problem, asked, limits)
        verdict = await tidied(standard_judges(), domain, problem, asked, verdict, limits)
        return verdict.plan if isinstance(verdict, PlanProved) else None

    async def _by(self, name: str, domain: str, problem: str, asked: Sequence[TracedConstraint]) -> float | None:
        limits = SolveLimits(seconds=ENGINE_TIMES * self._limit, deterministic=True, anytime=True)
        verdict = await self._alone[name].verdict(domain, problem, asked, limits)
        return _end(verdict.plan) if isinstance(verdict, PlanProved) else None

    def _texts(self, case: Case) -> tuple[str, str]:
        return (self._root / case.domain).read_text("utf-8"), (self._root / case.problem).read_text("utf-8")


def _asked(case: Case) -> tuple[TracedConstraint, ...]:
    return tuple(TracedConstraint(constraint=each) for each in case.constraints)


def _sooner(known: BestKnown | None, found: BestKnown) -> BestKnown:
    return found if known is None or found.makespan < known.makespan else known


def _end(plan: str | None) -> float | None:
    return None if plan is None else round(parse_plan(plan).makespan, 6)
