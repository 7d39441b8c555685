"""Constraints are put into exactly the words of the line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest
from tests.support.regressions import Regression, regressions

from plancritic.domains import load_domain
from plancritic.pddl.language import parse_constraint
from plancritic.wording import Lexicon, constraint_sentence, constraints_sentence


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """Constraints, and as `text` the words for them."""

    domain: str
    constraints: list[str]


@cache
def lexicon(domain: str) -> Lexicon:
    return Lexicon(load_domain(domain), "1")


@pytest.mark.parametrize("case", regressions("said-as.jsonl", Case))
def test_the_constraints_are_said_in_these_words(case: Case) -> None:
    constraints = [parse_constraint(each) for each in case.constraints]
    words = lexicon(case.domain)
    said = (
        constraints_sentence(constraints, words) if len(constraints) > 1 else constraint_sentence(*constraints, words)
    )
    assert said == case.text, case.why
