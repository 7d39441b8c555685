from __future__ import annotations

import pytest
from tests.support.builders import WATERWAY, envelope, feedback_submitted, plan_revised, statement
from tests.support.revisions import READ, entry, left_out, revision

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.feedback import StatementOutcome
from plancritic.contracts.translation import Statement
from plancritic.coordinator.result.unchanged import changes_nothing, outcome_as_before
from plancritic.coordinator.sessions.revisions import (
    accepted,
    branched,
    revision_id,
    revision_of,
    stays_in_force,
    undone,
)
from plancritic.coordinator.sessions.turn import outcomes_in, restoring, turn_of

A, B, C = "Visit waypoint A.", "Visit waypoint B.", "Visit the dock."


def outcome(said: Statement, verdict: str = "adhered", turn: int = 1, **changes: object) -> StatementOutcome:
    fields: dict[str, object] = {"statement": said, "verdict": verdict, "adherence": None, "turn": turn}
    return StatementOutcome(**(fields | {"constraints": (READ,)} | changes))


def test_a_first_turn_keeps_the_ids_that_the_client_gave() -> None:
    turn = turn_of(feedback_submitted(A, B), None, WATERWAY)
    assert (turn.number, [each.id for each in turn.statements], turn.renamed) == (1, ["s1", "s2"], {})


def test_new_statements_get_the_next_free_numbers_and_stand_after_those_in_force() -> None:
    head = revision(entry(A, "s1"), last_statement=4)
    turn = turn_of(feedback_submitted(B, C), head, WATERWAY)
    assert [(each.id, each.text) for each in turn.statements] == [("s1", A), ("s5", B), ("s6", C)]
    assert turn.renamed == {"s1": "s5", "s2": "s6"}
    assert (turn.number, turn.first_places) == (2, (0,))


def test_wishes_in_force_may_be_displaced_by_new_musts() -> None:
    wish = entry(A).model_copy(update={"statement": Statement(id="s1", text=A, strength="should")})
    turn = turn_of(feedback_submitted(C), revision(wish, entry(B, "s2")), WATERWAY)
    assert turn.first_places == (1,)


@pytest.mark.parametrize("again", [A, A.upper(), "visit  waypoint A"])
def test_the_same_words_replace_their_earlier_self_and_keep_its_id(again: str) -> None:
    head = revision(entry(B, "s1"), entry(A, "s2"), not_in_force=(left_out(C, "s3"),), last_statement=3)
    turn = turn_of(feedback_submitted(again, C), head, WATERWAY)
    assert [each.statement.id for each in turn.kept] == ["s1"]
    assert [each.id for each in turn.said] == ["s2", "s3"]
    assert turn.dropped == ()


def test_what_is_dropped_is_kept_no_longer_and_the_plan_shown_does_not_stand_for_the_rest() -> None:
    head = revision(entry(A, "s1"), entry(B, "s2"))
    turn = turn_of(feedback_submitted(C, drop=("s1",)), head, WATERWAY)
    assert ([each.statement.text for each in turn.kept], turn.dropped, turn.keeps_plan) == ([B], ("s1",), False)
    assert turn_of(feedback_submitted(C), head, WATERWAY).keeps_plan
    with pytest.raises(ContractError, match="no statement s9 is in force") as refused:
        turn_of(feedback_submitted(C, drop=("s9",)), head, WATERWAY)
    assert "s1" in str(refused.value.fault.remedy)


def test_a_stale_revision_and_another_problem_are_refused() -> None:
    head = revision(entry(A))
    with pytest.raises(ContractError) as stale:
        turn_of(feedback_submitted(B, revision="1-other"), head, WATERWAY)
    assert stale.value.fault.code is FaultCode.STALE_REVISION
    assert head.id in stale.value.fault.message
    for changes in ({"problem": "2"}, {"bundle": "1" * 64}):
        with pytest.raises(ContractError) as other:
            turn_of(feedback_submitted(B), head, WATERWAY.model_copy(update=changes))
        assert other.value.fault.code is FaultCode.OTHER_PROBLEM


def test_readings_in_force_are_frozen() -> None:
    turn = turn_of(feedback_submitted(B), revision(entry(A, score=0.4, similarity=0.3)), WATERWAY)
    (frozen,) = turn.frozen
    assert frozen.statement == "s1"
    assert [(each.constraints, each.score, each.similarity) for each in frozen.readings] == [((READ,), 0.4, 0.3)]


@pytest.mark.parametrize(
    ("reading", "judged", "verdict"),
    [
        ("confirmed", "unconfirmed", "adhered"),
        ("clear", "unconfirmed", "adhered"),
        ("doubtful", "adhered", "unconfirmed"),
        ("doubtful", "violated", "violated"),
        ("confirmed", "violated", "violated"),
    ],
)
def test_how_sure_a_reading_in_force_is_stays_as_it_was(reading: str, judged: str, verdict: str) -> None:
    turn = turn_of(feedback_submitted(B), revision(entry(A, reading=reading, doubt="Or B?")), WATERWAY)
    told, _ = outcomes_in(turn, (outcome(statement(A), judged), outcome(statement(B, "s2"))))
    assert (told.verdict, told.reading, told.turn) == (verdict, reading, 1)
    if verdict == "unconfirmed":
        assert told.doubt == "Or B?"


@pytest.mark.parametrize(
    ("reading", "verdict", "note"), [("clear", "unconfirmed", "In a van."), ("confirmed", "adhered", "")]
)
def test_what_a_later_plan_does_that_a_reading_does_not_count_is_told_until_it_is_confirmed(
    reading: str, verdict: str, note: str
) -> None:
    turn = turn_of(feedback_submitted(B), revision(entry(A, reading=reading)), WATERWAY)
    judged = outcome(statement(A), "unconfirmed", uncounted="In a van.")
    told, _ = outcomes_in(turn, (judged, outcome(statement(B, "s2"))))
    assert (told.verdict, told.reading, told.uncounted, told.doubt) == (verdict, reading, note, "")


def test_a_clash_names_the_earlier_statement_in_words() -> None:
    turn = turn_of(feedback_submitted(B), revision(entry(A)), WATERWAY)
    clash = outcome(statement(B, "s2"), "impossible", impossible_with=("s1",), explanation="No plan meets it.")
    told = outcomes_in(turn, (outcome(statement(A)), clash))[1]
    assert told.explanation == f"No plan meets it. Earlier statements stay in force: s1 is {A!r}, said in turn 1."
    assert told.turn == 2


def test_a_revision_keeps_what_is_met_and_lists_the_rest_with_the_reason() -> None:
    head = revision(entry(A, "s1"), entry(B, "s2", reading="confirmed"), not_in_force=(left_out("Hm.", "s3"),))
    revised = plan_revised(
        outcome(statement(B, "s2")),
        outcome(statement(C, "s4"), "unconfirmed", 2, doubt="Which?"),
        outcome(statement("Fly.", "s5"), "impossible", 2, impossible_with=("s2",)),
        envelope=envelope().caused("end"),
        revision="2-a",
        number=2,
        parent=head.id,
        dropped=("s1",),
    )
    made = revision_of(revised, head, None, head.created)
    assert made is not None
    standing = [(each.statement.id, each.reading, each.verdict) for each in made.in_force]
    assert standing == [("s2", "confirmed", "adhered"), ("s4", "doubtful", "unconfirmed")]
    left = [(each.statement.id, each.why) for each in made.not_in_force]
    # What was not understood is told in its own turn only.
    assert left == [("s5", "impossible"), ("s1", "dropped")]
    assert (made.parent, made.last_statement) == (head.id, 5)
    confirmed = accepted(made)
    assert {each.reading for each in confirmed.in_force} == {"confirmed"}
    assert accepted(confirmed) == confirmed


def test_an_undo_is_the_parent_again_but_for_what_tells_revisions_apart() -> None:
    first = revision(entry(A), id=revision_id("session-1", 1, "a"))
    head = revision(entry(A), entry(B, "s2"), id="2-b", number=2, parent=first.id)
    back = undone(head, first, "m", head.created)
    assert (back.number, back.parent, back.restores, back.last_statement) == (3, None, first.id, 2)
    assert (back.plan, back.steps, back.in_force) == (first.plan, first.steps, first.in_force)
    assert back.id == undone(head, first, "m", first.created).id, "the same message makes the same revision"
    turn = restoring(turn_of(feedback_submitted("Undo."), head, WATERWAY), first)
    assert (turn.number, turn.kept, turn.said) == (3, first.in_force, ())


def test_in_a_branch_all_was_said_in_its_first_turn() -> None:
    source = revision(entry(A), entry(B, "s2", turn=4), number=4, id="4-a", parent="3-a")
    copy = branched(source, "other", "m", source.created)
    assert (copy.number, copy.parent, copy.restores, {each.turn for each in copy.in_force}) == (1, None, "4-a", {1})


def test_a_plan_accepted_in_words_is_the_same_plan_again_with_its_readings_confirmed() -> None:
    first = revision(entry(A), id=revision_id("session-1", 1, "a"))
    doubtful = entry(B, "s2", turn=2, verdict="unconfirmed", reading="doubtful", doubt="In doubt.", score=0.6)
    head = revision(entry(A), doubtful, id="2-b", number=2, parent=first.id)
    turn = restoring(turn_of(feedback_submitted("Looks good."), head, WATERWAY), accepted(head))
    assert (turn.number, turn.said, turn.restored and turn.restored.id) == (3, (), head.id)
    outcomes = outcomes_in(turn, [outcome(each.statement, "unconfirmed", each.turn) for each in turn.kept])
    assert {(each.verdict, each.reading) for each in outcomes} == {("adhered", "clear"), ("adhered", "confirmed")}
    revised = plan_revised(
        *outcomes, envelope=envelope().caused("end"), revision="3-c", number=3, parent=head.id, restores=head.id
    )
    made = revision_of(revised, head, head, head.created)
    assert made is not None
    assert (made.accepted, made.made_by, made.parent, made.plan) == (True, "turn", head.id, revised.plan)
    assert [(each.reading, each.verdict) for each in made.in_force] == [("clear", "adhered"), ("confirmed", "adhered")]


def test_a_preference_that_gives_way_stays_in_view_and_in_force() -> None:
    wish = statement(A).model_copy(update={"strength": "should"})
    head = revision(entry(A, "s1", statement=wish, constraints=(READ,)))
    gave_way = outcome(wish, "impossible", impossible_with=("s2",), constraints=(READ,))
    revised = plan_revised(gave_way, outcome(statement(B, "s2"), turn=2), revision="2-a", number=2, parent=head.id)
    made = revision_of(revised, head, None, head.created)
    assert made is not None
    assert [(each.statement.id, each.verdict) for each in made.in_force] == [("s1", "violated"), ("s2", "adhered")]
    assert accepted(made).in_force[0].verdict == "violated", "a plan that is accepted does no more than it did"
    nothing_new = turn_of(feedback_submitted("Hm."), made, WATERWAY)
    told = (*(outcome_as_before(each) for each in nothing_new.kept), outcome(statement("Hm.", "s3"), "not_understood"))
    assert changes_nothing(nothing_new, told)


def test_a_preference_that_no_plan_can_meet_is_left_out() -> None:
    wish = statement(A).model_copy(update={"strength": "nice"})
    assert not stays_in_force(outcome(wish, "impossible", constraints=(READ,)))
    assert not stays_in_force(outcome(wish, "not_understood"))
    assert stays_in_force(outcome(wish, "violated", constraints=(READ,)))
    assert not stays_in_force(outcome(statement(A), "violated", constraints=(READ,)))
