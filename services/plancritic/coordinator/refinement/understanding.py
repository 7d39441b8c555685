"""What the statements of a run are taken for: readings, readings in place of the first ones, guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.feedback import FirstReading, StatementGuess
from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.refinement.readings import said_back
from plancritic.wording import Lexicon


@dataclass(frozen=True)
class ActedOn:
    """A guess that the plan does, with the scorer's probability for the statement on the plan before and on this."""

    guess: Reading
    before: float
    after: float

    def told(self, lexicon: Lexicon) -> StatementGuess:
        """The guess as an outcome tells it."""
        return StatementGuess(
            sentence=said_back(self.guess, lexicon),
            constraints=self.guess.constraints,
            score=self.guess.score,
            scorer=self.after,
            before=self.before,
        )


@dataclass(frozen=True)
class Reread:
    """The reading that a statement had first, and the scorer's word on the plan for it; `impossible` if none is."""

    first: Reading
    scorer: float
    impossible: bool

    def told(self, lexicon: Lexicon) -> FirstReading:
        """The first reading as an outcome tells it."""
        return FirstReading(
            sentence=said_back(self.first, lexicon),
            constraints=self.first.constraints,
            score=self.first.score,
            scorer=self.scorer,
            impossible=self.impossible,
        )


class UnderstandingState(BaseModel):
    """An `Understanding` as a checkpoint holds it, without its evaluator."""

    model_config = ConfigDict(frozen=True)

    translated: tuple[StatementReadings, ...]
    reread: dict[str, Reread] = {}
    acted: dict[str, ActedOn] = {}


@dataclass
class Understanding:
    """What the statements are taken for at the end of a search, with the evaluator that judges plans by that.

    `reread` are the first readings of statements that are read as something else now, `acted` the guesses that the plan
    does at those that were not understood, both by the statement's id.
    """

    translated: tuple[StatementReadings, ...]
    evaluator: Evaluator
    reread: dict[str, Reread] = field(default_factory=dict)
    acted: dict[str, ActedOn] = field(default_factory=dict)

    def state(self) -> UnderstandingState:
        """Return what the statements are taken for now; what changes later does not change it."""
        return UnderstandingState(translated=self.translated, reread=dict(self.reread), acted=dict(self.acted))

    @property
    def readings(self) -> tuple[Reading | None, ...]:
        """Each statement's best reading."""
        return best_of(self.translated)


def best_of(translated: Sequence[StatementReadings]) -> tuple[Reading | None, ...]:
    """Each statement's best reading, None where it has none."""
    return tuple(each.readings[0] if each.readings else None for each in translated)
