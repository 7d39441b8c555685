"""Steps of a known problem carried out in all combinations of candidates at once.

Only the steps that are known are grounded, so that a problem may be far larger than one that can be searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from plancritic.contracts.modelling.known_problem import Step
from plancritic.pddl.grounding import FactBits, StripsAction, literals, strips_action
from plancritic.pddl.language import Action, Atom, Problem
from plancritic.schema_library.combination.product import Box, restricted
from plancritic.schema_library.combination.steps import CandidateStep

#: A course of steps in more different boxes than this is not followed further: each costs some hundred bytes.
MOST_BOXES = 20_000


class TooManyBoxesError(Exception):
    """The combinations of a box differ in so many ways along some steps that they are not followed."""


@dataclass(frozen=True, slots=True)
class Course:
    """What becomes of a box along some steps: disjoint boxes by how many steps they can take.

    `stopped` has for each number of steps the boxes that can take no more; `ended` those that can take all of them,
    and whether the goal holds then.
    """

    stopped: Mapping[int, tuple[Box, ...]]
    ended: Mapping[bool, tuple[Box, ...]]


class KnownProblemSteps:
    """Carries out steps of one problem in boxes of the combinations of some candidates."""

    def __init__(self, problem: Problem, candidates: Mapping[str, Sequence[Action]]) -> None:
        """Take the candidates of each action, in the order of a box.

        Raises:
            NotStripsError: a candidate or the goal is more than STRIPS with negation and equality.
        """
        self._problem = problem
        self._schemas = [
            tuple((schema, strips_action(schema)) for schema in several) for several in candidates.values()
        ]
        self._places = {name: place for place, name in enumerate(candidates)}
        self._bits = FactBits()
        self._effects = lru_cache(maxsize=None)(self._grounded)
        self._initial = self._bits.mask(problem.facts)
        needs, forbids = literals(problem.goal, "the goal")
        self._goal = self._demand(needs, forbids)

    def course(self, steps: Sequence[Step], box: Box) -> Course:
        """Return what becomes of all combinations of a box along some steps.

        Raises:
            TooManyBoxesError: they differ in more than `MOST_BOXES` ways.
        """
        effects = [self._effects(step) for step in steps]
        read = self._read_later(effects)
        stopped: dict[int, tuple[Box, ...]] = {}
        groups: dict[int, list[Box]] = {self._initial & read[0]: [box]}
        for number, (step, variants) in enumerate(zip(steps, effects, strict=True)):
            place = self._places.get(step[0])
            if place is None:
                stopped[number] = tuple(each for boxes in groups.values() for each in boxes)
                return Course(stopped, {})
            following: dict[int, list[Box]] = {}
            halted: list[Box] = []
            for state, boxes in groups.items():
                taken: dict[int, int] = {}
                able = 0
                for variant in variants:
                    if variant.applies(state):
                        able |= variant.candidates
                        after = variant.after(state) & read[number + 1]
                        taken[after] = taken.get(after, 0) | variant.candidates
                for current in boxes:
                    if current[place] & ~able:
                        halted.append(restricted(current, place, ~able))
                    for after, chosen in taken.items():
                        if current[place] & chosen:
                            following.setdefault(after, []).append(restricted(current, place, chosen))
            if halted:
                stopped[number] = united(halted)
            groups = {state: list(united(boxes)) for state, boxes in following.items()}
            if sum(map(len, groups.values())) > MOST_BOXES:
                raise TooManyBoxesError
        ended: dict[bool, list[Box]] = {}
        for state, boxes in groups.items():
            ended.setdefault(self._is_goal(state), []).extend(boxes)
        return Course(stopped, {reached: united(boxes) for reached, boxes in ended.items()})

    def unmet(self, steps: Sequence[Step], combination: Sequence[int]) -> tuple[str, ...]:
        """Return what stands against the last step in one set of schemas, or where it can be taken, against the goal.

        Literals as PDDL. The steps before the last one can be taken.
        """
        state = self._initial
        for step in steps:
            place = self._places[step[0]]
            chosen = [each for each in self._effects(step) if each.candidates >> combination[place] & 1]
            if not chosen:
                return ()
            (effect,) = chosen
            if not effect.applies(state):
                return self._written(effect.needs & ~state, effect.forbids & state)
            state = effect.after(state)
        needs, forbids = self._goal
        return self._written(needs & ~state, forbids & state)

    def _is_goal(self, state: int) -> bool:
        needs, forbids = self._goal
        return state & needs == needs and not state & forbids

    def _read_later(self, effects: Sequence[Sequence[CandidateStep]]) -> list[int]:
        """Return the facts that matter before each step and at the end: states that agree on them are one state."""
        needs, forbids = self._goal
        read = [needs | forbids]
        for variants in reversed(effects):
            later = read[-1]
            for each in variants:
                later |= each.needs | each.forbids
            read.append(later)
        return read[::-1]

    def _grounded(self, step: Step) -> tuple[CandidateStep, ...]:
        name, *objects = step
        place = self._places.get(name)
        found: dict[tuple[int, int, int, int], int] = {}
        for number, (schema, parts) in enumerate(() if place is None else self._schemas[place]):
            if self._fits(schema, objects):
                names = (each.name for each in schema.parameters)
                bound = parts.bound(dict(zip(names, objects, strict=True)))
                key = self._effect(bound)
                found[key] = found.get(key, 0) | 1 << number
        return tuple(CandidateStep(*key, candidates=chosen) for key, chosen in found.items())

    def _fits(self, schema: Action, objects: Sequence[str]) -> bool:
        return len(schema.parameters) == len(objects) and all(
            name in self._problem.objects_of(*parameter.types)
            for name, parameter in zip(objects, schema.parameters, strict=True)
        )

    def _effect(self, parts: StripsAction) -> tuple[int, int, int, int]:
        needs, forbids = self._demand(parts.needs, parts.forbids)
        adds = self._bits.mask(parts.adds)
        return needs, forbids, adds, self._bits.mask(parts.deletes) & ~adds

    def _demand(self, needs: Iterable[Atom], forbids: Iterable[Atom]) -> tuple[int, int]:
        """Return demands as bits; an equality that is broken is a fact that is never true."""
        broken = [each for each in needs if each.predicate == "=" and len(set(each.arguments)) > 1]
        broken += [each for each in forbids if each.predicate == "=" and len(set(each.arguments)) == 1]
        facts = [each for each in needs if each.predicate != "="]
        return self._bits.mask([*facts, *broken]), self._bits.mask([each for each in forbids if each.predicate != "="])

    def _written(self, missing: int, standing: int) -> tuple[str, ...]:
        # A broken equality stands for itself or for its opposite.
        texts = [
            str(each) if each.predicate != "=" or len(set(each.arguments)) > 1 else f"(not {each})"
            for each in self._bits.facts(missing)
        ]
        return (*texts, *(f"(not {each})" for each in self._bits.facts(standing)))


def united(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """Return disjoint boxes with those put together that differ in one action alone."""
    if len(boxes) < 2:
        return tuple(boxes)
    found = list(boxes)
    for place in range(len(boxes[0])):
        by_rest: dict[tuple[Box, Box], int] = {}
        for each in found:
            rest = (each[:place], each[place + 1 :])
            by_rest[rest] = by_rest.get(rest, 0) | each[place]
        found = [(*before, chosen, *after) for (before, after), chosen in by_rest.items()]
    return tuple(found)
