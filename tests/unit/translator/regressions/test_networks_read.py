"""With the networks that ship the translator has the meaning of the line: what the grammar was once needed for."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.regressions import Regression, regressions, shown_plan

from plancritic.contracts.translation import Statement
from plancritic.domains import load_domain
from plancritic.embedding import CachedEncoder
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.reading.model import Reader
from plancritic.reading.own import Readers
from plancritic.reading.shipped import shipped_reader
from plancritic.translator.translation import Translator


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text with the constraints that it means, and the plan that is shown with it."""

    domain: str
    problem: str = "1"
    plan: str | None = None
    constraints: list[str]


@pytest.fixture(scope="module")
def translator(real_encoder: CachedEncoder) -> Translator:
    folder = shipped_reader()
    assert folder is not None
    return Translator(readers=Readers(Reader(folder, real_encoder, 1)))


@pytest.mark.parametrize("case", regressions("networks-read.jsonl", Case))
async def test_the_meaning_is_among_the_candidates(case: Case, translator: Translator) -> None:
    said = Statement(id="s1", text=case.text)
    bundle = load_domain(case.domain)
    _, (found,) = await translator.translate(bundle, case.problem, [said], shown_plan(case.plan))
    meanings = [canonical_key(map(parse_constraint, each.constraints)) for each in (*found.readings, *found.guesses)]
    assert canonical_key(map(parse_constraint, case.constraints)) in meanings, case.why
