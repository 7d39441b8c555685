"""A cancellation takes back what was named and no more; what is not clear is asked."""

from __future__ import annotations

import pytest
from tests.support.builders import statement
from tests.support.revisions import entry

from plancritic.contracts.sessions import StatementInForce
from plancritic.coordinator.commands.cancelled import about, cancelled
from plancritic.coordinator.commands.session_commands import AmbiguousTarget, Spoken
from plancritic.coordinator.commands.targets import target_question
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.understanding.questions import Effect
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

NAMES = NamedObjects(Lexicon(load_domain("haulage"), "1"))
PLACES = {"parcel1": "hospital", "parcel2": "school", "parcel3": "mill"}


def by_forty(*parcels: str) -> tuple[str, ...]:
    return tuple(f"(within 40 (lies {each} {PLACES[each]}))" for each in parcels)


EVERY = entry("Everything is delivered by minute 40.", constraints=by_forty("parcel1", "parcel2", "parcel3"))
TWO = entry("Parcels 1 and 2 arrive by minute 40.", constraints=by_forty("parcel1", "parcel2"))
NAMED = entry("Parcel 1 and parcel 2 arrive by minute 40.", constraints=by_forty("parcel1", "parcel2"))


def taken_back(text: str, *entries: StatementInForce, chosen: Effect | None = None) -> Spoken:
    return cancelled(statement(text, "new"), entries, entries, NAMES, chosen)


def test_of_a_statement_about_several_things_only_the_named_one_is_released() -> None:
    found = taken_back("parcel 3 is in no hurry any more", EVERY)
    assert found.changed["new"].constraints == by_forty("parcel1", "parcel2")
    assert (found.drop, found.replaced) == (("s1",), ("s1",))
    assert "this is left" in found.taken_as[0]


def test_what_is_left_is_no_surer_than_before() -> None:
    doubtful = EVERY.model_copy(update={"reading": "doubtful"})
    assert taken_back("parcel 3 is in no hurry", doubtful).changed["new"].reading == "doubtful"


def test_an_exception_spares_what_it_names() -> None:
    found = taken_back("scrap that for all but parcel 2", EVERY)
    assert found.changed["new"].constraints == by_forty("parcel2")


@pytest.mark.parametrize("text", ["forget it", "drop the minute 40 rule", "parcels 1 and 2 have time"])
def test_what_names_no_part_takes_back_the_whole(text: str) -> None:
    found = taken_back(text, TWO)
    assert (found.drop, found.changed) == (("s1",), {})


def test_words_that_describe_the_statement_as_well_as_its_part_are_asked_about() -> None:
    text = "drop the wish about parcel 1"
    with pytest.raises(AmbiguousTarget) as raised:
        taken_back(text, NAMED)
    assert [each.variant for each in raised.value.targets] == ["", "part"]
    question = target_question("q1", 0, raised.value)
    assert question is not None and question.offered[1].constraints == by_forty("parcel2")
    whole, part = question.effects
    assert taken_back(text, NAMED, chosen=whole).changed == {}
    assert taken_back(text, NAMED, chosen=part).changed["new"].constraints == by_forty("parcel2")


def test_of_many_statements_the_newest_are_offered_and_all_of_them() -> None:
    many = [entry(f"Wish {turn} about parcel 1.", f"s{turn}", turn=turn) for turn in range(1, 7)]
    with pytest.raises(AmbiguousTarget) as raised:
        taken_back("forget the parcel 1 business", *many)
    question = target_question("q1", 0, raised.value)
    assert question is not None
    assert [each.statement for each in question.effects[:3]] == ["s6", "s5", "s4"]
    assert question.effects[3].variant == "all"
    everything = taken_back("forget the parcel 1 business", *many, chosen=question.effects[3])
    assert len(everything.drop) == len(many)


def test_a_statement_about_all_things_is_about_each_of_them() -> None:
    assert about("parcel 2", [EVERY], NAMES) == [EVERY]


def test_a_possessive_names_its_owner() -> None:
    found = taken_back("the hospital's parcel has time", EVERY)
    assert found.changed["new"].constraints == by_forty("parcel2", "parcel3")
