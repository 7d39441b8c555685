"""What a statement is taken for, by its posterior."""

from __future__ import annotations

import pytest
from tests.support.sayings import GUESSED, MEANT, READ, reading

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.coordinator.understanding.choosing import LIKELY, likely_behaviours, taken_for
from plancritic.posterior import Behaviour, StatementPosterior
from plancritic.posterior.model import LEAST_ACTED_ON

SAID = StatementReadings(
    statement="s1", readings=(reading(READ, 0.9), reading(MEANT, 0.5)), guesses=(reading(GUESSED, 0.1, "guess"),)
)


def behaviour(probability: float, *readings: Reading) -> Behaviour:
    return Behaviour(readings=readings, probability=probability, features={}, satisfied=(True,))


def found(first: float, second: float, third: float) -> StatementPosterior:
    """MEANT, READ and the guess with these probabilities, `none` with the rest."""
    weighed = zip((first, second, third), (SAID.readings[1], SAID.readings[0], SAID.guesses[0]), strict=True)
    behaviours = tuple(behaviour(share, its) for share, its in weighed)
    return StatementPosterior(behaviours=behaviours, none=round(1.0 - first - second - third, 6))


def test_a_statement_is_taken_for_its_likely_behaviours_the_likeliest_first_scored_by_their_posteriors() -> None:
    taken = taken_for(SAID, found(0.6, 0.2, 0.05))
    assert [(each.constraints[0], each.score) for each in taken.readings] == [(MEANT, 0.6), (READ, 0.2)]
    assert taken.guesses == ()


def test_a_behaviour_of_exactly_the_least_share_is_likely() -> None:
    assert [each.probability for each in likely_behaviours(found(0.6, LIKELY, LIKELY - 0.001))] == [0.6, LIKELY]


@pytest.mark.parametrize(("probability", "acted_on"), [(LEAST_ACTED_ON, True), (LEAST_ACTED_ON - 0.01, False)])
def test_the_best_is_acted_on_from_a_least_share_on_though_none_is_less_likely(
    probability: float, acted_on: bool
) -> None:
    posterior = StatementPosterior(behaviours=(behaviour(probability, SAID.readings[0]),), none=0.05)
    assert [each.score for each in taken_for(SAID, posterior).readings] == ([probability] if acted_on else [])


def test_a_likely_guess_is_a_reading_and_says_that_it_was_a_guess() -> None:
    (taken,) = taken_for(SAID, StatementPosterior(behaviours=(behaviour(0.7, SAID.guesses[0]),), none=0.3)).readings
    assert (taken.constraints, taken.kind, taken.score) == ((GUESSED,), "guess", 0.7)


def test_where_none_is_likelier_nothing_is_read_and_the_translators_reason_stays() -> None:
    taken = taken_for(SAID, found(0.3, 0.1, 0.05))
    assert (taken.readings, taken.guesses) == ((), ())
    assert taken.reason, "why is always said"
    said = SAID.model_copy(update={"readings": (), "reason": "What 'fribble' means is not known."})
    assert taken_for(said, found(0.3, 0.1, 0.05)).reason == "What 'fribble' means is not known."


def test_a_statement_without_a_candidate_stays_without_a_reading() -> None:
    unread = StatementReadings(statement="s1", reason="Nobody knows.")
    assert taken_for(unread, StatementPosterior()).readings == ()
