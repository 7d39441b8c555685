"""What a text asks about a plan, or that it asks nothing; what the plan answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest
from tests.support.regressions import Regression, plan_text, regressions

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.turns.questions.asking import asks_about_plan, declarative, kind_of
from plancritic.coordinator.turns.questions.telling import Asked, answer_of
from plancritic.domains import load_domain
from plancritic.pddl.execution import execute
from plancritic.pddl.language import parse_plan
from plancritic.wording import Lexicon


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text and what is said of it as a question; what the line leaves out is not checked.

    `answer`: words of the answer by the plan that is shown.
    """

    one_of = ("kind", "about_plan", "as_request", "answer")

    domain: str
    problem: str
    plan: str | None = None
    kind: str | None = None
    about_plan: bool | None = None
    as_request: str | None = None
    answer: str | None = None


@cache
def lexicon(domain: str, problem: str) -> Lexicon:
    return Lexicon(load_domain(domain), problem)


def answer(case: Case) -> str:
    words, kind = lexicon(case.domain, case.problem), kind_of(case.text)
    assert kind is not None and case.plan is not None, case.why
    execution = execute(words.problem, parse_plan(plan_text(case.plan)))
    return " ".join(answer_of(Asked(case.text, kind, execution, NamedObjects(words), words)))


@pytest.mark.parametrize("case", regressions("questions.jsonl", Case))
def test_a_question_is_understood(case: Case) -> None:
    names = NamedObjects(lexicon(case.domain, case.problem))
    assert case.kind in (None, kind_of(case.text)), case.why
    assert case.about_plan in (None, bool(asks_about_plan(case.text, names))), case.why
    assert case.as_request in (None, declarative(case.text, names)), case.why
    assert case.answer is None or case.answer in answer(case), case.why
