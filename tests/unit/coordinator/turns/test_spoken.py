from __future__ import annotations

import pytest
from tests.support.builders import statement
from tests.support.revisions import entry, left_out, revision

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.sessions import Revision
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.turns.spoken import AmbiguousTarget, Spoken, spoken
from plancritic.coordinator.understanding.questions import Effect
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

AVOID = "No vessel may go through waypoint A."
FIRST = "The scout visits waypoint B first."
FROM_A_TO_B = "(sometime-after (at sct_ast_0 wpt_a_0) (at sct_ast_0 wpt_b_0))"
DOCK = "The salvage boat has to end up at the dock."


@pytest.fixture(scope="module")
def names() -> NamedObjects:
    return NamedObjects(Lexicon(load_domain("waterway"), "1"))


@pytest.fixture(scope="module")
def head() -> Revision:
    return revision(entry(AVOID, "s1"), entry(FIRST, "s2", turn=2), entry(DOCK, "s3", turn=3))


def said(text: str, head: Revision | None, names: NamedObjects) -> Spoken:
    return spoken((statement(text),), head, names)


@pytest.mark.parametrize(
    "text", ["actually forget that one", "Never mind.", "Cancel that please.", "Scrap that last bit"]
)
def test_a_cancellation_without_a_target_passes_over_an_acceptance(text: str, names: NamedObjects) -> None:
    accepted = revision(
        entry(AVOID, "s1"), entry(DOCK, "s2", turn=2), id="3-c", number=3, parent="2-b", restores="2-b", accepted=True
    )
    found = said(text, accepted, names)
    assert (found.drop, found.undo, found.statements) == (("s2",), False, ())
    assert said("Undo that.", accepted, names).undo


def test_a_cancellation_after_a_cancellation_takes_that_back(names: NamedObjects) -> None:
    dropped = revision(entry(AVOID, "s1"), id="3-c", number=3, parent="2-b")
    assert said("actually forget that one", dropped, names).undo


def test_what_was_not_understood_can_be_corrected_too(names: NamedObjects) -> None:
    before = revision(entry(AVOID), not_in_force=(left_out("Fiddle with waypoint A.", "s2", turn=2),), last_statement=2)
    found = said("No, I meant waypoint B.", before, names)
    assert ([each.text for each in found.statements], found.drop) == (["Fiddle with waypoint B."], ())


@pytest.mark.parametrize("text", ["Forget what I said about the scout.", "Drop my last request."])
def test_words_that_several_statements_may_mean_change_nothing_and_list_them(text: str, names: NamedObjects) -> None:
    two = revision(entry("The scout waits at the start.", "s1"), entry("The scout visits waypoint B.", "s2"))
    with pytest.raises(ContractError) as refused:
        said(text, two, names)
    assert refused.value.fault.code is FaultCode.AMBIGUOUS_NAME
    assert all(each in str(refused.value.fault.remedy) for each in ("s1", "s2"))


def test_two_objects_of_a_kind_are_ambiguous(names: NamedObjects) -> None:
    with pytest.raises(ContractError) as refused:
        goes = entry("The scout goes from waypoint A to waypoint B.", constraints=(FROM_A_TO_B,))
        said("I meant the dock.", revision(goes), names)
    assert refused.value.fault.code is FaultCode.AMBIGUOUS_NAME
    assert "'waypoint A'" in str(refused.value.fault.remedy) and "'waypoint B'" in str(refused.value.fault.remedy)


@pytest.mark.parametrize("text", ["Forget what I said about the wreck.", "Drop s9.", "Waypoint B instead of the dump."])
def test_a_command_about_nothing_in_force_says_so(text: str, names: NamedObjects) -> None:
    with pytest.raises(ContractError) as refused:
        said(text, revision(entry(AVOID)), names)
    assert refused.value.fault.code is FaultCode.UNKNOWN_NAME


def test_going_back_and_something_new_are_two_turns(head: Revision, names: NamedObjects) -> None:
    with pytest.raises(ContractError, match="a turn of its own"):
        spoken((statement("Undo that."), statement(DOCK, "s2")), head, names)


def test_without_a_session_a_correction_is_a_statement(names: NamedObjects) -> None:
    assert said("I meant waypoint B.", None, names).statements
    assert said("Undo that.", None, names).undo


def test_a_command_that_may_mean_several_statements_names_them_and_takes_the_one_that_is_chosen(
    names: NamedObjects,
) -> None:
    head = revision(entry(AVOID, "s1"), entry("The scout goes through waypoint A first.", "s2", turn=2))
    text = "Forget what I said about waypoint A."
    with pytest.raises(AmbiguousTarget) as raised:
        said(text, head, names)
    assert [each.entry.statement.id for each in raised.value.targets] == ["s2", "s1", "s1"], "the newest first"
    assert raised.value.targets[-1].variant == "all"
    both = {statement(text).id: Effect(does="target", statement="s1", variant="all")}
    assert set(spoken((statement(text),), head, names, both).drop) == {"s1", "s2"}
    chosen = {statement(text).id: Effect(does="target", statement="s1")}
    assert spoken((statement(text),), head, names, chosen).drop == ("s1",)
    other = {statement(text).id: Effect(does="target", statement="s9")}
    with pytest.raises(AmbiguousTarget):
        spoken((statement(text),), head, names, other)


def test_a_correction_that_fits_several_names_says_what_comes_of_each(names: NamedObjects) -> None:
    before = "(sometime-before (at sct_ast_0 wpt_b_0) (at sct_ast_0 wpt_a_0))"
    between = entry("The scout visits waypoint A before waypoint B.", constraints=(before,))
    with pytest.raises(AmbiguousTarget) as raised:
        said("No, I meant the ship dock.", revision(between), names)
    first, second = raised.value.targets
    said_before = 's1: "The scout visits waypoint A before waypoint B." (said in turn 1)'
    assert first.sentence == f"'waypoint A' (word 4) in {said_before}"
    assert second.sentence == f"'waypoint B' (word 7) in {said_before}"
    assert "before waypoint B" in first.leads_to and "waypoint A before" in second.leads_to
    text = "No, I meant the ship dock."
    chosen = {statement(text).id: Effect(does="target", statement="s1", at=second.at)}
    (corrected,) = spoken((statement(text),), revision(between), names, chosen).statements
    assert corrected.text == "The scout visits waypoint A before the ship dock."


def test_acceptance_is_a_turn_of_its_own(head: Revision, names: NamedObjects) -> None:
    with pytest.raises(ContractError, match="accepting the plan needs a turn of its own"):
        spoken((statement("Looks good."), statement(DOCK, "s9")), head, names)


@pytest.mark.parametrize(
    "text",
    ["no, I meant only parcel 1, not every parcel", "I meant just parcel 1", "No, I meant parcel 1 alone."],
)
def test_only_one_narrows_what_was_said_or_read_of_every_one(text: str) -> None:
    haulage = NamedObjects(Lexicon(load_domain("haulage"), "1"))
    read = "Before the van goes to the mill, every parcel is delivered to the hospital."
    before = revision(entry("The van goes to the mill after the hospital has its parcel", said_back=read))
    found = said(text, before, haulage)
    assert found.drop == ("s1",)
    assert [each.text for each in found.statements] == [read.replace("every parcel", "parcel 1")]


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("No, I meant only parcel 1, not parcel 2.", "Parcel 2 comes before parcel 1."),
        ("I meant only the van.", "Every parcel must be delivered."),
        ("I meant only parcel 1.", "Not every parcel must be delivered by 50."),
    ],
)
def test_what_speaks_of_no_such_group_is_not_narrowed(text: str, before: str) -> None:
    with pytest.raises(ContractError, match="can be narrowed"):
        said(text, revision(entry(before)), NamedObjects(Lexicon(load_domain("haulage"), "1")))


_A_CLOSED = "(always (not (at sct_ast_0 wpt_a_0)))"
_AT_DOCK = "(at end (at shp_sal_ast_0 shp_dock_0))"


@pytest.fixture(scope="module")
def apart() -> Revision:
    return revision(
        entry(AVOID, "s1", constraints=(_A_CLOSED,)), entry(DOCK, "s2", turn=2, constraints=(_AT_DOCK,)), number=2
    )


@pytest.mark.parametrize(
    "text",
    [
        "Undo that, but leave the waypoint A rule.",
        "No, undo that, but keep s1.",
        "Undo that but keep the first one.",
        "Drop what I just said, not the rule about A.",
    ],
)
def test_taking_back_what_was_said_last_keeps_what_the_person_says_is_kept(
    text: str, apart: Revision, names: NamedObjects
) -> None:
    found = said(text, apart, names)
    assert (found.undo, found.drop, found.statements) == (True, (), ())


def test_taking_back_and_keeping_passes_over_an_acceptance(names: NamedObjects) -> None:
    in_force = (entry(AVOID, "s1", constraints=(_A_CLOSED,)), entry(DOCK, "s2", turn=2, constraints=(_AT_DOCK,)))
    accepted = revision(*in_force, id="3-c", number=3, parent="2-b", restores="2-b", accepted=True)
    found = said("Never mind that, but keep the rule that the scout never comes back to A.", accepted, names)
    assert (found.undo, found.drop) == (False, ("s2",))


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("Undo that; instead finish with the scout at B.", "finish with the scout at B."),
        ("No, scrap that. The scout goes to B instead.", "The scout goes to B"),
    ],
)
def test_what_is_wanted_instead_is_said_in_place_of_the_last_turn(
    text: str, wish: str, apart: Revision, names: NamedObjects
) -> None:
    found = said(text, apart, names)
    assert (found.undo, found.drop, found.replaced) == (False, ("s2",), ("s2",))
    assert [each.text for each in found.statements] == [wish] and wish in found.taken_as[0]


def test_instead_is_no_command_where_the_last_turn_did_more_than_add_statements(names: NamedObjects) -> None:
    text = "Undo that; instead finish with the scout at B."
    two = (entry(AVOID, "s1", constraints=(_A_CLOSED,)), entry(DOCK, "s2", turn=2, constraints=(_AT_DOCK,)))
    dropped = left_out("The scout waits.", "s0").model_copy(update={"why": "dropped"})
    for head in (revision(*two, number=3), revision(*two, number=2, not_in_force=(dropped,))):
        found = said(text, head, names)
        assert (found.undo, found.drop, [each.text for each in found.statements]) == (False, (), [text])


@pytest.mark.parametrize(
    "text",
    [
        "Undo that, but keep the dock rule.",
        "Undo that, and the scout waits at the start.",
        "Undo that. The scout stays at A.",
        "Undo that, leave the scout at A.",
        "Undo that, but keep the rule about A, and be done within 5 hours.",
        "Undo that; instead of A, use waypoint B.",
        "Undo that, rather silly of me.",
        "Scrap that, B instead.",
        "Scrap that, instead drop the rule about A.",
    ],
)
def test_taking_back_with_another_rest_is_no_such_command(text: str, apart: Revision, names: NamedObjects) -> None:
    found = said(text, apart, names)
    assert (found.undo, found.drop, [each.text for each in found.statements]) == (False, (), [text])
