"""A plan whose steps take time as a sequence of steps, one after another, for the STRIPS part of its domain.

Two steps that touch the same fact, and of which one changes it, follow one another as their happenings do: whoever
changes a fact comes before whoever asks for it later, and after whoever asked for its opposite before. Where these
orders agree (no step has to come both before and after another), every plan that is valid in the domain is, in this
sequence, valid in its STRIPS part: each step finds the facts that it found there. Where they do not agree, the plan
needs two steps at the same time, and no sequence stands for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plancritic.pddl.language import SAME_TIME, Atom, Binding, Condition, Domain, Not, Plan, Step, bind_atom
from plancritic.pddl.strips_part.literals import is_literal, literals_of, net_effects, timed_conditions


@dataclass(frozen=True)
class Sequenced:
    """A plan's steps in the order in which its domain's STRIPS part takes them.

    `entangled` are steps of which each has to come both before and after another one of them; they stand in the order
    of their starts.
    """

    steps: tuple[Step, ...]
    entangled: tuple[Step, ...] = ()

    @property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """Each step as the action's name and its objects."""
        return tuple((each.action, *each.arguments) for each in self.steps)


@dataclass(frozen=True, slots=True)
class _Touch:
    """A step asks for a fact (`changes` is false) from `start` to `end`, or makes it so at `start`; true or false.

    `slack` is how much before `start` a change has to be to come before it, and after `end` to come after it. What has
    to hold over all of a step is asked for between its two happenings: a change at the same time is outside.
    """

    step: int
    start: float
    end: float
    value: bool
    changes: bool
    slack: float = SAME_TIME


def sequenced(domain: Domain, plan: Plan) -> Sequenced:
    """Return a plan as a sequence; of steps that may come in any order the one that starts first, then ends first.

    Steps of unknown actions, or with another number of objects than parameters, touch nothing.
    """
    touched: dict[Atom, list[_Touch]] = {}
    for number, step in enumerate(plan.steps):
        for atom, touch in _touches(domain, number, step):
            touched.setdefault(atom, []).append(touch)
    before: list[set[int]] = [set() for _ in plan.steps]
    for touches in touched.values():
        for first, then in _orders(touches):
            before[then].add(first)
    return _sorted(plan.steps, before)


def _touches(domain: Domain, number: int, step: Step) -> Iterator[tuple[Atom, _Touch]]:
    action = domain.actions.get(step.action)
    if action is None or len(action.parameters) != len(step.arguments):
        return
    binding: Binding = {each.name: value for each, value in zip(action.parameters, step.arguments, strict=True)}
    # What it makes true itself is nothing that it finds; grounded, since two literals may come to be one.
    own = {_bound(each, binding) for each in literals_of(net_effects(action.effects_at_start))}
    times = {"at start": (step.start, step.start), "over all": (step.start, step.end), "at end": (step.end, step.end)}
    for moment, parts in timed_conditions(action).items():
        for part in filter(is_literal, parts):
            atom, value = _bound(part, binding)
            if moment == "at start" or not action.is_durative or (atom, value) not in own:
                slack = -SAME_TIME if moment == "over all" else SAME_TIME
                yield atom, _Touch(number, *times[moment], value, False, slack)
    for effects, time in ((action.effects_at_start, step.start), (action.effects_at_end, step.end)):
        grounded: dict[Atom, bool] = {}
        for atom, becomes in net_effects(effects).items():
            bound = bind_atom(atom, binding)
            grounded[bound] = grounded.get(bound, False) or becomes
        for atom, becomes in grounded.items():
            yield atom, _Touch(number, time, time, becomes, True)


def _bound(literal: Condition, binding: Binding) -> tuple[Atom, bool]:
    inner = literal.condition if isinstance(literal, Not) else literal
    assert isinstance(inner, Atom), "only literals are bound"
    return bind_atom(inner, binding), not isinstance(literal, Not)


def _orders(touches: Sequence[_Touch]) -> Iterator[tuple[int, int]]:
    """Give pairs of steps of which the first has to come before the second."""
    for change in (each for each in touches if each.changes):
        for other in touches:
            if other.step == change.step:
                continue
            if change.start <= other.start - other.slack:
                if other.changes and other.value == change.value:
                    continue
                yield change.step, other.step
            elif change.start >= other.end + other.slack and other.value != change.value:
                yield other.step, change.step


def _sorted(steps: Sequence[Step], before: Sequence[set[int]]) -> Sequenced:
    """Sort topologically; where no step is free of others that must come first, the one that starts first is taken."""
    left = sorted(range(len(steps)), key=lambda each: (steps[each].start, steps[each].end, each))
    taken: list[int] = []
    entangled: list[int] = []
    waiting = [set(each) for each in before]
    while left:
        free = next((each for each in left if not waiting[each]), None)
        if free is None:
            free = left[0]
            entangled.append(free)
        left.remove(free)
        taken.append(free)
        for each in left:
            waiting[each].discard(free)
    return Sequenced(tuple(steps[each] for each in taken), tuple(steps[each] for each in entangled))
