"""Which readings of a statement are weighed at all."""

from __future__ import annotations

import pytest
from tests.support.sayings import GUESSED, MEANT, READ, reading, waterway

from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.presets import PRESETS
from plancritic.coordinator.understanding.candidates import candidates_of, tries_guesses

STATEMENT = StatementReadings(
    statement="s1", readings=(reading(READ, 0.9), reading(MEANT, 0.5)), guesses=(reading(GUESSED, 0.1, "guess"),)
)


def test_readings_come_first_and_guesses_after_them() -> None:
    assert [each.constraints[0] for each in candidates_of(STATEMENT)] == [READ, MEANT, GUESSED]
    assert [each.constraints[0] for each in candidates_of(STATEMENT, guesses=False)] == [READ, MEANT]


def test_of_each_meaning_there_is_one_and_a_reading_goes_before_a_guess() -> None:
    same = reading(f"(at end (not (not {READ.removeprefix('(at end ').removesuffix(')')})))", 0.3, "guess")
    found = candidates_of(STATEMENT.model_copy(update={"guesses": (same,)}))
    assert [(each.constraints[0], each.kind) for each in found] == [(READ, "reading"), (MEANT, "reading")]


def test_what_asks_for_nothing_is_no_candidate_unless_nothing_else_is() -> None:
    home = reading("(within 12 (at sct_ast_0 wpt_ini))", 0.9)
    towed = reading("(sometime (on shp_sal_ast_0 n_deb_a_0_end))", 0.8)
    said = StatementReadings(statement="s1", readings=(home, towed, reading(READ, 0.1)))
    assert [each.constraints for each in candidates_of(said, problem=waterway())] == [(READ,)]
    only = said.model_copy(update={"readings": (home, towed)})
    assert len(candidates_of(only, problem=waterway())) == 2


def test_a_thing_before_itself_is_no_candidate_even_alone() -> None:
    itself = reading("(sometime-before (at sct_ast_0 wpt_a_0) (at sct_ast_0 wpt_a_0))", 0.9)
    said = StatementReadings(statement="s1", readings=(itself, reading(READ, 0.1)))
    assert [each.constraints for each in candidates_of(said, problem=waterway())] == [(READ,)]
    assert candidates_of(said.model_copy(update={"readings": (itself,)}), problem=waterway()) == ()


@pytest.mark.parametrize(
    ("said", "preset", "tried"),
    [
        (None, "ours", True),
        (None, "paper", False),
        (None, "code", False),
        (False, "ours", False),
        (True, "paper", True),
    ],
)
def test_guesses_are_candidates_as_the_run_says_else_as_its_preset_does(
    said: bool | None, preset: str, tried: bool
) -> None:
    assert tries_guesses(SearchSettings(guesses=said), PRESETS[preset]) is tried
