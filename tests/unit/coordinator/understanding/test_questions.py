"""When a run asks, which statements it asks about, and what the choices come to."""

from __future__ import annotations

import pytest
from tests.support.revisions import entry
from tests.support.sayings import MEANT, NEVER, READ, plan_for, reading, waterway

from plancritic.contracts.feedback import ReadingState
from plancritic.contracts.questions import MOST_CHOICES
from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.sessions.frozen import frozen_posterior
from plancritic.coordinator.understanding.posteriors import Posteriors
from plancritic.coordinator.understanding.questions import (
    MOST_QUESTIONS,
    Question,
    asked_about,
    first_offers,
    further_offers,
    is_settled,
    open_places,
)
from plancritic.posterior import Behaviour, PosteriorModel, StatementPosterior

PROBLEM = waterway()
PLANS = (plan_for(), plan_for(READ), plan_for(MEANT))
#: Behaviours from 0.4 on are in the conformal set, `none` from 0.3 on.
MODEL = PosteriorModel(weights={}, none={}, clear=0.9, behaviour_quantile=0.6, none_quantile=0.7)


def behaviour(constraint: str, probability: float, *satisfied: bool, impossible: bool = False) -> Behaviour:
    return Behaviour(
        readings=(reading(constraint, 0.5),),
        probability=probability,
        features={},
        satisfied=satisfied or (False,) * len(PLANS),
        impossible=impossible,
    )


def posterior(*probabilities: float, none: float = 0.0) -> StatementPosterior:
    behaviours = (behaviour(each, share) for each, share in zip((READ, MEANT, NEVER), probabilities, strict=False))
    return StatementPosterior(behaviours=tuple(behaviours), none=none)


@pytest.mark.parametrize(
    ("found", "settled"),
    [
        (posterior(0.8, 0.1, none=0.1), True),
        (posterior(0.1, none=0.9), True),
        (posterior(0.45, 0.45, none=0.1), False),
        (posterior(0.6, none=0.4), False),
        (posterior(0.35, 0.35, 0.1, none=0.2), False),
        (posterior(0.97, none=0.03), True),
        (posterior(0.3, 0.2, none=0.5), False),
        (posterior(0.55, 0.1, none=0.1), False),
    ],
)
def test_there_is_nothing_to_ask_where_one_behaviour_or_none_is_all_that_may_be_meant(
    found: StatementPosterior, settled: bool
) -> None:
    assert is_settled(found, MODEL) is settled


def test_what_changes_the_plan_most_is_asked_about_first_and_no_more_than_two_questions_are_asked() -> None:
    tie = StatementPosterior(
        behaviours=(behaviour(READ, 0.4, False, True, False), behaviour(MEANT, 0.4, False, False, True)), none=0.2
    )
    alike = StatementPosterior(behaviours=(behaviour(READ, 0.4), behaviour(MEANT, 0.4)), none=0.2)
    assert open_places(Posteriors((alike, alike, tie, alike), True, PLANS), PROBLEM) == (2, 0)
    assert MOST_QUESTIONS == 2


def test_of_what_is_in_force_nothing_is_asked_however_unlikely_its_reading_was() -> None:
    kept = entry("Go there.", score=0.3, constraints=(READ,))
    frozen = frozen_posterior(kept, StatementReadings(statement="s1", readings=(reading(READ, 0.3),)))
    assert not is_settled(frozen, MODEL)
    doubtful = posterior(0.4, 0.4, none=0.2)
    assert open_places(Posteriors((frozen, frozen, doubtful), True, PLANS), PROBLEM, first=2) == (2,)


@pytest.mark.parametrize(("state", "sureness"), [("clear", 1.0), ("confirmed", 1.0), ("doubtful", 0.0)])
def test_what_is_in_force_stays_as_sure_as_it_was(state: ReadingState, sureness: float) -> None:
    kept = entry("Go there.", score=0.7, constraints=(READ,)).model_copy(update={"reading": state})
    frozen = frozen_posterior(kept, StatementReadings(statement="s1", readings=(reading(READ, 0.7),)))
    assert [(each.probability, each.sureness) for each in frozen.behaviours] == [(0.7, sureness)]


def test_a_likely_reading_that_no_plan_follows_is_settled_once_it_is_sure() -> None:
    for sureness, settled in ((0.95, True), (0.85, False)):
        impossible = behaviour(READ, 0.97).model_copy(update={"impossible": True, "sureness": sureness})
        assert is_settled(StatementPosterior(behaviours=(impossible,), none=0.03), MODEL) is settled


def test_of_what_no_candidate_was_found_for_nothing_is_asked() -> None:
    assert open_places(Posteriors((StatementPosterior(),), True, PLANS), PROBLEM) == ()


def offered(found: StatementPosterior) -> list[tuple[str, ...]]:
    return [each.reading.constraints for each in first_offers(found, PROBLEM)]


def test_what_is_hardly_likely_is_not_offered_and_no_more_than_four_choices_are() -> None:
    places = ("shp_dck_0", "deb_stn_0", "wpt_a_0", "wpt_b_0", "wpt_end")
    many = [behaviour(f"(sometime (at sct_ast_0 {place}))", 0.19) for place in places]
    found = StatementPosterior(behaviours=(*many, behaviour("(always (at deb_ast_0 wpt_ini))", 0.001)), none=0.049)
    assert len(offered(found)) == MOST_CHOICES
    assert offered(StatementPosterior(behaviours=(*many[:2], behaviour(NEVER, 0.001)), none=0.5)) == [
        many[0].best.constraints,
        many[1].best.constraints,
    ]


def test_the_opposite_of_what_is_likely_is_offered_only_where_the_words_allow_both() -> None:
    never, once = "(always (not (at sct_ast_0 wpt_a_0)))", "(sometime (at sct_ast_0 wpt_a_0))"
    other = "(sometime (at sct_ast_0 wpt_b_0))"
    for share, both in ((0.35, True), (0.1, False)):
        found = StatementPosterior(
            behaviours=(behaviour(never, 0.4), behaviour(once, share), behaviour(other, 0.05)), none=0.1
        )
        assert ((once,) in offered(found)) is both
        assert (other,) in offered(found)


def test_what_every_plan_does_is_offered_only_where_it_is_likeliest() -> None:
    idle, busy = "(within 12 (at sct_ast_0 wpt_ini))", "(sometime (at sct_ast_0 wpt_b_0))"
    assert offered(StatementPosterior(behaviours=(behaviour(busy, 0.4), behaviour(idle, 0.3)), none=0.3)) == [(busy,)]
    assert offered(StatementPosterior(behaviours=(behaviour(idle, 0.4), behaviour(busy, 0.3)), none=0.3)) == [
        (idle,),
        (busy,),
    ]


def test_a_single_choice_gets_its_parts_beside_it() -> None:
    both = ("(sometime (at sct_ast_0 wpt_a_0))", "(sometime (at sct_ast_0 wpt_b_0))")
    whole = behaviour(both[0], 0.5).model_copy(
        update={"readings": (reading(both[0], 0.5).model_copy(update={"constraints": both}),)}
    )
    assert offered(StatementPosterior(behaviours=(whole,), none=0.5)) == [both, (both[0],), (both[1],)]


def test_after_none_of_these_what_was_not_offered_is_and_last_the_plan_of_the_likeliest() -> None:
    found = StatementPosterior(
        behaviours=(behaviour(READ, 0.5), behaviour(MEANT, 0.3), behaviour(NEVER, 0.01)), none=0.19
    )
    first = first_offers(found, PROBLEM)
    further = further_offers(found, first, PROBLEM)
    assert [each.reading.constraints for each in further] == [(NEVER,), (READ,)]
    assert [each.plan_only for each in further] == [False, True]


def test_questions_that_follow_none_of_these_do_not_count() -> None:
    first = Question(id="q1", place=0, choices=1)
    assert asked_about((first, first.model_copy(update={"again": True}))) == 1


def test_what_no_plan_does_is_offered_only_where_it_is_about_as_likely_as_the_best() -> None:
    for share, kept in ((0.3, True), (0.1, False)):
        behaviours = (behaviour(READ, 0.5), behaviour(NEVER, share, impossible=True), behaviour(MEANT, 0.05))
        found = StatementPosterior(behaviours=behaviours, none=0.1)
        assert ((NEVER,) in offered(found)) is kept
        assert (MEANT,) in offered(found)


def test_a_thing_before_itself_is_not_offered() -> None:
    itself = "(sometime-before (at sct_ast_0 wpt_b_0) (at sct_ast_0 wpt_b_0))"
    found = StatementPosterior(behaviours=(behaviour(READ, 0.4), behaviour(itself, 0.3)), none=0.3)
    assert (itself,) not in offered(found)


def test_an_order_turned_round_is_offered_only_where_the_words_allow_both() -> None:
    order = "(sometime-before (at sct_ast_0 wpt_b_0) (at deb_ast_0 wpt_a_0))"
    turned = "(sometime-before (at deb_ast_0 wpt_a_0) (at sct_ast_0 wpt_b_0))"
    for share, both in ((0.3, True), (0.1, False)):
        found = StatementPosterior(behaviours=(behaviour(order, 0.4), behaviour(turned, share)), none=0.3)
        assert ((turned,) in offered(found)) is both
