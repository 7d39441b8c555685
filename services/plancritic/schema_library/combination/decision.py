"""Every combination of a library's candidates decided, without a search for each.

A box of combinations is searched as a whole, at first on the facts of the goal alone (`search`). If the goal is out of
reach there, all of them are unsolvable. Else the plan that is found is carried out in all of them at once: those that
reach the goal are solved, and the plan is their canonical shortest one. The others fall apart into boxes by the step at
which they fail and by the fact that fails it; that fact counts from then on, and each box is searched again. (Two
refinements at once, of candidates and of facts: counterexample-guided abstraction refinement, Clarke et al. 2000; for
planning Seipp and Helmert 2013.) It comes to an end: where no box got smaller, a fact was new.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from plancritic.schema_library.combination.pairs import goal_is_ruled_out
from plancritic.schema_library.combination.product import Box, halves, restricted, volume, whole
from plancritic.schema_library.combination.search import Exhausted, Reached, TooLarge, UnionSearch
from plancritic.schema_library.combination.steps import SharedSteps

#: A search that reaches more states than this first has the proof by pairs tried, which takes some milliseconds.
FEW_STATES = 2_000
#: A search that reaches more states than this is given up; the box is cut into halves. Some hundred megabytes.
MOST_STATES = 1_000_000
#: How much further a search may go each time, on some facts and on all of them in turn: either may be the smaller one.
_GROWTH = 20


@dataclass(frozen=True, slots=True)
class Solved:
    """All combinations of the box have this canonical shortest plan (numbers of steps)."""

    box: Box
    plan: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """No combination of the box has a plan: it is proved that the goal is out of reach of each of them."""

    box: Box


@dataclass(frozen=True, slots=True)
class Undecided:
    """A single combination whose search was given up after so many states, or a box for which no time was left."""

    box: Box
    states: int


Decision = Solved | Unsolvable | Undecided


@dataclass(frozen=True, slots=True)
class _Open:
    """A box to be searched, on these facts. `alone`: it began anew as a single combination."""

    box: Box
    facts: int
    alone: bool = False


def decide(
    shared: SharedSteps,
    box: Box | None = None,
    most_states: int = MOST_STATES,
    seconds: float | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Decision]:
    """Yield decisions whose boxes are disjoint and make up the box (the whole product if none is given).

    What is left after `seconds` of wall clock, or once `is_stopped` says so, is undecided.
    """
    search = UnionSearch(shared, None if seconds is None else time.monotonic() + seconds, is_stopped)
    goal = shared.goal_needs | shared.goal_forbids
    pending = [_anew(box if box is not None else whole(shared.sizes), goal)]
    while pending:
        current = pending.pop()
        if not volume(current.box):
            continue
        found = _found(shared, search, current, most_states)
        if isinstance(found, Exhausted):
            yield Unsolvable(current.box)
        elif isinstance(found, Reached):
            solved, failed = carry_out(shared, found.plan, current.box, current.facts)
            yield from (Solved(each, found.plan) for each in solved)
            pending.extend(_Open(each, facts, current.alone) for each, facts in failed)
        elif search.is_over:
            yield from (Undecided(each.box, found.states) for each in (current, *pending))
            return
        elif volume(current.box) == 1 and current.alone:
            yield Undecided(current.box, found.states)
        elif volume(current.box) == 1:
            # Most facts came in for the sake of others. It may need few of them, and have few states on these.
            pending.append(_anew(current.box, goal))
        else:
            # With fewer candidates fewer facts may do, so each half begins anew.
            pending.extend(_anew(each, goal) for each in halves(current.box))


def any_solvable(shared: SharedSteps, most_states: int = MOST_STATES, seconds: float | None = None) -> bool | None:
    """Return whether any combination has a plan; None where none was found and some are undecided."""
    undecided = False
    for each in decide(shared, most_states=most_states, seconds=seconds):
        if isinstance(each, Solved):
            return True
        undecided |= isinstance(each, Undecided)
    return None if undecided else False


def _anew(box: Box, goal: int) -> _Open:
    return _Open(box, goal, alone=volume(box) == 1)


def _found(
    shared: SharedSteps, search: UnionSearch, current: _Open, most_states: int
) -> Exhausted | Reached | TooLarge:
    every = (1 << len(shared.facts)) - 1
    limit = min(FEW_STATES, most_states)
    found = search.search(current.box, current.facts, limit)
    if isinstance(found, TooLarge) and not search.is_over and goal_is_ruled_out(shared, current.box):
        return Exhausted(found.states)
    while isinstance(found, TooLarge) and not search.is_over:
        # On all facts a state has fewer ways on: that may be far less than on some of them.
        whole_search = search.search(current.box, every, limit)
        if not isinstance(whole_search, TooLarge) or limit == most_states:
            return whole_search
        limit = min(limit * _GROWTH, most_states)
        found = search.search(current.box, current.facts, limit)
    return found


def carry_out(
    shared: SharedSteps, plan: Sequence[int], box: Box, facts: int
) -> tuple[list[Box], list[tuple[Box, int]]]:
    """Carry out a plan in every combination of a box at once.

    Returns:
        Disjoint boxes of those that reach the goal by it; and of those that do not, each with the facts that count
        from now on: these, and one that its candidates fail by where none of these does.
    """
    failed: list[tuple[Box, int]] = []
    groups: list[tuple[int, Box]] = [(shared.initial, box)]
    for step in plan:
        following: dict[tuple[int, Box], None] = {}
        for state, current in groups:
            after, able, more = _taken(shared, step, state, current, facts)
            action = shared.by_step[step][0].action
            if current[action] & ~able:
                failed.append((restricted(current, action, ~able), facts | more))
            following |= {
                (following_state, restricted(current, action, chosen)): None
                for following_state, chosen in after.items()
            }
        groups = list(following)
    solved = [current for state, current in groups if shared.reaches(state)]
    return solved, failed + [(current, facts) for state, current in groups if not shared.reaches(state)]


def _taken(shared: SharedSteps, step: int, state: int, box: Box, facts: int) -> tuple[dict[int, int], int, int]:
    """Return the states after a step with the candidates that lead there, all of these, and facts that fail others."""
    after: dict[int, int] = {}
    able = more = 0
    for each in shared.by_step[step]:
        chosen = each.candidates & box[each.action]
        if chosen and each.applies(state):
            able |= chosen
            after[each.after(state)] = after.get(each.after(state), 0) | chosen
        elif chosen:
            unmet = each.needs & ~state | each.forbids & state
            if not unmet & facts:
                more |= unmet & -unmet
    return after, able, more
