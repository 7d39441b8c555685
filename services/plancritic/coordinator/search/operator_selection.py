"""How often each operator is drawn: fixed, or by what its children came to (adaptive pursuit)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.feedback import RatesName
from plancritic.coordinator.presets import Operator, Preset
from plancritic.coordinator.search.confusions import MODIFICATIONS, Modification

Name = TypeVar("Name", bound=str)

#: The constants of Thierens (2005), section 4: how fast a reward is believed, how fast the best is pursued, and the
#: least chance of any operator.
ADAPTATION = 0.8
PURSUIT = 0.8
LEAST = 0.1


class PursuitState(BaseModel):
    """Chances and rewards by name, in the order in which they are drawn from."""

    model_config = ConfigDict(frozen=True)

    chances: dict[str, float]
    rewards: dict[str, float]


class RatesState(BaseModel):
    """What the rates have learned by the end of a generation; `ways` is None where those do not learn."""

    model_config = ConfigDict(frozen=True)

    operators: PursuitState
    ways: PursuitState | None


@dataclass(frozen=True)
class Offspring:
    """The operators and ways that made a child, and whether it is fitter than each of its parents."""

    made_by: tuple[str, ...]
    improved: bool


class Pursuit(Generic[Name]):
    """Chances of alternatives that pursue the one with the best reward so far.

    With Q the reward of each as it is estimated, r its share of improved children in a generation and a* the best:

        Q(a) += ADAPTATION (r(a) - Q(a));    P(a*) += PURSUIT (P_max - P(a*));    P(a) += PURSUIT (LEAST - P(a))

    with P_max = 1 - (K - 1) LEAST for K alternatives. Source: D. Thierens, "An adaptive pursuit strategy for
    allocating operator probabilities", GECCO 2005. There one application is learnt from at a time; here all children
    of a generation are evaluated at once, so it is their share. Where no reward stands out nothing is pursued.
    """

    def __init__(self, chances: Mapping[Name, float]) -> None:
        self.chances: dict[Name, float] = dict(chances)
        self._rewards: dict[Name, float] = dict.fromkeys(chances, 0.0)

    def state(self) -> PursuitState:
        """Return what was learned so far."""
        return PursuitState(chances=dict(self.chances), rewards=dict(self._rewards))

    def restore(self, state: PursuitState) -> None:
        """Take over what the same alternatives had learned."""
        self.chances = {name: state.chances[name] for name in self.chances}
        self._rewards = {name: state.rewards[name] for name in self._rewards}

    def learn(self, offspring: Iterable[Offspring]) -> None:
        """Takes in what the children of one generation came to."""
        used: dict[Name, list[bool]] = {name: [] for name in self.chances}
        for child in offspring:
            for name in used:
                if name in child.made_by:
                    used[name].append(child.improved)
        for name, outcomes in used.items():
            if outcomes:
                self._rewards[name] += ADAPTATION * (sum(outcomes) / len(outcomes) - self._rewards[name])
        best = max(self._rewards.values())
        leaders = [name for name, reward in self._rewards.items() if reward == best]
        if best > 0.0 and len(leaders) == 1:
            self._pursue(leaders[0])

    def _pursue(self, best: Name) -> None:
        most = 1.0 - (len(self.chances) - 1) * LEAST
        for name, chance in self.chances.items():
            self.chances[name] = chance + PURSUIT * ((most if name == best else LEAST) - chance)


@dataclass
class Rates:
    """The chances of the operators and, where they learn too, of the ways to modify; `adaptive` ones learn."""

    operators: Pursuit[Operator]
    ways: Pursuit[Modification] | None
    adaptive: bool = True
    #: The chances by name as they stand, rounded: what is shown.
    reported: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        self.reported = self._now()

    def learn(self, offspring: Iterable[Offspring]) -> None:
        """Takes in what the children of one generation came to."""
        if self.adaptive:
            children = tuple(offspring)
            self.operators.learn(children)
            if self.ways is not None:
                self.ways.learn(children)
        self.reported = self._now()

    def state(self) -> RatesState:
        """Return what was learned so far."""
        return RatesState(operators=self.operators.state(), ways=self.ways.state() if self.ways is not None else None)

    def restore(self, state: RatesState) -> None:
        """Take over what the same rates had learned."""
        self.operators.restore(state.operators)
        if self.ways is not None and state.ways is not None:
            self.ways.restore(state.ways)
        self.reported = self._now()

    def _now(self) -> dict[str, float]:
        operators: list[tuple[str, float]] = list(self.operators.chances.items())
        ways: list[tuple[str, float]] = list(self.ways.chances.items()) if self.ways else []
        return {name: round(chance, 4) for name, chance in (*operators, *ways)}


def rates_for(preset: Preset, wanted: RatesName | None) -> Rates:
    """The chances as they begin in a run: of the operators as the preset has them, of the ways to modify all alike.

    `wanted` is what the run names, if it does.
    """
    adaptive = (wanted or preset.rates) == "adaptive"
    # Chances that do not learn are left to the operators, which draw ways as the published ones do.
    ways = Pursuit[Modification](dict.fromkeys(MODIFICATIONS, 1.0 / len(MODIFICATIONS))) if adaptive else None
    return Rates(Pursuit(dict(preset.operators)), ways, adaptive)
