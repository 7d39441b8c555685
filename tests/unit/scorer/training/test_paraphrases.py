import random
import re

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.constraints import ConstraintType, parse_constraint
from plancritic.scorer.training.paraphrases import Paraphraser
from plancritic.scorer.training.phrases import Phrases
from plancritic.scorer.training.questions import Quantified, Question, QuestionSource
from plancritic.wording import Lexicon


def texts(lexicon: Lexicon, question: Question, count: int = 60) -> set[str]:
    paraphraser = Paraphraser(lexicon, random.Random(1))
    return {paraphraser.text(question) for _ in range(count)}


@pytest.mark.parametrize("domain", ["waterway", "satellite"])
def test_every_question_has_words_without_gaps(domain: str) -> None:
    lexicon = Lexicon(load_domain(domain), "1")
    generator = random.Random(3)
    source = QuestionSource(lexicon, "1", generator, 10.0)
    paraphraser = Paraphraser(lexicon, generator)

    for question in [*source.given(), *(source.draw() for _ in range(300))]:
        text = paraphraser.text(question)
        assert text.strip() == text and len(text) > 5
        assert not re.search(r"[{}]|  |\bthe the\b", text), text


@pytest.mark.parametrize("kind", list(ConstraintType))
def test_a_constraint_of_any_type_is_said_in_many_ways(lexicon: Lexicon, kind: ConstraintType) -> None:
    bounds = {"within": "4 ", "always-within": "4 ", "hold-during": "2 5 ", "hold-after": "3 "}.get(kind.value, "")
    second = " (at deb_ast_0 wpt_b_0)" if kind.value in ("sometime-after", "sometime-before", "always-within") else ""
    question = Question((parse_constraint(f"({kind.value} {bounds}(at sct_ast_0 wpt_a_0){second})"),))

    assert len(texts(lexicon, question)) > 20


def test_the_objects_asked_about_are_always_named(lexicon: Lexicon) -> None:
    question = Question((parse_constraint("(always (not (at sct_ast_0 wpt_a_0)))"),))
    place = re.compile(r"\b(A0?|a0?|alpha|wpt_a_0)\b", re.IGNORECASE)

    for text in texts(lexicon, question):
        assert place.search(text), text
        assert re.search(r"scout|recon|survey|pathfinder|sct_ast_0", text, re.IGNORECASE), text


def test_the_same_state_of_the_generator_gives_the_same_text(lexicon: Lexicon) -> None:
    question = Question((parse_constraint("(at end (at deb_ast_0 wpt_b_0))"),))

    assert texts(lexicon, question) == texts(lexicon, question)


def test_a_group_but_one_is_said_with_its_exception(lexicon: Lexicon) -> None:
    constraints = tuple(
        parse_constraint(f"(sometime-before (not (at {boat} wpt_ini)) (is_underwater_debris_visible wpt_end))")
        for boat in ("deb_ast_0", "shp_sal_ast_0")
    )
    question = Question(constraints, quantified=Quantified("asset", 0, ("sct_ast_0",)))

    for text in texts(lexicon, question):
        assert re.search(r"scout|recon|survey|pathfinder|sct_ast_0|debris", text, re.IGNORECASE), text


def test_sentence_patterns_held_back_come_up_only_when_asked_for(lexicon: Lexicon) -> None:
    phrases = Phrases(lexicon, random.Random(2))
    patterns = ["a", "b", "c", "a", "d", "e"]

    assert {phrases.pattern(patterns, held_back=False) for _ in range(50)} == {"a", "b", "d", "e"}
    assert {phrases.pattern(patterns, held_back=True) for _ in range(50)} == {"c"}
    assert {phrases.pattern(["a", "b"], held_back=True) for _ in range(50)} == {"a", "b"}


def test_what_is_done_to_things_and_what_is_left_undone_never_read_alike(lexicon: Lexicon) -> None:
    given = QuestionSource(lexicon, "1", random.Random(1), 10.0).given()
    said = {
        question.deed.types: texts(lexicon, question, 200)
        for question in given
        if question.deed is not None and len(question.deed.types) == 1
    }

    removed, kept = said[(("underwater_debris", True),)], said[(("underwater_debris", False),)]
    assert len(removed) > 100 < len(kept)
    assert not removed & kept


def test_an_order_puts_its_object_where_it_belongs(lexicon: Lexicon) -> None:
    question = Question((parse_constraint("(at end (is_location_unrestricted wpt_b_0))"),))

    orders = {
        text for text in texts(lexicon, question, 400) if re.match(r"(open|take|grant|get)\b", text, re.IGNORECASE)
    }

    assert orders
    for text in orders:
        assert not re.search(r"\b(up|list|approval|access|traffic) (waypoint|point|B)\b", text), text
