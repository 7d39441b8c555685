"""The meaning of a predicate, as a description tells it, becomes exactly the sentences of the line."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from tests.support.regressions import Regression, regressions
from tests.unit.domains.phrases.test_forms import TYPES, forms

KNOWN_TYPES = {**TYPES, "bus": "a school bus"}


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A meaning, the predicate that it belongs to, and its sentences; what the line leaves out is not checked."""

    one_of = ("holds", "fails", "starts", "stops", "never", "ever")

    declared: str
    types: list[str] = field(default_factory=lambda: list(TYPES))
    holds: str | None = None
    fails: str | None = None
    starts: str | None = None
    stops: str | None = None
    never: str | None = None
    ever: str | None = None


@pytest.mark.parametrize("case", regressions("predicate-sentences.jsonl", Case))
def test_a_meaning_becomes_these_sentences(case: Case) -> None:
    said = forms(case.declared, case.text, {each: KNOWN_TYPES[each] for each in case.types})
    for name in case.one_of:
        wanted = getattr(case, name)
        assert wanted in (None, getattr(said, name)), case.why
