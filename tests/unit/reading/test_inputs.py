"""What a reader's networks are given of a text: its times, its verbs, and how its words are related to the problem."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.scorer_model import HashEncoder

from plancritic.adherence.mentions import MentionFinder
from plancritic.domains import load_domain
from plancritic.reading.inputs import ProblemInput, text_arrays
from plancritic.reading.relations import RELATIONS, Relation
from plancritic.reading.said import said_times, stem
from plancritic.reading.vocabulary import TIMES
from plancritic.wording import Lexicon

_HAULAGE = Lexicon(load_domain("haulage"), "1")


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("within half an hour, not before minute 5", [30.0, 5.0]),
        ("by step twelve at the latest", [12.0]),
        ("from one to three", [1.0, 3.0]),
        ("at the twenty-fifth", [25.0]),
        ("Driver 2 takes van 1 to the mill", []),
        ("one of them has to go", []),
        ("from the fifth minute on for 30 minutes", [5.0, 30.0]),
        (f"within {'9' * 400} minutes, or within 30", [30.0]),
    ],
)
def test_times_are_numbers_of_no_name(text: str, amounts: list[float]) -> None:
    found = MentionFinder(_HAULAGE).find(text)
    assert [time.amount for time in said_times(text, found, _HAULAGE.time)] == amounts


@pytest.mark.parametrize(
    "forms",
    [
        ("deliver", "delivers", "delivered", "delivering"),
        ("stop", "stops", "stopped", "stopping"),
        ("carry", "carries", "carried", "carrying"),
        ("drive", "drives", "drove", "driven", "driving"),
        ("go", "goes", "went", "gone", "going"),
    ],
)
def test_all_forms_of_a_verb_have_one_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(each) for each in forms}) == 1


def test_words_are_related_to_what_they_name() -> None:
    problem = ProblemInput(_HAULAGE, HashEncoder())
    (text,) = problem.read(["Parcel 2 is delivered to the mill within 30 minutes."])
    words, length = problem.vocabulary, len(text.tokens)
    assert text.times == (30.0,)
    for name in ("parcel2", "mill"):
        item = length + words.first_object + words.row[name]
        related = np.flatnonzero(text.relations[:length, item] == Relation.NAMED)
        assert len(related) > 0
        assert (text.relations[item, related] == Relation.NAMED + RELATIONS).all()
        assert text.marks[item, 0] == 1.0
    lies = length + words.predicate_row["lies"]
    assert Relation.TOLD in text.relations[:length, lies]
    unnamed = length + words.first_object + words.row["school"]
    assert not text.relations[:length, unnamed].any()
    assert words.row["parcel2"] in text.mentioned.places


def test_texts_of_several_problems_are_padded_to_one_table() -> None:
    haulage = ProblemInput(_HAULAGE, HashEncoder())
    waterway = ProblemInput(Lexicon(load_domain("waterway"), "1"), HashEncoder())
    (short,), (long,) = haulage.read(["Not now."]), waterway.read(["The scout never goes to A before hour 5, please."])
    arrays = text_arrays([(haulage, short), (waterway, long)])
    rows = arrays["present"].shape[1]
    assert arrays["relations"].shape == (2, rows, rows)
    assert arrays["tokens"].shape[1] + arrays["called"].shape[1] == rows
    for number, (problem, text) in enumerate(((haulage, short), (waterway, long))):
        unsaid = TIMES - len(text.times)
        assert arrays["present"][number].sum() == len(text.tokens) + problem.vocabulary.count - unsaid
