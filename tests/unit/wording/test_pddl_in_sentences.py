"""PDDL within sentences of judges and proofs."""

import pytest

from plancritic.wording import Lexicon, sentence_in_words


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (
            "(at sct_ast_0 wpt_a_0) and (not (at sct_ast_0 wpt_ini)) cannot be true together (as proved)",
            '"the scout is at waypoint A" and "the scout is not at the start" cannot be true together (as proved)',
        ),
        (
            "(always (not (at sct_ast_0 wpt_a_0))) cannot be met: it comes (after (at sct_ast_0 wpt_a_0)",
            '"The scout never visits waypoint A" cannot be met: it comes (after "the scout is at waypoint A"',
        ),
        (
            "what (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) does",
            'what "the scout moves from the start to waypoint A" does',
        ),
        ("(no_such_thing wpt_ini) and () and (", "(no_such_thing wpt_ini) and () and ("),
        ("nothing of the kind", "nothing of the kind"),
    ],
)
def test_pddl_is_replaced_by_words_in_quotation_marks(sentence: str, words: str, waterway: Lexicon) -> None:
    assert sentence_in_words(sentence, waterway) == words


def test_without_words_pddl_stays(waterway: Lexicon) -> None:
    sentence = "(at sct_ast_0 wpt_a_0) can never be true"
    assert sentence_in_words(sentence, None) == sentence
    plain = Lexicon.without_context(waterway.bundle.domain_pddl, waterway.bundle.problem("1"))
    assert sentence_in_words(sentence, plain) == sentence
