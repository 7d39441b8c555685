"""The check for characters, numbers and twists that cannot be read finds something in a text, or nothing."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.regressions import Regression, regressions

from plancritic.mentions.text import unread_text
from plancritic.translator.refusals.twists import twisted

FUNCTIONS = {"twisted": twisted, "unread_text": unread_text}


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text, whether a function refuses it, and words of the reason."""

    function: str
    refused: bool
    reason: str = ""


@pytest.mark.parametrize("case", regressions("text-checked.jsonl", Case))
def test_the_text_is_refused_or_not(case: Case) -> None:
    reason = FUNCTIONS[case.function](case.text)
    assert (reason is not None) is case.refused, case.why
    assert case.reason in (reason or ""), case.why
