"""What a statement in force means: the reading that it has, whatever else its words might mean today."""

from __future__ import annotations

from plancritic.contracts.sessions import StatementInForce
from plancritic.contracts.translation import StatementReadings
from plancritic.posterior import Behaviour, StatementPosterior


def frozen_posterior(entry: StatementInForce, frozen: StatementReadings) -> StatementPosterior:
    """Return the posterior of a statement in force: its one reading, as likely and as sure as when it was said.

    The probability of `none` was weighed then, and the reading taken: it has no say any more.
    """
    sureness = 0.0 if entry.reading == "doubtful" else 1.0
    behaviour = Behaviour(
        readings=frozen.readings, probability=entry.score, sureness=sureness, features={}, satisfied=()
    )
    return StatementPosterior(behaviours=(behaviour,), none=0.0)
