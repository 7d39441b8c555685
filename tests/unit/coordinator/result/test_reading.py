"""How sure the reading of a statement is: clear, confirmed or doubtful, and what else it may mean."""

from __future__ import annotations

import pytest
from tests.support.sayings import MEANT, NEVER, READ, plan_for, reading, waterway

from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.result.meanings import meanings_of
from plancritic.coordinator.result.reading import TakenReading, other_readings, taken_reading
from plancritic.coordinator.understanding.posteriors import Posteriors
from plancritic.domains import load_domain
from plancritic.posterior import Behaviour, StatementPosterior, shipped_model
from plancritic.wording import Lexicon

LEXICON = Lexicon(load_domain("waterway"), "1")
CLEAR = shipped_model(True).clear
SAID = StatementReadings(statement="s1", readings=(reading(READ, 0.9),))


def behaviour(
    constraint: str, probability: float, impossible: bool = False, sureness: float | None = None
) -> Behaviour:
    return Behaviour(
        readings=(reading(constraint, 0.5),),
        probability=probability,
        sureness=probability if sureness is None else sureness,
        features={"score": 0.5},
        satisfied=(False,),
        impossible=impossible,
    )


def taken(
    *behaviours: Behaviour,
    confirmed: tuple[int, ...] = (),
    with_scorer: bool = True,
    plan: str = plan_for(READ),
    read: StatementReadings = SAID,
) -> TakenReading | None:
    posterior = StatementPosterior(behaviours=behaviours, none=1.0 - sum(each.probability for each in behaviours))
    return taken_reading(Posteriors((posterior,), with_scorer, confirmed=confirmed), 0, read, waterway(), plan)


def test_a_reading_is_clear_from_the_threshold_of_the_model_on() -> None:
    for probability, state in ((CLEAR, "clear"), (CLEAR - 0.001, "doubtful")):
        found = taken(behaviour(READ, probability))
        assert found is not None
        assert (found.state, found.probability, found.sure) == (state, probability, state == "clear")


def test_a_likely_reading_of_which_the_second_opinion_is_not_sure_is_doubtful() -> None:
    for sureness, state in ((CLEAR, "clear"), (CLEAR - 0.001, "doubtful")):
        found = taken(behaviour(READ, 0.999, sureness=sureness))
        assert found is not None
        assert (found.state, found.probability) == (state, 0.999)


def test_without_the_scorer_the_threshold_of_the_model_without_counts() -> None:
    found = taken(behaviour(READ, CLEAR), with_scorer=False)
    assert found is not None
    assert found.state == "doubtful"


def test_what_the_person_has_confirmed_is_confirmed_however_unlikely_and_there_is_nothing_else() -> None:
    found = taken(behaviour(MEANT, 0.7), behaviour(READ, 0.2), confirmed=(0,))
    assert found is not None
    assert (found.state, found.sure, found.others) == ("confirmed", True, ())


def test_other_likely_behaviours_are_told_and_those_that_the_plan_misses_apart() -> None:
    for plan, unmet in ((plan_for(READ), [MEANT]), (plan_for(READ, MEANT), [])):
        found = taken(behaviour(READ, 0.6), behaviour(MEANT, 0.3), behaviour(NEVER, 0.05), plan=plan)
        assert found is not None
        assert [each.best.constraints[0] for each in found.others] == [MEANT]
        assert [each.best.constraints[0] for each in found.unmet] == unmet


@pytest.mark.parametrize(
    ("others", "out"),
    [
        ((), True),
        ((behaviour(NEVER, 0.3, impossible=True),), True),
        ((behaviour(MEANT, 0.3),), False),
        ((behaviour(MEANT, 0.05),), True),
    ],
)
def test_the_rest_is_ruled_out_where_every_likely_one_is_proved_impossible(
    others: tuple[Behaviour, ...], out: bool
) -> None:
    found = taken(behaviour(READ, 0.6), *others)
    assert found is not None
    assert found.ruled_out is out


def test_a_reading_that_was_no_candidate_is_not_likely_at_all() -> None:
    found = taken(behaviour(MEANT, 0.99))
    assert found is not None
    assert (found.probability, found.state) == (0.0, "doubtful")
    assert [each.best.constraints[0] for each in found.others] == [MEANT]


def test_a_statement_without_a_reading_has_no_state() -> None:
    assert taken(behaviour(READ, 0.3), read=StatementReadings(statement="s1")) is None
    assert other_readings(None, LEXICON) == ()


def test_other_readings_are_told_in_plain_words_with_their_posteriors() -> None:
    (told,) = other_readings(taken(behaviour(READ, 0.6), behaviour(MEANT, 0.3)), LEXICON)
    assert (told.sentence, told.score) == ("At some time, the scout is at the ship dock.", 0.3)


def test_an_answer_tells_the_whole_posterior() -> None:
    posterior = StatementPosterior(
        behaviours=(behaviour(READ, 0.6), behaviour(NEVER, 0.1, impossible=True)),
        none=0.3,
        none_features={"always": 1.0},
    )
    told = meanings_of(Posteriors((posterior,), True), 0, LEXICON)
    assert [(each.constraints, each.probability, each.impossible) for each in told.candidates] == [
        ((READ,), 0.6, False),
        ((NEVER,), 0.1, True),
    ]
    assert (told.none, told.none_features, told.with_scorer) == (0.3, {"always": 1.0}, True)
    assert told.candidates[0].features == {"score": 0.5}


def test_a_reading_that_leaves_a_clause_out_is_not_sure_until_it_is_confirmed() -> None:
    half = reading(READ, 0.9).model_copy(update={"unread": ("the van has to come home",)})
    for confirmed, state in (((), "doubtful"), ((0,), "confirmed")):
        found = taken(
            behaviour(READ, CLEAR), confirmed=confirmed, read=StatementReadings(statement="s1", readings=(half,))
        )
        assert found is not None
        assert (found.state, found.unread) == (state, ("the van has to come home",))
