from __future__ import annotations

import pytest
from tests.support.builders import statement
from tests.support.revisions import entry, left_out, revision

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.sessions import Revision
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.sessions.acts import Asked
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
    "text",
    [
        "drop all",
        "Forget everything I said.",
        "Cancel everything and start over.",
        "please drop all of them",
        "Scrap all my wishes",
        "Never mind all that I've asked for so far.",
        "Let's start over.",
    ],
)
def test_all_that_is_in_force_is_dropped_at_once(text: str, head: Revision, names: NamedObjects) -> None:
    found = said(text, head, names)
    assert found.drop == ("s1", "s2", "s3")
    assert (found.statements, found.undo) == ((), False)


@pytest.mark.parametrize("text", ["Remove all the debris.", "Drop everything at the dock.", "Cancel all trips to B."])
def test_a_wish_about_all_things_is_no_command(text: str, head: Revision, names: NamedObjects) -> None:
    assert [each.text for each in said(text, head, names).statements] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Undo that.",
        "undo",
        "Please undo my last change",
        "Never mind.",
        "No, never mind that!",
        "Scratch that.",
        "Take that back, please.",
        "Can you undo that?",
        "Go back to the previous plan.",
        "Forget it.",
    ],
)
def test_going_back_is_undo(text: str, head: Revision, names: NamedObjects) -> None:
    found = said(text, head, names)
    assert (found.undo, found.statements, found.drop) == (True, (), ())
    assert repr(text) in found.taken_as[0]


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


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        ("Forget what I said about A.", "s1"),
        ("Forget what I said about waypoint A", "s1"),
        ("Ignore everything I've said about the scout.", "s2"),
        ("Drop the rule about the dock, please.", "s3"),
        ("Drop s2.", "s2"),
        ("Please remove statement s3", "s3"),
        ("Never mind what I told you about point B.", "s2"),
        ("Forget about waypoint A.", "s1"),
        ("Withdraw my last request.", "s3"),
        ('Drop "no vessel may go".', "s1"),
        ("Forget what I said about the scout being at B first.", "s2"),
        ("Drop the part about the dock, it is closed.", "s3"),
    ],
)
def test_forgetting_drops_the_one_statement_that_is_meant(
    text: str, dropped: str, head: Revision, names: NamedObjects
) -> None:
    found = said(text, head, names)
    assert (found.drop, found.statements, found.undo) == ((dropped,), (), False)


@pytest.mark.parametrize(
    ("text", "dropped", "new"),
    [
        ("No, I meant the debris boat.", ("s3",), "The debris boat has to end up at the dock."),
        (
            "I meant the debris station instead of the dock",
            ("s3",),
            "The salvage boat has to end up at the debris station.",
        ),
        ("Waypoint A instead of B.", ("s2",), "The scout visits Waypoint A first."),
        ("The debris station instead of the dock.", ("s3",), "The salvage boat has to end up at the debris station."),
        ("Instead of A, waypoint B.", ("s1",), "No vessel may go through waypoint B."),
        ("Not waypoint A, I meant waypoint B.", ("s1",), "No vessel may go through waypoint B."),
        ("The same for the debris boat.", (), "The debris boat has to end up at the dock."),
        ("Same goes for the scout, please.", (), "The scout has to end up at the dock."),
        ("And the debris boat too.", (), "The debris boat has to end up at the dock."),
        ("Plus the scout.", (), "The scout has to end up at the dock."),
        ("The debris boat as well, please.", (), "The debris boat has to end up at the dock."),
    ],
)
def test_a_correction_exchanges_the_named_object(
    text: str, dropped: tuple[str, ...], new: str, head: Revision, names: NamedObjects
) -> None:
    found = said(text, head, names)
    assert ([each.text for each in found.statements], found.drop) == ([new], dropped)


def test_what_was_not_understood_can_be_corrected_too(names: NamedObjects) -> None:
    before = revision(entry(AVOID), not_in_force=(left_out("Fiddle with waypoint A.", "s2", turn=2),), last_statement=2)
    found = said("No, I meant waypoint B.", before, names)
    assert ([each.text for each in found.statements], found.drop) == (["Fiddle with waypoint B."], ())


@pytest.mark.parametrize(
    "text",
    [
        AVOID,
        "Remove the debris at waypoint A.",
        "Ignore branch A.",
        "Go back to the dock.",
        "Go back.",
        "Take it back.",
        "Reverse it.",
        "Drop it.",
        "Turn back now.",
        "Use the debris boat instead of the scout.",
        "Drop the wreck at the ship dock.",
        "Visit waypoint B instead of waypoint A.",
        "Forget about the debris station.",
        "Do the same step twice.",
        "I meant it.",
        "Finish with the debris boat at waypoint B.",
        "And the debris boat goes to waypoint A too.",
        "The debris boat.",
    ],
)
def test_ordinary_statements_are_no_commands(text: str, head: Revision, names: NamedObjects) -> None:
    assert said(text, head, names) == Spoken((statement(text),))


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


ACCEPTING = """ok take it
good, keep this one
that's fine, accept it
looks good
I'm happy with this plan
Accept the plan.
let's go with this one
Perfect, that works for me!
Okay, I'll take it.
leave it as it is
can we keep this one?
that's good enough
this will do nicely""".splitlines()
#: Statements, other commands, questions and mere politeness.
NOT_ACCEPTING = """take the image of star 5
keep the scout at B
take it first
keep it there
take it to waypoint B
ok
thanks
accept it if it ends by 10
looks good but finish by 10 hours
I'm not happy with this plan
do not accept it
is that good?
keep the last one
keep this one short
good, and now keep the scout at B
keep the plan under 10 hours
I'm happy with the scout at B
it works at hour 5
the scout is fine
leave it""".splitlines()
ASKING = """what do I have in force?
what have I asked for so far?
which statements are in force?
list my statements
show me what I've said so far
remind me what I asked for
What did I ask for?""".splitlines()
NOT_ASKING = """what does the scout do?
show me the plan
which boat is at A?
keep what I asked for
what is step 5
tell the scout to wait
the rules say no boat at A""".splitlines()


@pytest.mark.parametrize("text", ACCEPTING)
def test_words_of_acceptance_accept_the_plan(text: str, head: Revision, names: NamedObjects) -> None:
    found = said(text, head, names)
    assert (found.accept, found.statements, found.drop, found.undo) == (True, (), (), False)
    assert repr(text) in found.taken_as[0]


@pytest.mark.parametrize("text", NOT_ACCEPTING)
def test_what_says_more_than_acceptance_does_not_accept(text: str, names: NamedObjects) -> None:
    assert said(text, revision(entry(AVOID)), names).accept is False


def test_acceptance_is_a_turn_of_its_own(head: Revision, names: NamedObjects) -> None:
    with pytest.raises(ContractError, match="accepting the plan needs a turn of its own"):
        spoken((statement("Looks good."), statement(DOCK, "s9")), head, names)


@pytest.mark.parametrize("text", ASKING)
def test_who_asks_what_is_in_force_is_answered_and_changes_nothing(
    text: str, head: Revision, names: NamedObjects
) -> None:
    assert said(text, head, names) == Spoken((), asked=(Asked(text=text, act="question"),))


@pytest.mark.parametrize("text", NOT_ASKING)
def test_other_questions_and_statements_stay_statements(text: str, names: NamedObjects) -> None:
    assert said(text, revision(entry(AVOID)), names) == Spoken((statement(text),))


@pytest.mark.parametrize(
    ("text", "dropped", "new"),
    [
        ("no, I meant the salvage boat should just stay at B", "s3", "the salvage boat should just stay at B"),
        ("What I meant was that the salvage boat has to end at A.", "s3", "the salvage boat has to end at A."),
        ("Sorry, I meant for the salvage boat to wait at A", "s3", "I want the salvage boat to wait at A"),
        ("That's wrong, I meant keep the salvage boat at B", "s3", "keep the salvage boat at B"),
        ("no, I meant the scout must not go to B", "s2", "the scout must not go to B"),
        ("No, I meant the debris boat must go to the debris station", "s3", None),
    ],
)
def test_a_whole_statement_after_i_meant_replaces_the_one_it_is_like(
    text: str, dropped: str, new: str | None, head: Revision, names: NamedObjects
) -> None:
    found = said(text, head, names)
    assert found.drop == (dropped,)
    assert [each.text for each in found.statements] == [new or "the debris boat must go to the debris station"]


@pytest.mark.parametrize(
    "text",
    ["No, I meant after the scouting.", "I meant what I said about A.", "I meant in the end.", "I mean it should."],
)
def test_a_fragment_after_i_meant_is_no_whole_statement(text: str, head: Revision, names: NamedObjects) -> None:
    assert said(text, head, names) == Spoken((statement(text),))


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
