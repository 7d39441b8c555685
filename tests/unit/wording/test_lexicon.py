import pytest

from plancritic.domains import UnknownProblemError, load_domain
from plancritic.wording import Lexicon


def test_objects_are_known_by_phrase_and_synonyms(waterway: Lexicon) -> None:
    assert waterway.name("deb_ast_0") == waterway.name("DEB_AST_0") == "the debris boat"
    assert waterway.synonyms("wpt_a_0")[0] == "waypoint A"
    assert {"A", "Alpha", "wpt_a_0"} <= set(waterway.synonyms("wpt_a_0"))
    assert waterway.name("ghost") == "ghost"


def test_the_wreck_is_the_place_where_the_ship_lies(waterway: Lexicon) -> None:
    assert waterway.roles["wreck"] == ("wpt_end",)


def test_groups_are_made_of_this_problem_s_objects() -> None:
    lexicon = Lexicon(load_domain("waterway"), "2")
    assert lexicon.groups["branch a"] == ("wpt_a_0", "wpt_a_1", "wpt_a_2")
    assert lexicon.groups["branch b"] == ("wpt_b_0", "wpt_b_1", "wpt_b_2")


def test_a_type_without_words_takes_those_above_it(waterway: Lexicon) -> None:
    entry = waterway.type_entry("scout_asset")
    assert entry is not None and entry.singular == "scout"
    assert waterway.type_entry("locatable") is None


def test_time_has_its_unit(waterway: Lexicon, satellite: Lexicon) -> None:
    assert waterway.duration(1) == "1 hour"
    assert satellite.duration(2.5) == "2.5 seconds"


def test_an_unknown_problem_is_refused() -> None:
    with pytest.raises(UnknownProblemError):
        Lexicon(load_domain("waterway"), "99")
