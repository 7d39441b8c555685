"""When a run asks, which statements it asks about, and what the choices come to."""

from __future__ import annotations

import pytest
from tests.support.revisions import entry
from tests.support.sayings import MEANT, NEVER, READ, plan_for, reading

from plancritic.contracts.questions import MOST_CHOICES
from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.sessions.frozen import frozen_posterior
from plancritic.coordinator.understanding.posteriors import Posteriors
from plancritic.coordinator.understanding.questions import (
    MOST_QUESTIONS,
    choices_of,
    is_settled,
    open_places,
    question_about,
)
from plancritic.domains import load_domain
from plancritic.pddl.language import parse_plan
from plancritic.posterior import Behaviour, PosteriorModel, StatementPosterior
from plancritic.wording import Lexicon

LEXICON = Lexicon(load_domain("waterway"), "1")
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
    assert open_places(Posteriors((alike, alike, tie, alike), True, PLANS)) == (2, 0)
    assert MOST_QUESTIONS == 2


def test_of_what_is_in_force_nothing_is_asked_however_unlikely_its_reading_was() -> None:
    kept = entry("Go there.", score=0.3, constraints=(READ,))
    frozen = frozen_posterior(kept, StatementReadings(statement="s1", readings=(reading(READ, 0.3),)))
    assert not is_settled(frozen, MODEL)
    doubtful = posterior(0.4, 0.4, none=0.2)
    assert open_places(Posteriors((frozen, frozen, doubtful), True, PLANS), first=2) == (2,)


def test_of_what_no_candidate_was_found_for_nothing_is_asked() -> None:
    assert open_places(Posteriors((StatementPosterior(),), True, PLANS)) == ()


def test_a_choice_tells_what_the_plan_comes_to_by_itself() -> None:
    found = StatementPosterior(
        behaviours=(
            behaviour(READ, 0.3, True, True, False),
            behaviour(MEANT, 0.3, False, False, True),
            behaviour(NEVER, 0.2, impossible=True),
            behaviour("(sometime (at sct_ast_0 wpt_ini))", 0.1),
            behaviour("(always (at sct_ast_0 wpt_ini))", 0.001),
        ),
        none=0.099,
    )
    posteriors = Posteriors((found,), True, PLANS)
    question = question_about(posteriors, 0, "q")
    assert question.choices == 4 <= MOST_CHOICES, "what is hardly likely is not offered"
    choices = choices_of(posteriors, question, LEXICON)
    assert [each.number for each in choices] == [1, 2, 3, 4]
    assert choices[0].consequence == "the plan shown does it already"
    longer = parse_plan(PLANS[2])
    assert (choices[1].steps, choices[1].end) == (len(longer.steps), round(longer.makespan, 3))
    assert choices[1].consequence.startswith("by itself ")
    assert choices[2].consequence == "no plan does it (proved)"
    assert choices[3].consequence == "no plan for it was found yet"
