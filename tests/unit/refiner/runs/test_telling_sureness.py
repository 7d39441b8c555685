"""How sure a domain is, in words: nothing is claimed of one that refuses what is known to work."""

from __future__ import annotations

import numpy as np
from tests.support.refining import BLOCKS, PLAN

from plancritic.refiner.equivalence.executor import GoalUnmet
from plancritic.refiner.feedback.messages import PlanFeedback
from plancritic.refiner.pipelines.outcome import GivenAnswer, Refinement
from plancritic.refiner.questions.certainty import Certainty, DoubtedAnswer, Field
from plancritic.refiner.runs.telling_sureness import doubted_answers_of, sureness_of

SURE = Certainty(0.99, (), (), 7)


def test_a_domain_that_refuses_a_known_plan_is_told_to_be_wrong_and_not_sure() -> None:
    refused = PlanFeedback(0, PLAN, GoalUnmet(("(on a b)",)))
    found = sureness_of(Refinement(BLOCKS.text, (refused,), (), certainty=SURE), BLOCKS.description)
    assert found is not None
    assert found.probability == 0
    assert "the domain refuses a plan that is known to work" in found.text
    assert "Check whether it works." in found.text
    clean = sureness_of(Refinement(BLOCKS.text, (), (), certainty=SURE), BLOCKS.description)
    assert clean is not None
    assert clean.probability == 0.99


def test_an_answer_that_all_domains_contradict_is_wrong_with_a_probability_of_one_at_most() -> None:
    weights = np.array([0.1] * 10)
    field = Field(models=[()] * 10, weights=weights, sayings=np.zeros((10, 1), np.int8))
    assert field.probability <= 1.0
    answer = GivenAnswer(0, PLAN[:1], is_possible=True)
    doubted = Certainty(0.5, (), (DoubtedAnswer(0, 1.0, is_followed=False),), 1)
    (told,) = doubted_answers_of(Refinement(BLOCKS.text, (), (), certainty=doubted, answers=(answer,)))
    assert told.probability == 1.0
    assert "was not followed" in told.text
