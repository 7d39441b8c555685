"""What models say of the steps that could be asked about, each looked at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from plancritic.refiner.questions.situations import Situations
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.limit import Limit
from plancritic.refiner.repair.schemas import Model

#: A step cannot be taken, can be taken, or its situation cannot be come to in the model.
REFUSED, ALLOWED, ELSEWHERE = 0, 1, 2
Sayings = NDArray[np.int8]


class Behaviours:
    """Holds models against the steps of some situations."""

    def __init__(self, knowledge: Knowledge, situations: Situations) -> None:
        self._knowledge = knowledge
        self._situations = situations
        self._known: dict[Model, Sayings] = {}

    def of(self, model: Model) -> Sayings:
        """Return what a model says of each step that could be asked about, in their order."""
        known = self._known.get(model)
        count = len(self._situations.askable)
        if known is not None and len(known) == count:
            return known
        first = 0 if known is None else len(known)
        said = self._said(model, first)
        found = said if known is None else np.concatenate((known, said))
        self._known[model] = found
        return found

    def of_all(self, models: Sequence[Model], limit: Limit) -> Sayings:
        """Return what models say, a row each: of those that could be looked at within the limit, one at least."""
        found: list[Sayings] = []
        for each in models:
            if found and limit.is_over:
                break
            found.append(self.of(each))
        return np.stack(found) if found else np.zeros((0, len(self._situations.askable)), np.int8)

    def _said(self, model: Model, first: int) -> Sayings:
        found, askable = self._situations.found, self._situations.askable
        simulators = self._knowledge.simulators
        states: dict[int, int | None] = {}

        def state_of(place: int) -> int | None:
            if place in states:
                return states[place]
            situation = found[place]
            simulator = simulators[situation.problem]
            if situation.parent is None or situation.step is None:
                states[place] = simulator.initial
                return simulator.initial
            before = state_of(situation.parent)
            after = None
            if before is not None:
                action, objects = situation.step
                needs, forbids, adds, deletes = simulator.ground(action, model[action], objects)
                if not (needs & ~before or forbids & before):
                    after = before & ~deletes | adds
            states[place] = after
            return after

        said = np.full(len(askable) - first, ELSEWHERE, np.int8)
        for number, each in enumerate(askable[first:]):
            state = state_of(each.situation)
            if state is not None:
                action, objects = each.step
                simulator = simulators[found[each.situation].problem]
                needs, forbids, _, _ = simulator.ground(action, model[action], objects)
                said[number] = REFUSED if needs & ~state or forbids & state else ALLOWED
        return said
