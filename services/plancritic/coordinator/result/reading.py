"""How sure the reading of a statement is, and what else it may mean."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.contracts.feedback import OtherReading, ReadingState
from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.problem.bank import Bank
from plancritic.coordinator.understanding.candidates import is_idle
from plancritic.coordinator.understanding.choosing import LIKELY
from plancritic.coordinator.understanding.posteriors import Posteriors
from plancritic.coordinator.understanding.readings import said_back
from plancritic.pddl.language import Problem
from plancritic.posterior import Behaviour, PosteriorModel, shipped_model
from plancritic.wording import Lexicon


@dataclass(frozen=True)
class TakenReading:
    """The reading that a run went by.

    `probability` is its posterior. `others` are the behaviours beside it that may well have been meant, `unmet` those
    of them that the final plan does not satisfy. `ruled_out` says that all of them are proved impossible by themselves.
    `unread` are the clauses that it leaves out: without a confirmation it is not sure. `idle` says that
    it asks for nothing, and that nothing else was found: that is not sure either. `passed_over` says that a likelier
    one is proved to clash with the other statements. `sureness` is that of its behaviour.
    """

    state: ReadingState
    probability: float
    others: tuple[Behaviour, ...] = ()
    unmet: tuple[Behaviour, ...] = ()
    ruled_out: bool = False
    unread: tuple[str, ...] = ()
    idle: bool = False
    passed_over: bool = False
    sureness: float = 1.0

    @property
    def sure(self) -> bool:
        """Return whether the reading is clear or confirmed."""
        return self.state != "doubtful"


def taken_reading(
    posteriors: Posteriors, place: int, read: StatementReadings, problem: Problem, plan: str, passed_over: bool = False
) -> TakenReading | None:
    """Return how sure the reading of the statement at this place is; None where it has none.

    `passed_over` says that a likelier reading is proved to clash with the other statements.
    """
    if not read.readings:
        return None
    found = posteriors.statements[place]
    taken = found.behaviour_of(read.readings[0])
    probability = taken.probability if taken is not None else 0.0
    others = tuple(each for each in found.behaviours if each is not taken and each.probability >= LIKELY)
    bank = Bank(problem, (plan,))
    state: ReadingState = "doubtful"
    unread, idle = read.readings[0].unread, is_idle(read.readings[0], problem)
    if posteriors.is_confirmed(place):
        state, others = "confirmed", ()
    elif _is_clear(taken, shipped_model(posteriors.with_scorer, found.with_reader)) and not unread and not idle:
        state = "clear"
    return TakenReading(
        state,
        probability,
        others,
        tuple(each for each in others if not bank.satisfied(each.best.constraints)[0]),
        all(each.impossible for each in others),
        unread,
        idle,
        passed_over and any(each.probability > probability for each in others),
        taken.sureness if taken is not None else 0.0,
    )


def _is_clear(taken: Behaviour | None, model: PosteriorModel) -> bool:
    return taken is not None and taken.sureness >= model.clear


def other_readings(taken: TakenReading | None, lexicon: Lexicon) -> tuple[OtherReading, ...]:
    """Return what else the statement may mean, likeliest first."""
    return tuple(
        OtherReading(sentence=said_back(each.best, lexicon), constraints=each.best.constraints, score=each.probability)
        for each in (taken.others if taken is not None else ())
    )
