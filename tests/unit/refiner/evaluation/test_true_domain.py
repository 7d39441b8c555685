"""Answers by the true domain."""

from __future__ import annotations

import asyncio

from tests.support.refining import BLOCKS, PLAN, PROBLEM, TWICE

from plancritic.refiner.evaluation.true_domain import TrueDomainAnswers
from plancritic.refiner.questions.question import Question


def answer(question: Question) -> int | None:
    return asyncio.run(TrueDomainAnswers(BLOCKS.text, [PROBLEM]).answer(question))


def test_the_true_domain_says_how_many_steps_can_be_taken() -> None:
    assert answer(Question(0, PLAN, "")) == 2
    assert answer(Question(0, TWICE, "")) == 1
    assert answer(Question(0, (PLAN[1], PLAN[0]), "")) == 0
    assert answer(Question(0, (("fly", "b"),), "")) == 0
