"""Durations and numbers of a domain without its facts: which sequences of steps the numbers allow.

No refinement of the STRIPS part changes what the numbers allow: those of the start decide it for all candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from plancritic.pddl.execution import execute
from plancritic.pddl.grounding import ground_action
from plancritic.pddl.language import (
    TRUE,
    Action,
    Atom,
    Condition,
    ConditionalEffect,
    Domain,
    DurationBound,
    Effect,
    FactEffect,
    GroundAction,
    NumericEffect,
    Plan,
    Problem,
    Step,
    UndefinedValueError,
    UniversalEffect,
    UnknownActionError,
    atoms,
    conjunction,
    holds,
    parse_domain,
    value_of,
    write_domain,
)
from plancritic.pddl.strips_part.literals import is_literal, timed_conditions

#: Between two steps of a sequence: the least time between two happenings that VAL and Kairos tell apart.
GAP = 0.001


def numeric_part(domain: Domain) -> Domain:
    """Return the domain without conditions and effects on facts; its problems are read as those of the domain.

    A numeric effect that depends on facts takes place in it as if they did not hold.
    """
    actions = {name: _numeric(action) for name, action in domain.actions.items()}
    return parse_domain(write_domain(replace(domain, actions=actions, constraints_section=None)), domain.file)


def _numeric(action: Action) -> Action:
    conditions = timed_conditions(action)
    start, over_all, end = (
        conjunction(tuple(part for part in conditions[moment] if not is_literal(part)))
        for moment in ("at start", "over all", "at end")
    )
    return replace(
        action,
        conditions_at_start=start,
        conditions_over_all=over_all,
        conditions_at_end=end,
        effects_at_start=tuple(_on_numbers(action.effects_at_start)),
        effects_at_end=tuple(_on_numbers(action.effects_at_end)),
        preferences=(),
    )


def _on_numbers(effects: Iterable[Effect]) -> Iterator[Effect]:
    for effect in effects:
        match effect:
            case NumericEffect():
                yield effect
            case UniversalEffect(parameters, inner):
                yield UniversalEffect(parameters, tuple(_on_numbers(inner)))
            case ConditionalEffect(at_start, over_all, at_end):
                if not any(any(atoms(each)) for each in (at_start, over_all, at_end)):
                    yield effect


@dataclass(frozen=True, slots=True)
class NumberBroken:
    """Why a step (counted from one) of a sequence is impossible whatever facts hold, in words."""

    number: int
    step: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        return f"step {self.number}, ({' '.join(self.step)}), {self.reason}"


class NumbersOf:
    """What the numbers of a problem allow; the problem is one of a `numeric_part`, or of the domain itself.

    Facts are not looked at: conditions on them are left out, and effects on them change nothing.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def broken(self, steps: Sequence[tuple[str, ...]], with_goal: bool = False) -> NumberBroken | None:
        """Return the first thing about numbers that a sequence breaks, perhaps the goal's numbers; None if nothing."""
        durations = self._durations(steps)
        if isinstance(durations, NumberBroken):
            return durations
        if with_goal and (unmet := self._unmet_goal(durations[1])):
            return NumberBroken(
                len(steps), steps[-1] if steps else (), f"leaves {unmet} unmet, which the goal asks for"
            )
        return None

    def scheduled(self, steps: Sequence[tuple[str, ...]]) -> Plan | NumberBroken:
        """Return a sequence as a plan with times: each step begins when the one before it is over."""
        durations = self._durations(steps)
        if isinstance(durations, NumberBroken):
            return durations
        time = 0.0
        found: list[Step] = []
        for (name, *objects), duration in zip(steps, durations[0], strict=True):
            found.append(Step(round(time, 3), name, tuple(objects), duration))
            time = round(found[-1].end + GAP + 0.0005, 3)
        return Plan(tuple(found))

    def broken_in_time(self, plan: Plan) -> str | None:
        """Return, in words, the first thing about numbers or durations that a plan with times breaks.

        The problem must be one of a `numeric_part`.
        """
        trajectory = execute(self._problem, plan)
        return None if trajectory.fault is None else str(trajectory.fault)

    def _durations(
        self, steps: Sequence[tuple[str, ...]]
    ) -> tuple[list[float | None], dict[Atom, float]] | NumberBroken:
        values = dict(self._problem.values)
        durations: list[float | None] = []
        for number, step in enumerate(steps, 1):
            try:
                action = ground_action(self._problem, step[0], step[1:])
                duration = None if action.duration is None else _duration(action.duration, values)
                reason = _carried_out(action, duration or 0.0, values)
            except UnknownActionError as error:
                reason = f"is not a step of the domain: {error}"
            except UndefinedValueError as error:
                reason = f"cannot be taken: {error}"
            if reason is not None:
                return NumberBroken(number, step, reason)
            durations.append(duration)
        return durations, values

    def _unmet_goal(self, values: dict[Atom, float]) -> Condition | None:
        goal = Action("goal", (), None, self._problem.goal, TRUE, TRUE, (), ())
        for part in timed_conditions(goal)["at start"]:
            try:
                if not is_literal(part) and not holds(part, frozenset(), values):
                    return part
            except UndefinedValueError:
                return part
        return None


def _duration(bounds: Sequence[DurationBound], values: dict[Atom, float]) -> float:
    """Return the least duration that the bounds at start allow; without one from below, the largest."""
    least: list[float] = []
    most: list[float] = []
    for bound in (each for each in bounds if not each.at_end):
        value = value_of(bound.expression, values)
        if bound.operator in ("=", ">=", ">"):
            least.append(value + (GAP if bound.operator == ">" else 0.0))
        if bound.operator in ("=", "<=", "<"):
            most.append(value - (GAP if bound.operator == "<" else 0.0))
    return max(least) if least else min(most, default=1.0)


def _carried_out(action: GroundAction, duration: float, values: dict[Atom, float]) -> str | None:
    """Change the values as an action does; say which condition on numbers does not hold, None where all do."""
    if duration < 0:
        return "cannot be taken: its duration is negative"
    for moment, condition, effects in (
        ("at start", action.conditions_at_start, action.effects_at_start),
        ("over all", action.conditions_over_all, ()),
        ("at end", action.conditions_at_end, action.effects_at_end),
    ):
        whole = Action("", (), None, condition, TRUE, TRUE, (), ())
        for part in timed_conditions(whole)["at start"]:
            if not is_literal(part) and not holds(part, frozenset(), values):
                return f"cannot be taken: {part} does not hold {moment}" if action.duration else f"needs {part}"
        values.update(_changed(effects, duration, values))
    return None


def _changed(effects: Sequence[Effect], duration: float, values: dict[Atom, float]) -> dict[Atom, float]:
    """Return the values that effects of one happening give; all read the values before it."""
    found: dict[Atom, float] = {}
    for effect in effects:
        match effect:
            case ConditionalEffect(at_start, over_all, at_end, inner):
                whole = conjunction((at_start, over_all, at_end))
                if not any(atoms(whole)) and holds(whole, frozenset(), values):
                    found |= _changed(inner, duration, {**values, **found})
            case NumericEffect(operator, fluent, expression):
                amount = value_of(expression, values, duration)
                before = 0.0 if operator == "assign" else found.get(fluent, value_of(fluent, values))
                match operator:
                    case "assign":
                        found[fluent] = amount
                    case "increase":
                        found[fluent] = before + amount
                    case "decrease":
                        found[fluent] = before - amount
                    case "scale-up":
                        found[fluent] = before * amount
                    case "scale-down" if amount:
                        found[fluent] = before / amount
                    case _:
                        raise UndefinedValueError(str(expression), "is 0, by which nothing can be divided")
            case FactEffect() | UniversalEffect():
                pass
    return found
