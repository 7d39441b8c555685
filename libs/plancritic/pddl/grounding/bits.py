"""STRIPS over the bits of numbers: facts are numbered as they are met, states and ground steps are masks of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from plancritic.pddl.language import Atom


def members(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits of a mask, the least first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class FactBits:
    """Facts as bits, in the order in which they are met."""

    def __init__(self) -> None:
        self._bits: dict[Atom, int] = {}
        self._facts: list[Atom] = []

    def bit(self, fact: Atom) -> int:
        """Return a fact's bit, as a mask of one."""
        found = self._bits.get(fact)
        if found is None:
            found = self._bits[fact] = 1 << len(self._facts)
            self._facts.append(fact)
        return found

    def mask(self, facts: Iterable[Atom]) -> int:
        """Return the bits of some facts."""
        mask = 0
        for each in facts:
            mask |= self.bit(each)
        return mask

    def facts(self, mask: int) -> list[Atom]:
        """Return the facts of a mask, in the order in which they were met."""
        return [self._facts[each] for each in members(mask)]


@dataclass(frozen=True, slots=True)
class GroundStep:
    """What a ground step needs, forbids, adds and deletes. A fact that is added and deleted is true afterwards."""

    needs: int
    forbids: int
    adds: int
    deletes: int

    def applies(self, state: int) -> bool:
        """Whether the step may be taken in a state."""
        return state & self.needs == self.needs and not state & self.forbids

    def after(self, state: int) -> int:
        """Return the state after the step."""
        return state & ~self.deletes | self.adds
