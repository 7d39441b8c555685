"""What mutation prefers where it has a choice: everything alike, as published, or what is near and often confused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeVar

from plancritic.contracts.feedback import MutationName
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.search.confusions import Confusions, shipped_confusions
from plancritic.coordinator.search.nearness import Cosines, Nearness
from plancritic.pddl.language import Atom, ConstraintType

Choice = TypeVar("Choice")

#: Added to every nearness, so that nothing is out of reach: what is as near as can be is eleven times as likely as
#: what has nothing in common.
_REACH = 0.1


class Preferences(Protocol):
    """Weights of what mutation chooses from; None for everything alike."""

    def prepare(self) -> None:
        """What takes a while before the first mutation; not for the event loop."""

    def types(self, read: ConstraintType, candidates: Sequence[ConstraintType]) -> Sequence[float] | None:
        """Of the types that may take the place of one."""

    def objects(self, name: str, candidates: Sequence[str]) -> Sequence[float] | None:
        """Of the objects that may take the place of one."""

    def facts(self, said: Sequence[Atom], candidates: Sequence[Atom]) -> Sequence[float] | None:
        """Of the facts that a new constraint may be about, beside what is said already."""


class Uniform:
    """Everything alike ([EA] algorithm 1)."""

    def prepare(self) -> None:
        """Nothing to do."""

    def types(self, read: ConstraintType, candidates: Sequence[ConstraintType]) -> None:
        """All alike."""

    def objects(self, name: str, candidates: Sequence[str]) -> None:
        """All alike."""

    def facts(self, said: Sequence[Atom], candidates: Sequence[Atom]) -> None:
        """All alike."""


class Semantic:
    """What is near in meaning, and what readings confuse in practice."""

    def __init__(self, nearness: Nearness, confusions: Confusions) -> None:
        self._nearness = nearness
        self._confusions = confusions

    def prepare(self) -> None:
        """Encodes the names of the objects, where there is an encoder."""
        self._nearness.prepare()

    def types(self, read: ConstraintType, candidates: Sequence[ConstraintType]) -> Sequence[float]:
        """By how often each was meant where this one was read (`Confusions.type_weights`)."""
        return self._confusions.type_weights(read, candidates)

    def objects(self, name: str, candidates: Sequence[str]) -> Sequence[float]:
        """By nearness."""
        return [_REACH + self._nearness.objects(name, each) for each in candidates]

    def facts(self, said: Sequence[Atom], candidates: Sequence[Atom]) -> Sequence[float]:
        """By nearness to the nearest that is said."""
        return [_REACH + max((self._nearness.facts(each, other) for other in said), default=0.0) for each in candidates]


def preferences_for(name: MutationName, situation: Situation, cosines: Callable[[], Cosines]) -> Preferences:
    """Return what mutation of this name prefers in a situation; `cosines` opens the encoder, which may take a second.

    Raises:
        ContractError: `model_missing`: it is to use the encoder, and there is none.
    """
    if name == "uniform":
        return Uniform()
    nearness = Nearness(situation.problem, situation.lexicon, cosines() if name == "encoder" else None)
    return Semantic(nearness, shipped_confusions())


def drawn(random: Random, candidates: Sequence[Choice], weights: Sequence[float] | None) -> Choice:
    """One of the candidates by their weights; without weights as `Random.choice` draws it, which seeds rely on."""
    return random.choice(candidates) if weights is None else random.choices(candidates, weights)[0]
