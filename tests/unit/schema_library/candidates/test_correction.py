"""Slips of every kind: corrected with a report, or refused with the reason."""

from __future__ import annotations

import pytest
from tests.support.descriptions import GO, hall

from plancritic.domains.descriptions import signature_of, skeleton_of
from plancritic.schema_library.candidates.correction import Corrected, corrected
from plancritic.schema_library.candidates.merging import canonical_text
from plancritic.schema_library.candidates.sections import CannotCorrectError

SKELETON = skeleton_of(hall())
RIGHT = """(:action go
  :parameters (?robot - robot ?room1 - room ?room2 - room)
  :precondition (and (linked ?room1 ?room2) (robot-at ?robot ?room1))
  :effect (and (robot-at ?robot ?room2) (not (robot-at ?robot ?room1))))"""


def go(text: str) -> Corrected:
    return corrected(text, "go", SKELETON)


def test_a_right_schema_needs_no_correction() -> None:
    found = go(GO)
    assert (canonical_text(found.schema), found.corrections) == (RIGHT, ())


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("(not (robot-at ?r ?from))))", "(not (robot-at ?r ?from)))", "parentheses"),
        ("(not (robot-at ?r ?from))))", "(not (robot-at ?r ?from", "parentheses"),
        ("(not (robot-at ?r ?from))))", "(not (robot-at ?r ?from))))))", None),
        ("(linked ?from ?to))", "(linked ?from ?to)", "parentheses"),
        ("(linked ?from ?to))", "(linked ?from ?to)))", "parentheses"),
        ("(robot-at ?r ?from) (linked ?from ?to))", "(robot-at ?r ?from (linked ?from ?to))", "parentheses"),
        ("(robot-at ?r ?from) (linked", "robot-at ?r ?from (linked", "parentheses"),
        ("(not (robot-at ?r ?from))", "(not robot-at ?r ?from)", "parentheses"),
        ("(not (robot-at ?r ?from))", "not (robot-at ?r ?from)", "parentheses"),
        (":effect (and", "(:effect (and", "parentheses"),
        ("(?r - robot ?from ?to - room)", "((?r - robot) (?from - room) (?to - room))", "parentheses"),
        ("(?r - robot ?from ?to - room)", "[?r - robot ?from ?to - room]", "characters"),
        ("(?r - robot ?from ?to - room)", "(?r - robot, ?from, ?to – room)", "characters"),
        ("(?r - robot ?from ?to - room)", "(?r:robot ?from ?to -room)", "characters"),
        (":precondition", ":preconditions", "keyword"),
        (":precondition", "precondition", "keyword"),
        (":precondition", ":precondtion", "keyword"),
        (":parameters ", "", "keyword"),
        (":parameters (", ":parameters as follows (", "prose"),
        ("(?r - robot ?from ?to - room)", "(?r robot ?from ?to room)", "characters"),
        ("(?r - robot ?from ?to - room)", "?r - robot ?from ?to - room", "parentheses"),
        (
            "(and (robot-at ?r ?from) (linked ?from ?to))",
            "((and (robot-at ?r ?from) (linked ?from ?to)))",
            "parentheses",
        ),
        (":effect", ":effects", "keyword"),
        (":effect", "effect:", "keyword"),
        (":effect", ':documentation "what it does" :effect', "keyword"),
        ("(and (robot-at ?r ?from) (linked ?from ?to))", "(robot-at ?r ?from) (linked ?from ?to)", "and"),
        ("(and (robot-at ?r ?from) (linked ?from ?to))", "((robot-at ?r ?from) (linked ?from ?to))", "and"),
        ("(robot-at ?r ?to)", "(and (and (robot-at ?r ?to)))", None),
        ("(linked ?from ?to)", "(or (linked ?from ?to))", "and"),
        ("(robot-at ?r ?from) (linked", "(Robot-At ?R ?from) (linked", "case"),
        ("(linked ?from ?to)", "(linkd ?from ?to)", "predicate"),
        ("(robot-at ?r ?from) (linked", "(robot_at ?r ?from) (linked", "predicate"),
        ("(linked ?from ?to)", "(linked from ?to)", "variable"),
        ("(?r - robot ?from ?to - room)", "(r - robot ?from ?to - room)", "variable"),
        ("(?r - robot ?from ?to - room)", "(?r - robot ?from ?to - room ?to - room)", "variable"),
        ("(robot-at ?r ?from) (linked", "(robot-at ?from ?r) (linked", "arguments"),
        ("(robot-at ?r ?from) (linked", "(robot-at ?r ?from ?r) (linked", "arity"),
        ("(?r - robot ?from ?to - room)", "(?r ?from ?to - room)", "type"),
        ("(?r - robot ?from ?to - room)", "(?r - robots ?from ?to - Room)", "type"),
        ("(?r - robot ?from ?to - room)", "(?r - vehicle ?from ?to - room)", "type"),
        ("(?r - robot ?from ?to - room)", "(?r - thing ?from ?to - room)", "type"),
        ("(?r - robot ?from ?to - room)", "(?r - (either robot box) ?from ?to - room)", "type"),
        ("(?r - robot ?from ?to - room)", "(?r - box ?from ?to - room)", "type"),
        ("(?r - robot ?from ?to - room)", "(?r - robot ?from ?to)", "type"),
        ("(linked ?from ?to))", "(linked ?from ?to) the robot drives)", "prose"),
        (":effect", "Afterwards it is there. :effect", "prose"),
        (":effect (and", ":effect (and // moves\n", "prose"),
        (":effect (and", ":effect (and (increase (total-cost) 1)", "cost"),
        (":effect (and", ":effect (and (not (robot-at ?r ?to))", "effect"),
    ],
)
def test_a_slip_is_corrected_and_reported(old: str, new: str, kind: str | None) -> None:
    assert GO.count(old) == 1
    found = go(GO.replace(old, new))
    assert canonical_text(found.schema) == RIGHT
    assert kind is None or kind in {each.kind for each in found.corrections}
    assert all(each.text for each in found.corrections)


def test_what_no_parameter_declares_becomes_one_of_the_demanded_type() -> None:
    found = go(GO.replace("?r - robot ?from ?to - room", "?from ?to - room"))
    assert [str(each) for each in found.schema.parameters] == ["?from - room", "?to - room", "?r - robot"]
    assert [each.kind for each in found.corrections if each.kind == "free variable"] == ["free variable"]


def test_a_variable_with_a_letter_lost_is_read_as_the_one_that_was_meant() -> None:
    found = go(GO.replace("(linked ?from ?to)", "(linked ?frm ?to)"))
    assert canonical_text(found.schema) == RIGHT
    assert [each.kind for each in found.corrections] == ["variable"]


def test_a_variable_that_stands_in_several_places_is_no_slip() -> None:
    found = go(GO.replace("?from)", "?frm)").replace("(linked ?from", "(linked ?frm"))
    assert [str(each) for each in found.schema.parameters][-1] == "?frm - room"


def test_a_missing_argument_is_added_where_one_alone_fits() -> None:
    text = "(:action go :parameters (?b - box ?p - room) :precondition (box-at ?b) :effect (clean ?b))"
    assert "(box-at ?b ?p)" in str(go(text).schema.conditions_at_start)


def test_an_argument_too_many_of_a_fact_without_places_is_dropped() -> None:
    text = "(:action go :parameters (?r - robot) :precondition (hand-free ?r) :effect (clean ?r))"
    assert str(go(text).schema.conditions_at_start) == "(hand-free)"


def test_a_name_that_denies_a_predicate_becomes_its_negation() -> None:
    text = "(:action go :parameters (?b - box) :precondition (not-held ?b) :effect (clean ?b))"
    found = go(text)
    assert str(found.schema.conditions_at_start) == "(not (held ?b))"
    assert [each.kind for each in found.corrections] == ["negation"]


def test_a_denied_disjunction_is_a_conjunction_of_negations() -> None:
    text = "(:action go :parameters (?b - box) :precondition (not (or (held ?b) (clean ?b))) :effect (hand-free))"
    assert str(go(text).schema.conditions_at_start) == "(and (not (held ?b)) (not (clean ?b)))"


def test_exists_at_the_top_of_a_precondition_becomes_a_parameter() -> None:
    text = "(:action go :parameters () :precondition (and (exists (?b - box) (held ?b))) :effect (hand-free))"
    found = go(text)
    assert [str(each) for each in found.schema.parameters] == ["?b - box"]
    assert "exists" in {each.kind for each in found.corrections}


def test_each_exists_becomes_a_parameter_of_its_own() -> None:
    inner = "(exists (?b - box) (held ?b)) (exists (?c - box) (clean ?c))"
    found = go(f"(:action go :parameters () :precondition (and {inner}) :effect (hand-free))")
    assert [str(each) for each in found.schema.parameters] == ["?b - box", "?c - box"]


def test_a_list_of_not_that_was_never_closed_ends_after_the_first_condition_and_that_is_reported() -> None:
    text = GO.replace(
        "(and (robot-at ?r ?from) (linked ?from ?to))", "(and (not (robot-at ?r ?from) (linked ?from ?to))"
    )
    found = go(text)
    assert str(found.schema.conditions_at_start) == "(and (not (robot-at ?r ?from)) (linked ?from ?to))"
    assert "`not` in (not (robot-at ?r ?from) (linked ?from ?to)) ends before (linked ?from ?to)" in [
        each.text for each in found.corrections
    ]


def test_inequality_of_two_parameters_is_kept() -> None:
    found = go(GO.replace("(and (robot-at ?r ?from)", "(and (not (= ?from ?to)) (robot-at ?r ?from)"))
    assert "(not (= ?from ?to))" in str(found.schema.conditions_at_start)
    assert found.corrections == ()


def test_a_condition_that_contradicts_itself_is_kept_and_reported() -> None:
    found = go(GO.replace("(linked ?from ?to)", "(linked ?from ?to) (not (linked ?from ?to))"))
    assert "precondition" in {each.kind for each in found.corrections}
    assert "(not (linked ?from ?to))" in str(found.schema.conditions_at_start)


def test_without_a_precondition_the_action_is_always_possible() -> None:
    found = go("(:action go :parameters (?b - box) :effect (and (clean ?b)))")
    assert str(found.schema.conditions_at_start) == "(and)"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("(linked ?from ?to)", "(door-between ?from ?to)", "unknown predicate 'door-between'"),
        ("(linked ?from ?to)", "(unlinked ?from ?to)", "unknown predicate 'unlinked'"),
        ("(linked ?from ?to)", "(linked ?from)", "linked takes 2 arguments, found 1"),
        ("(linked ?from ?to)", "(linked ?from ?to ?from)", "linked takes 2 arguments, found 3"),
        ("(linked ?from ?to)", "(linked ?from kitchen)", "'kitchen' is neither a parameter"),
        ("(linked ?from ?to)", "(linked ?r ?to)", "wants room"),
        ("(linked ?from ?to)", "(or (linked ?from ?to) (linked ?to ?from))", "offers a choice"),
        ("(linked ?from ?to)", "(not (and (linked ?from ?to) (linked ?to ?from)))", "choice"),
        ("(linked ?from ?to)", "(forall (?b - box) (held ?b))", "all objects"),
        ("(linked ?from ?to)", "(> (fuel) 3)", "numbers"),
        ("(linked ?from ?to)", "(linked ?from (linked ?to ?from))", "a list stands where an argument should"),
        ("(linked ?from ?to)", "(linked ?from ?to) ?r", "stands alone"),
        ("(linked ?from ?to)", "(at start (linked ?from ?to))", "moments"),
        ("(robot-at ?r ?to)", "(when (hand-free) (robot-at ?r ?to))", "conditional effect"),
        ("(robot-at ?r ?to)", "(decrease (fuel) 1)", "numbers"),
        ("(robot-at ?r ?to)", "(= ?r ?to)", "compares"),
        (":action", ":durative-action", "takes time"),
        ("?from ?to - room)", "?from ?to - room ?t - (either robot box))", "a parameter needs one type"),
        ("?from ?to - room)", "?from ?to - room) (clean ?r)", "among the parameters"),
        (":precondition", ":when-possible", "unknown section :when-possible"),
        (":precondition ", "", "among the parameters"),
        ("(linked ?from ?to)", "()", "empty parentheses"),
        ("?from) (linked", "?from) or (linked", "'or' stands among"),
        ("?from) (linked", "?from) OR: (linked", "'OR:' stands among"),
        ("?from) (linked", "?from) imply (linked", "'imply' stands among"),
        ("?from) (linked", "?from) when (linked", "'when' stands among"),
        ("?from) (linked", "?from) forall (linked", "'forall' stands among"),
        ("?from) (linked", "?from) preference (linked", "'preference' stands among"),
        ("?from) (linked", "?from) if (linked", "'if' stands among"),
        ("?from) (linked", "?from) unless (linked", "'unless' stands among"),
        ("?from) (linked", "?from), except (linked", "'except' stands among"),
        ("?from) (linked", "?from) then (linked", "'then' stands among"),
        ("?from) (linked", "?from) else (linked", "'else' stands among"),
        ("?from) (linked", "?from) but (linked", "'but' stands among"),
        ("(linked ?from ?to))", "(linked ?from ?to) not)", "'not' stands among"),
        ("?from) (linked", "?from) not or (linked", "offers a choice"),
        # A surplus parenthesis elsewhere says nothing about where this list ends.
        (
            "(and (robot-at ?r ?from) (linked ?from ?to))",
            "(and (not (robot-at ?r ?from) (linked ?from ?to))))",
            "`not` denies 2 things",
        ),
        (
            "(and (robot-at ?r ?from) (linked ?from ?to))",
            "(linked ?to ?from)) (not (robot-at ?r ?from) (linked ?from ?to)",
            "`not` denies 2 things",
        ),
        ("(linked ?from ?to))", "(linked ?from (linked ?to ?from))))", "a list stands where an argument should"),
        # Whether the parenthesis after `?to` or the action's own was lost is in doubt.
        (
            "(and (robot-at ?r ?to) (not (robot-at ?r ?from))))",
            "(and (not (robot-at ?r ?from) (robot-at ?r ?to)))",
            "`not` denies 2 things",
        ),
        ("(robot-at ?r ?from) (linked", "(exists (?r - robot) (robot-at ?r ?from)) (linked", "`exists` declares ?r"),
        (
            "(linked ?from ?to)",
            "(exists (?b - box) (held ?b)) (exists (?b - box) (box-at ?b ?from))",
            "`exists` declares ?b",
        ),
        ("(linked ?from ?to)", "(exists (?b) (held ?b)) (exists (?B) (clean ?B))", "`exists` declares ?b"),
        ("(not (robot-at ?r ?from))", "((robot-at ?r ?from))", "begins with a list"),
        ("(?r - robot ?from ?to - room)", "(?r - robot ?from ?to - room ?r - room)", "declared twice"),
        ("(and (robot-at ?r ?to) (not (robot-at ?r ?from)))", "(and)", "no effect"),
    ],
)
def test_what_is_in_doubt_or_no_strips_is_refused_with_the_reason(old: str, new: str, reason: str) -> None:
    assert GO.count(old) == 1
    with pytest.raises(CannotCorrectError, match=reason.replace("(", r"\(").replace("?", r"\?")):
        go(GO.replace(old, new))


@pytest.mark.parametrize("text", ["", "(:action go)", "(:action go :parameters (?r - robot))", "The robot drives."])
def test_a_block_without_sections_is_refused(text: str) -> None:
    with pytest.raises(CannotCorrectError, match="neither"):
        go(text)


def test_a_block_of_endless_parentheses_is_refused() -> None:
    with pytest.raises(CannotCorrectError, match="nested deeper"):
        go(f"(:action go :effect {'(' * 5_000}")
    with pytest.raises(CannotCorrectError, match="characters"):
        go(GO + " word" * 10_000)


def prescribed(text: str) -> Corrected:
    signature = signature_of(SKELETON, "?robot - robot ?a - room ?b - room").parameters
    return corrected(text, "go", SKELETON, signature)


def test_a_prescribed_signature_names_the_parameters() -> None:
    found = prescribed(GO)
    assert [str(each) for each in found.schema.parameters] == ["?robot - robot", "?a - room", "?b - room"]
    assert str(found.schema.conditions_at_start) == "(and (robot-at ?robot ?a) (linked ?a ?b))"
    # Other names say nothing else, so nothing was wrong.
    assert found.corrections == ()


def test_parameters_with_the_prescribed_names_are_put_in_the_prescribed_order() -> None:
    text = GO.replace("?r - robot ?from ?to - room", "?b ?a - room ?robot - robot")
    text = text.replace("?from", "?a").replace("?to", "?b").replace("?r ", "?robot ")
    found = prescribed(text)
    assert [each.name for each in found.schema.parameters] == ["?robot", "?a", "?b"]
    assert [each.kind for each in found.corrections] == ["signature"]


@pytest.mark.parametrize("parameters", ["?r - robot ?from ?to - room ?x - box", "?r - robot ?from - room ?to - box"])
def test_another_signature_than_the_prescribed_one_is_refused(parameters: str) -> None:
    with pytest.raises(CannotCorrectError, match="parameters have to be"):
        prescribed(GO.replace("?r - robot ?from ?to - room", parameters))


def test_types_tell_which_parameter_is_the_prescribed_one() -> None:
    signature = signature_of(SKELETON, "?thing - box ?place - room").parameters
    text = "(:action go :parameters (?r - room ?b - box) :precondition (box-at ?b ?r) :effect (held ?b))"
    found = corrected(text, "go", SKELETON, signature)
    assert str(found.schema.conditions_at_start) == "(box-at ?thing ?place)"
    assert (found.is_sure, [each.kind for each in found.corrections]) == (True, ["signature"])


def test_where_types_leave_several_ways_all_are_kept() -> None:
    found = prescribed(GO.replace("?r - robot ?from ?to - room", "?from ?to - room ?r - robot"))
    assert not found.is_sure
    conditions = {str(each.conditions_at_start) for each in (found.schema, *found.others)}
    assert conditions == {"(and (robot-at ?robot ?a) (linked ?a ?b))", "(and (robot-at ?robot ?b) (linked ?b ?a))"}


def test_names_hint_at_one_of_several_ways() -> None:
    signature = signature_of(SKELETON, "?robot - robot ?from - room ?to - room").parameters
    text = GO.replace("?r - robot ?from ?to - room", "?t ?f - room ?r - robot")
    text = text.replace("?from", "?f").replace("?to", "?t")
    found = corrected(text, "go", SKELETON, signature)
    assert found.is_sure
    assert str(found.schema.conditions_at_start) == "(and (robot-at ?robot ?from) (linked ?from ?to))"
