"""A sentence that the program prints means what it was printed for, whoever reads it."""

from __future__ import annotations

import pytest

from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.embedding import CachedEncoder
from plancritic.pddl.language import parse_constraint
from plancritic.reading.model import Reader
from plancritic.reading.own import Readers
from plancritic.reading.shipped import shipped_reader
from plancritic.translator.candidates.printed import PrintedSentences
from plancritic.translator.translation import Translator
from plancritic.wording import Lexicon, constraints_sentence

WORDS = Lexicon(load_domain("haulage"), "1")
AT_END, NEVER = "(at end (at van1 depot))", "(always (not (at van1 mill)))"
EXAMPLE = WORDS.context.examples[0]


def read(*constraints: str, unread: tuple[str, ...] = ()) -> StatementReadings:
    return StatementReadings(
        statement="s1",
        readings=tuple(
            Reading(mid_level_goal=each, constraints=(each,), score=0.5, unread=unread) for each in constraints[:1]
        ),
        guesses=tuple(
            Reading(mid_level_goal=each, constraints=(each,), score=0.1, kind="guess") for each in constraints[1:]
        ),
    )


def printed(text: str, found: StatementReadings, words: Lexicon = WORDS) -> list[str]:
    marked = PrintedSentences(words).marked(text, found)
    return [each.constraints[0] for each in (*marked.readings, *marked.guesses) if each.printed]


def test_our_words_for_a_constraint_mean_it_however_they_are_typed() -> None:
    sentence = constraints_sentence([parse_constraint(NEVER)], WORDS)
    assert printed(sentence, read(AT_END, NEVER)) == [NEVER]
    assert printed("  ".join(sentence.upper().rstrip(".").split()), read(AT_END, NEVER)) == [NEVER]


def test_a_worked_example_means_what_the_domain_says_and_is_read_whole() -> None:
    assert EXAMPLE.constraints == (AT_END,)
    marked = PrintedSentences(WORDS).marked(EXAMPLE.statement, read(AT_END, unread=("when it is over",)))
    assert marked.readings[0].printed and marked.readings[0].unread == ()
    assert printed(EXAMPLE.statement, read(NEVER, AT_END)) == [AT_END]


def test_other_words_are_marked_for_nothing() -> None:
    assert printed("Keep the van out of the mill.", read(NEVER)) == []
    assert printed(EXAMPLE.statement + " And off the motorway.", read(AT_END)) == []


@pytest.mark.parametrize(
    "constraint",
    [
        "(sometime-after (at van1 school) (not (at van1 school)))",
        "(always-within 3 (at van1 school) (not (at van1 school)))",
        "(sometime-after (at van1 school) (not (at van1 mill)))",
    ],
)
async def test_what_is_to_hold_at_one_moment_is_read_as_it_is_printed(
    constraint: str, real_encoder: CachedEncoder
) -> None:
    sentence = constraints_sentence([parse_constraint(constraint)], WORDS)
    assert "there is a moment" in sentence
    folder = shipped_reader()
    assert folder is not None
    translator = Translator(readers=Readers(Reader(folder, real_encoder, 1)))
    _, (found,) = await translator.translate(WORDS.bundle, "1", [Statement(id="s1", text=sentence)])
    assert [each.constraints for each in (*found.readings, *found.guesses) if each.printed] == [(constraint,)]


def test_an_example_that_was_not_read_marks_nothing_else() -> None:
    assert printed(EXAMPLE.statement, read(NEVER)) == []


@pytest.mark.parametrize(("first", "second", "expected"), [(AT_END, NEVER, [AT_END]), (NEVER, AT_END, [])])
def test_an_example_of_another_problem_counts_only_where_it_is_read_so_first(
    first: str, second: str, expected: list[str]
) -> None:
    assert printed(EXAMPLE.statement, read(first, second), Lexicon(load_domain("haulage"), "2")) == expected
