"""Actions as snaps: what happens at one moment, with a clock that runs from an action's start to its end.

Source: Fox & Long, PDDL2.1, section 8; the clock as a fact: Haslum & Geffner, Heuristic planning with time and
resources (ECP 2001).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from plancritic.pddl.grounding import Invariants, ground_action
from plancritic.pddl.language import (
    And,
    Condition,
    ConditionalEffect,
    Effect,
    FactEffect,
    GroundAction,
    NumericEffect,
    Problem,
)
from plancritic.pddl.reachability.durations import least_duration, varies
from plancritic.pddl.reachability.literals import ALWAYS, Literals, LiteralTable, conjunction, negation

#: How much sooner than stated an action may be over: durations may differ by an epsilon (0.001), and steps less
#: than half an epsilon apart count as one moment.
SLACK = 0.002
#: The same as a share, for actions that take at least `_LONG`: sums of such durations coincide where the stated do.
SHARE = 0.996
_LONG = 0.5


@dataclass(frozen=True, slots=True)
class Snap:
    """What happens at one moment.

    Attributes:
        name: The ground action, or the timed literal.
        needs: Literals and clocks true in the state before; never empty.
        adds: Literals true after it, its clock aside.
        may_add: Literals that its conditional effects may make true.
        removes: Literals and clocks false after it.
        starts: The clock that it starts, if any.
        time: Of a timed literal.
        not_before: It does not happen before this time.
        avoids: Between which times it does not happen.
        whole: Whether it is both ends of a durative action, fallen on one moment.
    """

    name: str
    needs: Literals
    adds: Literals
    removes: Literals = frozenset()
    may_add: Literals = frozenset()
    starts: int | None = None
    time: float | None = None
    not_before: float = 0.0
    avoids: tuple[tuple[float, float], ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """Runs while an action does.

    Attributes:
        action: Which.
        least: How long it lasts at least.
        guards: Literals that are true in all states between its two ends.
        early: How long it lasts at least if it begins before `until`; not less than `least`.
        until: See `early`.
    """

    action: str
    least: float
    guards: Literals
    early: float = 0.0
    until: float = 0.0


@dataclass(frozen=True, eq=False)
class Task:
    """A problem as snaps. Literals have the numbers below `literals`, clocks those from there on.

    `varying` are the actions whose duration depends on numbers that change: `least` of their clocks is 0.
    """

    table: LiteralTable
    literals: int
    initial: Literals
    snaps: tuple[Snap, ...]
    clocks: tuple[Clock, ...]
    varying: frozenset[str]


@dataclass(eq=False, slots=True)
class _Half:
    """One end of an action, its clock left out."""

    needs: tuple[Literals, ...]
    adds: set[int] = field(default_factory=set)
    may_add: set[int] = field(default_factory=set)
    removes: set[int] = field(default_factory=set)

    def settle(self) -> None:
        """Where an atom is both made true and false it becomes true."""
        self.adds -= {negation(literal) for literal in self.adds if literal % 2}
        self.may_add -= self.adds | {negation(literal) for literal in self.adds if literal % 2}
        self.removes = {negation(literal) for literal in self.adds} - self.may_add


def shortened(least: float) -> float:
    """Return how long an action lasts at least that is stated to."""
    return least * SHARE if least >= _LONG else max(0.0, least - SLACK)


def read_task(problem: Problem) -> Task:
    """Ground a problem; its constraints and its goal are not looked at."""
    table = LiteralTable(problem, problem.changing_functions)
    actions = [ground_action(problem, name, arguments) for name, arguments in Invariants.of(problem).reachable_actions]
    snaps: list[Snap] = []
    clocks: list[Clock] = []
    for literal in problem.timed_literals:
        if isinstance(literal.effect, FactEffect):
            half = _half(table, (), (literal.effect,))
            name = f"the timed literal at {literal.time:g}"
            snaps += [replace(snap, time=literal.time) for snap in _variants(name, half)]
    for action in actions:
        if action.duration is None:
            snaps += _variants(action.text, _half(table, (action.conditions_at_start,), action.effects_at_start))
        else:
            _read_durative(table, action, snaps, clocks)
    clocks = _without_vicious_circles(snaps, clocks)
    snaps = _started_under_guard(snaps, clocks)
    count = len(table.conditions)
    finished = tuple(_finished(snap, clocks, count) for snap in snaps)
    varying = frozenset(action.text for action in actions if varies(action, table.changing_functions))
    return Task(table, count, table.initial(count), finished, tuple(clocks), varying)


def _started_under_guard(snaps: list[Snap], clocks: list[Clock]) -> list[Snap]:
    """Starts that need before them what has to be true just after them and what no other start brings about.

    Ends and plain actions of the same moment can be thought to come first; of starts that bring about what another
    needs over all there may be no first.
    """
    brought: dict[int, set[int]] = {}
    for snap in snaps:
        if snap.starts is not None:
            for literal in (*snap.adds, *snap.may_add):
                brought.setdefault(literal, set()).add(snap.starts)
    found = []
    for snap in snaps:
        if snap.starts is None:
            found.append(snap)
            continue
        guards = {
            literal for literal in clocks[-1 - snap.starts].guards if not brought.get(literal, set()) - {snap.starts}
        }
        found.append(replace(snap, needs=snap.needs | (guards - snap.adds - snap.may_add)))
    return found


def _finished(snap: Snap, clocks: list[Clock], literals: int) -> Snap:
    """Clocks were numbered -1, -2, ... while the number of literals was open; an end needs what its clock guards."""

    def numbered(found: Literals) -> Literals:
        return frozenset(each if each >= 0 else literals - 1 - each for each in found)

    ending = [clocks[-1 - each].guards for each in snap.needs if each < 0]
    return replace(
        snap,
        needs=numbered(snap.needs.union(*ending)),
        removes=numbered(snap.removes),
        starts=None if snap.starts is None else literals - 1 - snap.starts,
    )


def _read_durative(table: LiteralTable, action: GroundAction, snaps: list[Snap], clocks: list[Clock]) -> None:
    start = _half(table, (action.conditions_at_start,), action.effects_at_start)
    end = _half(table, (action.conditions_at_end,), action.effects_at_end)
    least = least_duration(action, table.problem, table.changing_functions)
    if least < SLACK:
        # Both ends may fall on one moment; conditions over all are not looked at then.
        both = _half(table, (action.conditions_at_start, action.conditions_at_end), ())
        both.adds = start.adds | end.adds
        both.may_add = start.may_add | end.may_add
        both.settle()
        snaps += [replace(snap, whole=True) for snap in _variants(action.text, both)]
    over_all = table.alternatives(action.conditions_over_all)
    if over_all.impossible:
        return
    guards = frozenset[int].intersection(*over_all.sets)
    clocks.append(Clock(action.text, shortened(least), guards))
    clock = -len(clocks)
    snaps += [replace(snap, starts=clock) for snap in _variants(action.text, start)]
    for snap in _variants(action.text, end):
        snaps.append(replace(snap, needs=snap.needs | {clock}, removes=snap.removes | {clock}))


def _half(table: LiteralTable, conditions: Iterable[Condition], effects: tuple[Effect, ...]) -> _Half:
    half = _Half(conjunction(table.alternatives(And((condition,))) for condition in conditions).sets)
    for effect, sure in _fact_effects(effects, True):
        literal = table.literal(effect.atom, effect.becomes)
        if literal is not None:
            (half.adds if sure else half.may_add).add(literal)
    half.settle()
    return half


def _fact_effects(effects: tuple[Effect, ...], sure: bool) -> Iterator[tuple[FactEffect, bool]]:
    """Effects on facts, and whether they take place whatever the state."""
    for effect in effects:
        match effect:
            case FactEffect():
                yield effect, sure
            case ConditionalEffect():
                yield from _fact_effects(effect.effects, False)
            case NumericEffect():
                pass


def _variants(name: str, half: _Half) -> Iterator[Snap]:
    """One snap for each way in which its conditions can be met."""
    for needs in half.needs:
        yield Snap(
            name, needs or frozenset((ALWAYS,)), frozenset(half.adds), frozenset(half.removes), frozenset(half.may_add)
        )


def _without_vicious_circles(snaps: list[Snap], clocks: list[Clock]) -> list[Clock]:
    """Drop conditions over all that no order of simultaneous snaps meets.

    Two actions may begin at one moment each of whose starts makes true what the other needs over all, or end at one
    moment each of whose ends makes false what the other needed: possible together, but in neither order.
    """
    kept = {-1 - index: clock for index, clock in enumerate(clocks)}
    for starting in (True, False):
        touched: dict[int, set[int]] = {}
        for snap in snaps:
            if starting and snap.starts is not None:
                touched.setdefault(snap.starts, set()).update(snap.adds | snap.may_add)
            elif not starting:
                for need in snap.needs:
                    if need < 0:
                        touched.setdefault(need, set()).update(snap.removes)
        touching: dict[int, list[int]] = {}
        for number, literals in touched.items():
            for literal in literals:
                touching.setdefault(literal, []).append(number)
        for index, clock in enumerate(clocks):
            own = touched.get(-1 - index, set())
            dropped = {
                literal
                for literal in clock.guards
                for other in touching.get(literal, ())
                if other != -1 - index and own & clocks[-1 - other].guards
            }
            if dropped:
                kept[-1 - index] = replace(kept[-1 - index], guards=kept[-1 - index].guards - dropped)
    return [kept[-1 - index] for index in range(len(clocks))]
