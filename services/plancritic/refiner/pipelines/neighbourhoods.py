"""Domains next to a domain: one edit, one mended mistake, or two edits away; each found once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.limit import Limit
from plancritic.refiner.repair.near_edits import NearEdit, coupled_edits, near_edits
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.schemas import Model
from plancritic.refiner.repair.suspicion import Suspicion

#: Seconds of computing for the coupled edits of one domain.
COUPLED = 1.0
_Found = TypeVar("_Found")


class Neighbourhoods:
    """Looks for the domains next to others until the limit."""

    def __init__(self, knowledge: Knowledge, plausibility: Plausibility, suspicion: Suspicion, limit: Limit) -> None:
        self._knowledge = knowledge
        self._plausibility = plausibility
        self._suspicion = suspicion
        self._limit = limit
        self._near: dict[Model, list[NearEdit]] = {}
        self._next: dict[Model, list[Model]] = {}
        self._coupled: dict[Model, list[Model]] = {}

    def forget(self) -> None:
        """Look for all anew: there are other cases."""
        self._near.clear()
        self._next.clear()
        self._coupled.clear()

    def next_to(self, model: Model) -> list[Model]:
        """Return the models that one change makes, or one mistake mended, and that meet all cases."""
        return self._found(self._next, model, self._suspicion.neighbours(model))

    def near_edits(self, model: Model) -> list[NearEdit]:
        """Return the models that one edit makes, and whether they meet all cases."""
        return self._found(self._near, model, near_edits(self._knowledge, self._suspicion, model))

    def coupled_with(self, model: Model) -> list[Model]:
        """Return the models that two changes make which meet all cases together, and not one by one."""
        found = self._coupled.get(model)
        if found is None:
            near = [each for each in self.near_edits(model) if not each.is_open]
            near.sort(key=lambda each: self._plausibility.cost(each.model))
            found = list(coupled_edits(self._knowledge, near, self._limit.computing(COUPLED)))
            self._coupled[model] = found
        return found

    def _found(self, kept: dict[Model, list[_Found]], model: Model, each: Iterable[_Found]) -> list[_Found]:
        found = kept.get(model)
        if found is None:
            found = []
            for one in each:
                if self._limit.is_over:
                    return found
                found.append(one)
            kept[model] = found
        return found
