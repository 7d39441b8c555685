"""Answers by the true domain."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.refining import BLOCKS, PLAN, PROBLEM, TWICE

from plancritic.laboratory.refinement.evaluation.true_domain import TrueDomainAnswers
from plancritic.refiner.questions.question import Question


def answer(question: Question) -> int | None:
    return asyncio.run(TrueDomainAnswers(BLOCKS.text, [PROBLEM]).answer(question))


def test_one_answer_in_so_many_is_wrong_at_a_place_that_the_seed_draws() -> None:
    question = Question(0, PLAN, "")

    def places(seed: int) -> list[int]:
        answers = TrueDomainAnswers(BLOCKS.text, [PROBLEM], one_wrong_in=5, seed=seed)
        said = [asyncio.run(answers.answer(question)) for _ in range(20)]
        assert set(said) == {1, 2}, "wrong is that the last step cannot be taken"
        return [place for place, each in enumerate(said) if each == 1]

    found = places(3)
    assert [each // 5 for each in found] == [0, 1, 2, 3]
    assert places(3) == found
    assert len({tuple(places(seed)) for seed in range(5)}) > 1
    refused = TrueDomainAnswers(BLOCKS.text, [PROBLEM], one_wrong_in=1)
    assert asyncio.run(refused.answer(Question(0, TWICE, ""))) == len(TWICE)
    with pytest.raises(ValueError, match="not one in 0"):
        TrueDomainAnswers(BLOCKS.text, [PROBLEM], one_wrong_in=0)


def test_one_answer_alone_is_wrong_at_one_of_some_places() -> None:
    question = Question(0, PLAN, "")

    def wrong(places: range, seed: int) -> list[int]:
        answers = TrueDomainAnswers(BLOCKS.text, [PROBLEM], seed=seed, wrong_among=places)
        said = [asyncio.run(answers.answer(question)) for _ in range(14)]
        found = [number for number, each in enumerate(said, 1) if each == 1]
        assert answers.wrong == len(found) == 1
        return found

    assert wrong(range(10, 11), seed=0) == [10]
    drawn = [wrong(range(1, 11), seed)[0] for seed in range(8)]
    assert len(set(drawn)) > 1 and max(drawn) <= 10
    assert drawn == [wrong(range(1, 11), seed)[0] for seed in range(8)]


def test_the_true_domain_says_how_many_steps_can_be_taken() -> None:
    assert answer(Question(0, PLAN, "")) == 2
    assert answer(Question(0, TWICE, "")) == 1
    assert answer(Question(0, (PLAN[1], PLAN[0]), "")) == 0
    assert answer(Question(0, (("fly", "b"),), "")) == 0
