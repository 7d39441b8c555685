"""Times before which no plan ends, proved by our own analysis: reachability of pairs, and landmarks in a chain."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.planning import LowerBound
from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.language import TOTAL_TIME, PlanBound, number_text
from plancritic.verdicts import analysis
from plancritic.verdicts.improvement.objective import CLEARLY
from plancritic.verdicts.task import Task

#: So often the time between the best proof and the plan is halved.
_HALVINGS = 8


async def by_analysis(task: Task, asked: Sequence[str], end: float, seconds: float | None) -> LowerBound | None:
    """Return the latest time found before which, as is proved, no plan ends; `end` is that of a plan.

    The proof at `end` is tried first: it settles everything. None where nothing is proved.
    """
    proved, open_from = 0.0, end
    tried = [round(end - CLEARLY, 6)]
    reason = ""
    for _ in range(_HALVINGS):
        limit = tried[-1]
        if limit <= proved:
            break
        found = await _disproof(task, asked, limit, seconds)
        if found is not None:
            proved, reason = limit, found
            if len(tried) == 1:
                break
        else:
            open_from = limit
        if open_from - proved <= max(CLEARLY, open_from / 200):
            break
        tried.append(round((proved + open_from) / 2, 6))
    if not proved:
        return None
    means = "chain" if "one after the other" in reason else "reachability"
    return LowerBound(value=proved, means=means, reason=_sentence(proved), met=len(tried) == 1)


def by_search(end: float, met: bool) -> LowerBound:
    """Return the bound that a search proves which found the whole space of plans before a time empty."""
    return LowerBound(value=end, means="search", reason=_sentence(end), met=met)


def _sentence(end: float) -> str:
    return f"no plan under these constraints ends before {number_text(end)}"


async def _disproof(task: Task, asked: Sequence[str], limit: float, seconds: float | None) -> str | None:
    bound = str(PlanBound(TOTAL_TIME, "<", limit))
    part = task.part([TracedConstraint(constraint=each) for each in (*asked, bound)])
    if part.simplified is not None and part.simplified.contradiction is not None:
        return part.simplified.contradiction.reason
    found = await analysis.disproof(part, seconds)
    return None if found is None else found.reason
