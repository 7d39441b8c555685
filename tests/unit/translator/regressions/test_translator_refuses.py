"""The translator has no reading, and says why."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.regressions import Regression, regressions, shown_plan
from tests.unit.translator.steps import read


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text without a reading, and words of the reason: none of them where any reason will do."""

    domain: str
    plan: str | None = None
    reason: list[str] | None = None
    reason_lacks: str | None = None
    no_guess: bool = False


@pytest.mark.parametrize("case", regressions("translator-refuses.jsonl", Case))
async def test_the_translator_has_no_reading(case: Case) -> None:
    found = await read(case.text, shown_plan(case.plan), case.domain)
    assert found.readings == (), case.why
    assert not (case.no_guess and found.guesses), case.why
    if case.reason is not None:
        assert found.reason, case.why
        assert all(words in found.reason for words in case.reason), case.why
    if case.reason_lacks is not None:
        assert case.reason_lacks not in (found.reason or ""), case.why
