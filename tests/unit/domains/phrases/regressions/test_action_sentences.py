"""What a description says of an action becomes exactly the sentence of the line."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.regressions import Regression, regressions
from tests.unit.domains.phrases.test_action_sentences import said


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """The words for an action, its name and parameters, and what is said of it; the gerund only where it is given."""

    action: str
    parameters: str
    sentence: str
    gerund: str | None = None


@pytest.mark.parametrize("case", regressions("action-sentences.jsonl", Case))
def test_the_words_for_an_action_become_this_sentence(case: Case) -> None:
    found = said({case.action: (case.parameters, case.text)})[case.action]
    assert found.sentence == case.sentence, case.why
    assert case.gerund in (None, found.gerund), case.why
