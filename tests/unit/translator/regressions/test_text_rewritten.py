"""A function that prepares a text for reading makes of it exactly the text of the line."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.regressions import Regression, regressions

from plancritic.mentions.text import plain
from plancritic.translator.sentences.asides import without_asides
from plancritic.translator.sentences.beginnings import counted_from_start
from plancritic.translator.sentences.politeness import plainly_asked
from plancritic.translator.sentences.speech import requested
from plancritic.translator.sentences.spelled import spelled_names

FUNCTIONS = {
    "counted_from_start": counted_from_start,
    "plain": plain,
    "plainly_asked": plainly_asked,
    "requested": requested,
    "spelled_names": spelled_names,
    "without_asides": without_asides,
}


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text and what a function makes of it; `stays`: the result is left as it is when it is rewritten again."""

    function: str
    becomes: str
    stays: bool = False


@pytest.mark.parametrize("case", regressions("text-rewritten.jsonl", Case))
def test_the_text_is_rewritten(case: Case) -> None:
    rewritten = FUNCTIONS[case.function]
    assert rewritten(case.text) == case.becomes, case.why
    assert not case.stays or rewritten(case.becomes) == case.becomes, case.why
