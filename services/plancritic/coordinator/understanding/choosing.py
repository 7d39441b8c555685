"""What a statement is taken for, by its posterior."""

from __future__ import annotations

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.english.likelihood import likelihood
from plancritic.posterior import Behaviour, StatementPosterior

#: A behaviour below this share of the posterior is no reading that a plan has to meet as well.
LIKELY = 0.1


def likely_behaviours(found: StatementPosterior) -> tuple[Behaviour, ...]:
    """Return the behaviours that may well have been meant, likeliest first."""
    return tuple(each for each in found.behaviours if each.probability >= LIKELY)


def taken_for(read: StatementReadings, found: StatementPosterior) -> StatementReadings:
    """Return the statement with its likely behaviours as its readings, each with its posterior for a score.

    Where `none` is likelier than any it has no reading: what is not meant is not acted on.
    """
    best = found.best
    if best is None:
        return read.model_copy(update={"readings": (), "guesses": (), "reason": read.reason or _unlikely(found)})
    taken = [best, *(each for each in likely_behaviours(found) if each is not best)]
    return read.model_copy(update={"readings": tuple(map(_as_reading, taken)), "guesses": ()})


def _as_reading(behaviour: Behaviour) -> Reading:
    return behaviour.best.model_copy(update={"score": behaviour.probability})


def names_the_likeliest(read: StatementReadings, found: StatementPosterior) -> bool:
    """Return whether the reason why a statement has no reading names the likeliest one."""
    return bool(found.behaviours) and read.reason == _unlikely(found)


def _unlikely(found: StatementPosterior) -> str:
    if not found.behaviours:
        return "no reading of this statement was found"
    best = found.behaviours[0]
    return f"the likeliest reading, {best.best.mid_level_goal.rstrip('.')!r}, is only {likelihood(best.probability)}"
