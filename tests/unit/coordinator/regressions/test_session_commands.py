"""What is said in a session after other statements: a command, a correction, or a statement like any other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest
from tests.support.builders import statement
from tests.support.regressions import Regression, regressions
from tests.support.revisions import entry, revision

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.sessions.acts import Asked
from plancritic.coordinator.turns.spoken import Spoken, spoken
from plancritic.domains import load_domain
from plancritic.wording import Lexicon


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text, and what was said `before` it, each in a turn of its own.

    It is `taken_as` a statement or a question and nothing else; or the other fields tell what it does, and what the
    line leaves out is not checked.
    """

    one_of = ("taken_as", "statements", "drop", "undo", "accept")

    domain: str
    before: list[str]
    taken_as: str | None = None
    statements: list[str] | None = None
    drop: list[str] | None = None
    undo: bool | None = None
    accept: bool | None = None
    quoted: bool = False


@cache
def names(domain: str) -> NamedObjects:
    return NamedObjects(Lexicon(load_domain(domain), "1"))


@pytest.mark.parametrize("case", regressions("session-commands.jsonl", Case))
def test_a_text_in_a_session_is_taken_for_what_it_is(case: Case) -> None:
    entries = [entry(text, f"s{turn}", turn=turn) for turn, text in enumerate(case.before, start=1)]
    found = spoken((statement(case.text),), revision(*entries), names(case.domain))
    if case.taken_as is not None:
        alone = {
            "statement": Spoken((statement(case.text),)),
            "question": Spoken((), asked=(Asked(text=case.text, act="question"),)),
        }
        assert found == alone[case.taken_as], case.why
    assert case.statements in (None, [each.text for each in found.statements]), case.why
    assert case.drop in (None, list(found.drop)), case.why
    assert case.undo in (None, found.undo), case.why
    assert case.accept in (None, found.accept), case.why
    assert not case.quoted or repr(case.text) in found.taken_as[0], case.why
