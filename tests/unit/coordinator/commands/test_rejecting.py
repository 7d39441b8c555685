"""Whoever says no to what was read last has it read otherwise."""

from __future__ import annotations

import pytest
from tests.support.builders import statement
from tests.support.revisions import entry, revision

from plancritic.coordinator.commands.rejecting import rejected
from plancritic.coordinator.commands.session_commands import AmbiguousTarget
from plancritic.coordinator.understanding.questions import Effect

NO = statement("you misunderstood me", "new")
LAST = entry("The tug ends at the dock.", "s2", turn=2)


def test_the_statement_of_the_last_turn_is_rejected_though_its_reading_was_clear() -> None:
    found = rejected(NO, revision(entry("A first."), LAST, number=2), None)
    assert found is not None
    assert [(each.statement, each.other) for each in found.rejected] == [("s2", False)]


def test_the_other_reading_may_be_asked_for() -> None:
    found = rejected(statement("no, the other reading", "new"), revision(LAST, number=2), None)
    assert found is not None and found.rejected[0].other


def test_of_several_statements_one_has_to_be_named() -> None:
    head = revision(entry("A first.", turn=2), LAST, number=2)
    with pytest.raises(AmbiguousTarget):
        rejected(NO, head, None)
    found = rejected(NO, head, Effect(does="target", statement="s1"))
    assert found is not None and found.rejected[0].statement == "s1"


def test_there_is_nothing_to_reject_after_an_undo_or_an_acceptance() -> None:
    assert rejected(NO, revision(LAST, number=3), None) is None
    assert rejected(NO, revision(LAST, number=2, restores="1-0"), None) is None
    assert rejected(NO, revision(LAST, number=2, accepted=True), None) is None
