"""Situations that feedback problems can come to, and steps in them that models close to one may differ about.

Situations are those of known plans and of plans that some model had, what a breadth-first search finds from them in a
few steps, and random walks; `MOST_SITUATIONS` and the other limits below say how many. Of steps that would tell the
same about single edits, those with the least effort for who answers are kept.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice, product
from math import prod

from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.limit import IsOver, Limit
from plancritic.refiner.repair.probes import Steps, bindings
from plancritic.refiner.repair.schemas import Model, Schema
from plancritic.refiner.repair.simulation import Simulator

#: A step by the place of its action.
Placed = tuple[int, tuple[str, ...]]
#: Situations of one problem that are looked at by breadth-first search from known plans on; walks, and their length.
MOST_SITUATIONS, WALKS, WALK = 60, 4, 12
#: Plans of a problem that are followed where they are not known to work.
MOST_FOLLOWED = 10
#: Ground steps of one action that are all tried; of an action with more some are found by what holds.
MOST_GROUND, MOST_FOUND = 3_000, 40
#: Steps that would tell the same, of which so many are kept: what is asked again is asked elsewhere.
MOST_ALIKE = 3
#: Steps that could be asked about, in all.
MOST_ASKABLE = 1_500
#: So many conditions of a step may be violated: an edit or two make it possible.
MOST_VIOLATED = 2
#: So many steps back an effect is followed.
BACK = 3


@dataclass(frozen=True, slots=True)
class Situation:
    """Where steps lead from the initial state of a problem: the situation before the last of them, and that step."""

    problem: int
    parent: int | None
    step: Placed | None
    depth: int


@dataclass(frozen=True, slots=True)
class Askable:
    """A step in a situation (by its place among the situations)."""

    situation: int
    step: Placed


class Situations:
    """The situations that were found so far, and the steps in them that are worth asking about."""

    def __init__(self, knowledge: Knowledge, seed: int = 0) -> None:
        self.found: list[Situation] = []
        self.askable: list[Askable] = []
        self._knowledge = knowledge
        self._chance = random.Random(seed)
        self._places: dict[tuple[int | None, int, Placed | None], int] = {}
        #: Situations that are known to be possible, by a plan or an answer.
        self._known: set[int] = set()
        self._alike: dict[tuple[object, ...], list[int]] = {}
        self._there: set[Askable] = set()
        self._masks: dict[tuple[int, int, tuple[str, ...]], tuple[int, ...]] = {}
        self._roots = [self._place(None, number, None) for number in range(len(knowledge.simulators))]
        self._known.update(self._roots)

    def steps(self, situation: int) -> Steps:
        """Return the steps that lead to a situation."""
        found: list[Placed] = []
        place: int | None = situation
        while place is not None:
            each = self.found[place]
            if each.step is not None:
                found.append(each.step)
            place = each.parent
        return tuple(reversed(found))

    def effort(self, situation: int) -> tuple[int, int]:
        """Return how many of the steps to a situation are known to be possible, and how many are not."""
        unknown, place = 0, situation
        while place not in self._known:
            unknown += 1
            parent = self.found[place].parent
            assert parent is not None, "roots are known"
            place = parent
        return self.found[situation].depth - unknown, unknown

    def follow(self, problem: int, steps: Steps, *, known: bool) -> list[int]:
        """Return the situations before some steps and after each of them; `known`: they are known to be possible."""
        places = [self._roots[problem]]
        for step in steps:
            places.append(self._place(places[-1], problem, step))
        if known:
            self._known.update(places)
        return places

    def add(self, situation: int, step: Placed) -> None:
        """Have a step asked about, whatever others like it there are."""
        self._add(Askable(situation, step))

    def explore(self, model: Model, plans: Sequence[Sequence[Steps]], limit: Limit, seconds: float) -> None:
        """Find situations in a model; `plans` are, problem by problem, those that some model had.

        It ends after so many seconds of computing, of which each problem has its share, or at the limit.
        """
        problems = len(self._knowledge.simulators)
        for number, simulator in enumerate(self._knowledge.simulators):
            is_over = limit.computing(seconds / problems)
            _Exploration(self, self._knowledge, number, simulator, model, self._chance).run(plans[number], is_over)

    def note(self, situation: int, step: Placed, alike: tuple[object, ...]) -> None:
        """Have a step asked about, unless there are enough that would tell the same with less effort."""
        kept = self._alike.setdefault(alike, [])
        if len(kept) < MOST_ALIKE and len(self.askable) < MOST_ASKABLE and self._add(Askable(situation, step)):
            kept.append(situation)

    def masks(self, problem: int, step: Placed) -> tuple[int, ...]:
        """Return the facts of a step that its action's atoms stand for, one bit each."""
        key = (problem, *step)
        found = self._masks.get(key)
        if found is None:
            action, objects = step
            simulator = self._knowledge.simulators[problem]
            atoms = self._knowledge.frame.atoms[action]
            found = self._masks[key] = tuple(simulator.fact(atom, objects) for atom in atoms)
        return found

    def place(self, parent: int, step: Placed) -> int:
        """Return the situation after a step."""
        return self._place(parent, self.found[parent].problem, step)

    def root(self, problem: int) -> int:
        """Return the situation that a problem begins with."""
        return self._roots[problem]

    def _add(self, askable: Askable) -> bool:
        if askable in self._there:
            return False
        self._there.add(askable)
        self.askable.append(askable)
        return True

    def _place(self, parent: int | None, problem: int, step: Placed | None) -> int:
        key = (parent, problem, step)
        found = self._places.get(key)
        if found is None:
            depth = 0 if parent is None else self.found[parent].depth + 1
            found = self._places[key] = len(self.found)
            self.found.append(Situation(problem, parent, step, depth))
        return found


#: A step with the facts that it needs, forbids, adds and deletes.
_Ground = tuple[Placed, int, int, int, int]


class _Exploration:
    """Looks for situations of one problem in one model."""

    def __init__(
        self,
        situations: Situations,
        knowledge: Knowledge,
        problem: int,
        simulator: Simulator,
        model: Model,
        chance: random.Random,
    ) -> None:
        self._situations = situations
        self._knowledge = knowledge
        self._problem = problem
        self._simulator = simulator
        self._model = model
        self._chance = chance
        self._seen: set[int] = set()
        self._ground, self._large = self._grounded()

    def run(self, plans: Sequence[Steps], is_over: IsOver) -> None:
        """Look along known plans, from them on, along other plans, and at random."""
        queue: list[tuple[int, int, int, int]] = []
        known = {case.steps for case in self._knowledge.cases if case.problem == self._problem and case.kind == "works"}
        known |= {each.steps[: each.taken] for each in self._knowledge.answers if each.problem == self._problem}
        for steps in sorted(known):
            for place, state in self._walked(steps, known=True):
                heappush(queue, (0, self._situations.found[place].depth, place, state))
        if not queue:
            heappush(queue, (0, 0, self._situations.root(self._problem), self._simulator.initial))
        self._search(queue, is_over)
        stride = max(1, len(plans) // MOST_FOLLOWED)
        for plan in plans[::stride]:
            if is_over():
                return
            for place, state in self._walked(plan, known=False):
                self._look(place, state)
        for _ in range(WALKS):
            self._walk(is_over)

    def _search(self, queue: list[tuple[int, int, int, int]], is_over: IsOver) -> None:
        """Look at situations, those with the fewest steps beside known plans first."""
        looked_at = 0
        while queue and looked_at < MOST_SITUATIONS and not is_over():
            beside, depth, place, state = heappop(queue)
            if state in self._seen:
                continue
            looked_at += 1
            for step, after in self._look(place, state):
                if after not in self._seen:
                    heappush(queue, (beside + 1, depth + 1, self._situations.place(place, step), after))

    def _walk(self, is_over: IsOver) -> None:
        place, state = self._situations.root(self._problem), self._simulator.initial
        for _ in range(WALK):
            if is_over():
                return
            following = self._look(place, state)
            if not following:
                return
            step, state = self._chance.choice(following)
            place = self._situations.place(place, step)
        self._look(place, state)

    def _walked(self, steps: Steps, *, known: bool) -> Iterator[tuple[int, int]]:
        """Return the situations of some steps with their states; a step that the model refuses is asked about."""
        states = self._simulator.states(self._model, steps)
        places = self._situations.follow(self._problem, steps[: len(states) - 1], known=known)
        if len(states) <= len(steps):
            self._situations.add(places[-1], steps[len(states) - 1])
        yield from zip(places, states, strict=True)

    def _look(self, place: int, state: int) -> list[tuple[Placed, int]]:
        """Note the steps worth asking about in a situation; return those that are possible, and where they lead."""
        is_new = state not in self._seen
        self._seen.add(state)
        before = self._before(place)
        possible: list[tuple[Placed, int]] = []
        for step, needs, forbids, adds, deletes in self._steps_in(state):
            violated = needs & ~state | forbids & state
            if not violated:
                possible.append((step, state & ~deletes | adds))
            elif violated & 1 or violated.bit_count() > MOST_VIOLATED:
                continue
            if is_new:
                self._note(place, state, step, needs | forbids, violated, before)
        return possible

    def _note(
        self, place: int, state: int, step: Placed, conditions: int, violated: int, before: Sequence[Placed]
    ) -> None:
        # Of all edits of conditions of its action, a step tells by what holds of the action's atoms.
        masks = self._situations.masks(self._problem, step)
        holds = sum(1 << number for number, mask in enumerate(masks) if mask & state)
        if violated.bit_count() < MOST_VIOLATED:
            self._situations.note(place, step, ("condition", step[0], holds))
        # Of an effect of a step before it, by the condition that it would make or break.
        for earlier in before:
            for number, mask in enumerate(self._situations.masks(self._problem, earlier)):
                if mask & conditions and violated | mask == mask:
                    alike = ("effect", earlier[0], number, step[0], bool(violated))
                    self._situations.note(place, step, alike)
                elif violated & mask and violated.bit_count() == MOST_VIOLATED:
                    self._situations.note(place, step, ("effects", earlier[0], number, step[0], holds))

    def _before(self, place: int) -> list[Placed]:
        found: list[Placed] = []
        at: int | None = place
        while at is not None and len(found) < BACK:
            situation = self._situations.found[at]
            if situation.step is not None:
                found.append(situation.step)
            at = situation.parent
        return found

    def _grounded(self) -> tuple[list[_Ground], list[int]]:
        """Return the ground steps of all actions that have few, and the places of the others."""
        ground: list[_Ground] = []
        large: list[int] = []
        for action, parameters in enumerate(self._knowledge.frame.domain.actions.values()):
            objects = [self._simulator.problem.objects_of(*each.types) for each in parameters.parameters]
            if prod(map(len, objects)) > MOST_GROUND:
                large.append(action)
                continue
            schema = self._model[action]
            ground += (
                ((action, chosen), *self._simulator.ground(action, schema, chosen)) for chosen in product(*objects)
            )
        return [each for each in ground if not each[1] & 1], large

    def _steps_in(self, state: int) -> Iterator[_Ground]:
        yield from self._ground
        for action in self._large:
            schema = self._model[action]
            found: dict[tuple[str, ...], None] = {}
            for looser in (schema, *_looser(schema)):
                for objects in islice(bindings(self._simulator, action, looser, state), MOST_FOUND):
                    found.setdefault(objects)
            for objects in found:
                yield (action, objects), *self._simulator.ground(action, schema, objects)


def _looser(schema: Schema) -> Iterator[Schema]:
    for atom in sorted(schema.needs, key=str):
        yield schema._replace(needs=schema.needs - {atom})
    for atom in sorted(schema.forbids, key=str):
        yield schema._replace(forbids=schema.forbids - {atom})
