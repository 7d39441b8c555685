"""Whether a text takes back the last turn, or releases something from a demand."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.regressions import Regression, regressions

from plancritic.coordinator.commands.releases import releases
from plancritic.coordinator.commands.undoing import takes_back_last_turn
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

#: The two vans of haulage 2.
NAMES = NamedObjects(Lexicon(load_domain("haulage"), "2"))
FUNCTIONS = {"releases": lambda text: releases(text, NAMES), "takes_back_last_turn": takes_back_last_turn}


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text and the answer of a function that judges it."""

    function: str
    answer: bool


@pytest.mark.parametrize("case", regressions("session-text-judged.jsonl", Case))
def test_the_text_is_judged(case: Case) -> None:
    assert bool(FUNCTIONS[case.function](case.text)) is case.answer, case.why
