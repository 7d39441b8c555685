"""The lists of words that turns are understood by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plancritic.coordinator.mentions import vocabulary as shipped
from plancritic.coordinator.mentions.vocabulary import concept_of_words, vocabulary
from plancritic.coordinator.turns.questions.words import stems_in
from plancritic.domains.errors import DomainFolderError


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = tmp_path / "vocabulary.yaml"
    copy.write_text(shipped._FILE.read_text())
    monkeypatch.setattr(shipped, "_FILE", copy)
    vocabulary.cache_clear()
    return copy


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Nothing that one test read is kept for another."""
    yield
    for each in (vocabulary, concept_of_words):
        each.cache_clear()


def test_no_word_stands_for_two_concepts() -> None:
    words = vocabulary()

    assert len(concept_of_words()) == sum(map(len, words.concepts.values()))
    assert {concept_of_words()[each] for each in ("before", "until", "never")} == {"<order>", "<time>", "<never>"}


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("When has the parcel left the depot?", {"parcel", "leav", "depot"}),
        ("why was it taken so late", {"tak"}),
        ("which boats went to B", {"boat", "go", "b"}),
    ],
)
def test_what_a_question_says_is_what_is_left_without_the_words_of_questions(text: str, stems: set[str]) -> None:
    assert stems_in(text) == stems


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("of_choices: [use,", "of_choices: [yes,", "of_choices.0: Input should be a valid string"),
        ("of_choices: [use,", "of_choices: [Use it,", "of_choices.0: String should match pattern"),
        ("of_choices: [use,", "of_choice: [use,", "of_choices: Field required"),
        ("of_choices: [use,", "light_verbs: [use,", "the key 'light_verbs' stands twice"),
        ("of_choices: [use,", "of_choices: [[use,", "not YAML"),
    ],
)
def test_a_wrong_list_is_refused_with_file_and_line(file: Path, old: str, new: str, said: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))

    with pytest.raises(DomainFolderError) as caught:
        vocabulary()

    assert caught.value.file == file
    assert said in caught.value.fault
    # What is missing stands in no line.
    assert (caught.value.line is None) is said.endswith("Field required")
    assert caught.value.remedy
