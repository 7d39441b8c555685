"""What a reader's networks are given of a text: its times, its verbs, and how its words are related to the problem."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from tests.support.scorer_model import HashEncoder

from plancritic.adherence.mentions import MentionFinder
from plancritic.domains import load_domain
from plancritic.reading.inputs import ProblemInput, TextInput, text_arrays
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


def test_things_are_related_by_the_facts_that_are_true_at_first_wanted_or_lasting() -> None:
    problem = ProblemInput(_HAULAGE, HashEncoder())
    (text,) = problem.read(["Hold the van."])
    related = _related(problem, text)
    assert related("van1", "depot") == Relation.AT_FIRST
    assert related("depot", "van1") == Relation.AT_FIRST + RELATIONS
    assert related("parcel1", "hospital") == Relation.WANTED
    assert {related("market", "school"), related("school", "market")} == {
        Relation.LASTING,
        Relation.LASTING + RELATIONS,
    }
    assert related("van1", "school") == Relation.NONE
    assert related("at", "van1") == Relation.FIRST_PLACE_AT_FIRST
    assert related("at", "depot") == Relation.SECOND_PLACE_AT_FIRST
    assert related("at", "hospital") == Relation.SECOND_PLACE
    assert related("aboard", "van1") == Relation.SECOND_PLACE


def test_where_things_have_changed_places_facts_hold_of_the_other_thing() -> None:
    problem = ProblemInput(_HAULAGE, HashEncoder())
    (text,) = problem.read(["Hold the van at the depot."])
    new = {"depot": "school", "school": "depot", "parcel1": "parcel2", "parcel2": "parcel1"}
    related = _related(problem, problem.with_places_exchanged(text, new))
    assert related("van1", "school") == Relation.AT_FIRST
    assert related("van1", "depot") == Relation.NONE
    assert related("parcel2", "hospital") == Relation.WANTED
    assert related("parcel1", "depot") == Relation.WANTED
    length = len(text.tokens)
    again = problem.with_places_exchanged(text, {})
    assert (again.relations == text.relations).all()
    assert (again.marks == text.marks).all()
    there = problem.with_places_exchanged(text, new)
    assert (there.relations[:length] == text.relations[:length]).all()


def _related(problem: ProblemInput, text: TextInput) -> Callable[[str, str], int]:
    """Return how two items of the problem, by name, are related."""
    words, length = problem.vocabulary, len(text.tokens)

    def row(name: str) -> int:
        if name in words.predicate_row:
            return length + words.predicate_row[name]
        return length + words.first_object + words.row[name]

    return lambda one, other: int(text.relations[row(one), row(other)])
