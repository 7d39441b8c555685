"""Plans carried out in thousands of variants of a domain: states are bits, ground steps are remembered."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.pddl.grounding import FactBits, literals
from plancritic.pddl.language import Atom, Problem, parse_problem
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.repair.schemas import Frame, Lifted, Model, Schema

#: Facts that a ground step needs, forbids, adds and deletes, as bits.
Ground = tuple[int, int, int, int]

#: Stands for a condition that never holds (two different objects said to be equal).
_NEVER = 1


class Simulator:
    """Carries out plans of one problem in the models of one frame."""

    def __init__(self, frame: Frame, problem: str) -> None:
        """Read a problem (PDDL text).

        Raises:
            PddlSyntaxError: the problem does not fit the domain.
            NotStripsError: the goal is more than literals.
        """
        self.frame = frame
        self.problem: Problem = parse_problem(problem, frame.domain)
        self._bits = FactBits()
        never = self._bits.bit(Atom("="))
        assert never == _NEVER, "the first bit is no fact's"
        self._ground: dict[tuple[int, Schema, tuple[str, ...]], Ground] = {}
        self.initial = self._bits.mask(self.problem.facts)
        needs, forbids = literals(self.problem.goal, "the goal")
        self.goal = (self._bits.mask(needs), self._bits.mask(forbids))

    def places(self, steps: Sequence[Step]) -> tuple[tuple[int, tuple[str, ...]], ...] | None:
        """Return steps by the places of their actions; None where one is no step of the frame."""
        found = []
        for name, *objects in steps:
            action = self.frame.domain.actions.get(name)
            if action is None or len(action.parameters) != len(objects):
                return None
            fitting = (
                each in self.problem.objects_of(*parameter.types)
                for each, parameter in zip(objects, action.parameters, strict=True)
            )
            if not all(fitting):
                return None
            found.append((self.frame.place(name), tuple(objects)))
        return tuple(found)

    def ground(self, action: int, schema: Schema, objects: tuple[str, ...]) -> Ground:
        """Return a step's facts as bits."""
        key = (action, schema, objects)
        found = self._ground.get(key)
        if found is None:
            found = self._ground[key] = self._grounded(schema, objects)
        return found

    def states(self, model: Model, steps: Sequence[tuple[int, tuple[str, ...]]]) -> list[int]:
        """Return the states before each step and after the last; the list ends before the first that cannot be taken.

        So it has one state more than steps where all can be taken, and as many as steps or fewer where not.
        """
        state = self.initial
        found = [state]
        for action, objects in steps:
            needs, forbids, adds, deletes = self.ground(action, model[action], objects)
            if needs & ~state or forbids & state:
                break
            state = state & ~deletes | adds
            found.append(state)
        return found

    def is_goal(self, state: int) -> bool:
        """Whether the goal holds."""
        return not (self.goal[0] & ~state or self.goal[1] & state)

    def fact(self, atom: Lifted, objects: tuple[str, ...]) -> int:
        """Return the bit of an atom with objects for its places, as a mask of one."""
        return self._bits.bit(_bound(atom, objects))

    def bit(self, fact: Atom) -> int:
        """Return the bit of a fact, as a mask of one."""
        return self._bits.bit(fact)

    def facts(self, mask: int) -> list[Atom]:
        """Return the facts of a mask, in a fixed order."""
        return self._bits.facts(mask)

    def _grounded(self, schema: Schema, objects: tuple[str, ...]) -> Ground:
        bound = [[_bound(each, objects) for each in atoms] for atoms in schema]
        needs, forbids = ([each for each in atoms if each.predicate != "="] for atoms in (bound[0], bound[1]))
        equal = [len(set(each.arguments)) == 1 for each in bound[0] if each.predicate == "="]
        different = [len(set(each.arguments)) > 1 for each in bound[1] if each.predicate == "="]
        never = 0 if all(equal) and all(different) else _NEVER
        return (
            self._bits.mask(needs) | never,
            self._bits.mask(forbids),
            self._bits.mask(bound[2]),
            self._bits.mask(bound[3]),
        )


def _bound(atom: Lifted, objects: tuple[str, ...]) -> Atom:
    return Atom(str(atom[0]), tuple(objects[each] if isinstance(each, int) else each for each in atom[1:]))
