"""Plans carried out in STRIPS domains, thousands a second: what HDE and feedback ask most.

The judges of `plancritic.judges` say the same (a property test holds it against Kairos' validator); they take
milliseconds a plan where this takes microseconds a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.pddl.grounding import StripsAction, literals, strips_action
from plancritic.pddl.language import Atom, Problem

#: A step of a plan: the action's name, then its objects.
Step = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Valid:
    """The plan reaches the goal."""


@dataclass(frozen=True, slots=True)
class Inapplicable:
    """A step (counted from one) whose precondition does not hold; `unmet` are its literals that do not, as PDDL."""

    number: int
    step: Step
    unmet: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoalUnmet:
    """Every step can be taken, and these literals of the goal do not hold at the end."""

    unmet: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Malformed:
    """A step (counted from one) that the domain does not have: an unknown action, or objects that do not fit it."""

    number: int
    step: Step
    reason: str


PlanVerdict = Valid | Inapplicable | GoalUnmet | Malformed


@dataclass(frozen=True, slots=True)
class _Ground:
    parts: StripsAction
    #: Literals about equality that are false: the step can never be taken.
    never: tuple[str, ...]


class Executor:
    """Carries out plans in one problem of one domain; ground steps are remembered."""

    def __init__(self, problem: Problem) -> None:
        """Prepare a problem.

        Raises:
            NotStripsError: the goal, or an action of the domain, is more than literals.
        """
        self._problem = problem
        self._ground: dict[Step, _Ground | str] = {}
        self._goal = literals(problem.goal, "the goal")
        self._actions = {name: strips_action(action) for name, action in problem.domain.actions.items()}

    def verdict(self, plan: Sequence[Step]) -> PlanVerdict:
        """Return whether a plan reaches the goal, and if not the first thing that is wrong with it."""
        state = set(self._problem.facts)
        for number, step in enumerate(plan, 1):
            ground = self._grounded(step)
            if isinstance(ground, str):
                return Malformed(number, step, ground)
            parts = ground.parts
            if ground.never or not parts.needs <= state or not parts.forbids.isdisjoint(state):
                return Inapplicable(number, step, (*ground.never, *_unmet(state, parts.needs, parts.forbids)))
            state -= parts.deletes
            state |= parts.adds
        needs, forbids = self._goal
        if needs <= state and forbids.isdisjoint(state):
            return Valid()
        return GoalUnmet(_unmet(state, needs, forbids))

    def allows(self, plan: Sequence[Step]) -> bool:
        """Whether all steps can be taken, wherever they lead."""
        return isinstance(self.verdict(plan), Valid | GoalUnmet)

    def accepts(self, plan: Sequence[Step]) -> bool:
        """Whether a plan reaches the goal."""
        return isinstance(self.verdict(plan), Valid)

    def _grounded(self, step: Step) -> _Ground | str:
        if step not in self._ground:
            self._ground[step] = self._bound(step)
        return self._ground[step]

    def _bound(self, step: Step) -> _Ground | str:
        name, objects = step[0], step[1:]
        action = self._problem.domain.actions.get(name)
        if action is None:
            return f"there is no action {name!r}"
        if len(objects) != len(action.parameters):
            return f"{name!r} has {len(action.parameters)} parameters, not {len(objects)}"
        for parameter, each in zip(action.parameters, objects, strict=True):
            if each not in self._problem.objects_of(*parameter.types):
                return f"{each!r} is no {parameter.type_text}, which {parameter.name} of {name!r} has to be"
        binding = dict(zip((each.name for each in action.parameters), objects, strict=True))
        parts = self._actions[name].bound(binding)
        never = [str(each) for each in parts.needs if each.predicate == "=" and len(set(each.arguments)) > 1]
        never += [f"(not {each})" for each in parts.forbids if each.predicate == "=" and len(set(each.arguments)) == 1]
        needs, forbids = (
            frozenset(one for one in atoms if one.predicate != "=") for atoms in (parts.needs, parts.forbids)
        )
        return _Ground(StripsAction(needs, forbids, parts.adds, parts.deletes), tuple(sorted(never)))


def _unmet(state: set[Atom], needs: frozenset[Atom], forbids: frozenset[Atom]) -> tuple[str, ...]:
    return (*sorted(str(each) for each in needs - state), *sorted(f"(not {each})" for each in forbids & state))
