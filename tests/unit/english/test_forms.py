from __future__ import annotations

import pytest

from plancritic.english.forms import (
    base_form,
    gerund,
    is_participle,
    is_third_person,
    participle,
    plural,
    third_person,
)


@pytest.mark.parametrize(
    ("one", "many"),
    [("van", "vans"), ("lorry", "lorries"), ("box", "boxes"), ("debris asset", "debris assets"), ("bus", "buses"),
     ("day", "days"), ("shelf", "shelves")],
)  # fmt: skip
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(
    ("base", "third", "doing"),
    [("drive", "drives", "driving"), ("carry", "carries", "carrying"), ("push", "pushes", "pushing"),
     ("have", "has", "having"), ("put", "puts", "putting"), ("lie", "lies", "lying"), ("be", "is", "being")],
)  # fmt: skip
def test_forms_of_verbs(base: str, third: str, doing: str) -> None:
    assert third_person(base) == third
    assert gerund(base) == doing


@pytest.mark.parametrize("base", ["drive", "carry", "push", "have", "support", "go"])
def test_a_base_form_is_found_again(base: str) -> None:
    assert base_form(third_person(base)) == base


def test_words_are_told_by_their_endings() -> None:
    assert is_third_person("supports")
    assert not is_third_person("across")
    assert not is_third_person("bus")
    assert is_participle("connected")
    assert is_participle("broken")
    assert not is_participle("bed")


@pytest.mark.parametrize(
    ("verb", "doing", "done"),
    [("transit", "transitting", "transitted"), ("describe", "describing", "described"), ("take", "taking", "taken"),
     ("tie", "tying", "tied"), ("stop", "stopping", "stopped"), ("free", "freeing", "freed")],
)  # fmt: skip
def test_gerunds_and_participles(verb: str, doing: str, done: str) -> None:
    assert (gerund(verb), participle(verb)) == (doing, done)
