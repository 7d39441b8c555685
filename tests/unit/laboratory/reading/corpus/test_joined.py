"""Two texts joined to one ask for what both ask."""

from __future__ import annotations

from plancritic.laboratory.reading.corpus.joined import joined_texts
from plancritic.laboratory.reading.corpus.texts import TextAsked
from plancritic.pddl.language import parse_constraint
from plancritic.reading.grammar import REQUESTS

_SCHOOL = parse_constraint("(within 30 (lies parcel1 school))")
_DEPOT = parse_constraint("(at end (at van1 depot))")
_MILL = parse_constraint("(always (not (lies parcel1 mill)))")
_TEXTS = (
    TextAsked("haulage", "1", "Parcel 1 is at the school by 30.", (_SCHOOL,)),
    TextAsked("haulage", "1", "The van comes home!", (_DEPOT,)),
    TextAsked("haulage", "1", "Parcel 1 never lies at the mill and van 1 ends at the depot", (_MILL, _DEPOT)),
    TextAsked("haulage", "1", "Nice weather.", ()),
    TextAsked("haulage", "1", "Let the driver hum.", (), unsayable=True),
    TextAsked("haulage", "2", "Van 1 comes home.", (_DEPOT,)),
)


def test_a_joined_text_holds_both_texts_and_asks_for_what_both_ask() -> None:
    sayable = {each.text.rstrip(".!").lower(): each for each in _TEXTS[:4]}
    found = joined_texts(_TEXTS, 200, seed=1)
    assert len({each.text for each in found}) > 20
    for each in found:
        parts = [one for text, one in sayable.items() if text in each.text.lower()]
        assert len(parts) == 2, each.text
        assert set(each.constraints) == {wish for one in parts for wish in one.constraints}
        assert len(each.constraints) == len(set(each.constraints)) <= REQUESTS
        assert each.weight < 1.0
        assert (each.domain, each.problem, each.unsayable) == ("haulage", "1", False)


def test_texts_are_joined_alike_for_one_seed_and_only_where_there_are_two() -> None:
    assert joined_texts(_TEXTS, 20, seed=1) == joined_texts(_TEXTS, 20, seed=1) != joined_texts(_TEXTS, 20, seed=2)
    assert joined_texts(_TEXTS[5:], 20, seed=1) == []
