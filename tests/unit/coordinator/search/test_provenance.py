from tests.support.builders import constraint

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.coordinator.search.provenance import mark_evolved

FIRST, SECOND = "(sometime (at sct_ast_0 wpt_b_0))", "(at end (at sct_ast_0 wpt_b_0))"
GUESSED = "(sometime (at sct_ast_0 wpt_a_0))"
TRANSLATED = (
    StatementReadings(
        statement="s1",
        readings=tuple(Reading(mid_level_goal="B.", constraints=(each,), score=0.5) for each in (FIRST, SECOND)),
    ),
    StatementReadings(
        statement="s2",
        reason="not understood",
        guesses=tuple(Reading(mid_level_goal="A.", constraints=(each,), score=0.1) for each in (GUESSED,)),
    ),
)


def evolved(text: str, *statements: str) -> bool:
    (traced,) = mark_evolved((constraint(text, *statements),), TRANSLATED)
    assert traced.statements == statements
    return traced.evolved


def test_what_any_reading_of_its_statement_has_was_read_and_not_evolved() -> None:
    assert not evolved(FIRST, "s1")
    assert not evolved(SECOND, "s1")


def test_what_mutation_made_of_a_reading_is_evolved_though_it_keeps_the_statement_it_came_from() -> None:
    assert evolved("(always (at sct_ast_0 wpt_b_0))", "s1")


def test_a_constraint_without_a_statement_and_one_of_another_s_reading_are_evolved() -> None:
    assert evolved(FIRST)
    assert evolved(FIRST, "s2")
    assert not evolved(FIRST, "s2", "s1")


def test_a_guess_that_was_not_taken_for_a_reading_is_evolved_where_mutation_happens_on_it() -> None:
    assert evolved(GUESSED, "s2")
