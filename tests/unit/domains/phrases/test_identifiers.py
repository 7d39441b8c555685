from __future__ import annotations

import pytest

from plancritic.domains.phrases.identifiers import numbered, without_leading, words_of


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
