from __future__ import annotations

import pytest

from plancritic.domains.phrases.english import (
    base_form,
    gerund,
    is_participle,
    is_third_person,
    plural,
    third_person,
)
from plancritic.domains.phrases.identifiers import numbered, without_leading, words_of


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
    ("identifier", "words"),
    [
        ("is_location_not_blocked", ("is", "location", "not", "blocked")),
        ("GroundStation12", ("ground", "station", "12")),
        ("drive-truck", ("drive", "truck")),
        ("at", ("at",)),
        ("__", ()),
    ],
)
def test_identifiers_are_taken_apart(identifier: str, words: tuple[str, ...]) -> None:
    assert words_of(identifier) == words


def test_a_number_at_the_end_is_told_from_the_name() -> None:
    assert numbered("wpt_a_12") == ("wpt_a_", "12")
    assert numbered("depot") is None
    assert numbered("12") is None


def test_a_type_at_the_beginning_is_no_verb() -> None:
    types = ("ship", "ship_salvage_asset", "place")
    assert without_leading(words_of("ship_salvage_asset_dock_ship"), types) == ("dock", "ship")
    assert without_leading(("ship",), types) == ("ship",)
