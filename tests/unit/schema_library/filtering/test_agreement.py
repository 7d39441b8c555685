"""How far writers agree with a candidate."""

from __future__ import annotations

from itertools import pairwise

import pytest

from plancritic.pddl.language import Action, parse_domain
from plancritic.schema_library.filtering.agreement import means_the_same, writers_behind

DOMAIN = """(define (domain d) (:requirements :strips :typing :negative-preconditions :equality)
  (:types box room) (:predicates (p) (q) (r) (at ?b - box ?r - room) (near ?x ?y - room)) %s)"""


def schema(before: str, after: str, parameters: str = "") -> Action:
    text = f"(:action go :parameters ({parameters}) :precondition (and {before}) :effect (and {after}))"
    return parse_domain(DOMAIN % text, "d").actions["go"]


RIGHT = schema("(p)", "(q)")
WITHOUT = schema("", "(q)")
DENIED = schema("(not (p))", "(q)")
MORE = schema("(p)", "(q) (r)")


def test_a_slip_of_one_of_many_is_far_behind() -> None:
    assert writers_behind([RIGHT, WITHOUT], [6, 1]) == (0, 5)


def test_of_two_readings_none_is_far_behind() -> None:
    assert writers_behind([RIGHT, WITHOUT], [2, 1]) == (0, 1)
    assert writers_behind([RIGHT, WITHOUT], [3, 3]) == (0, 0)


def test_a_schema_that_one_wrote_leads_where_all_others_slipped_elsewhere() -> None:
    # Nobody but its writer wrote all of it, but two and more agree with each of its literals.
    assert writers_behind([WITHOUT, MORE, RIGHT], [1, 1, 1]) == (1, 1, 0)


def test_writers_who_leave_a_literal_out_and_who_deny_it_agree_that_it_does_not_stand_there() -> None:
    # Four wrote the condition, one left it out, two denied it: of these, two have the denial.
    assert writers_behind([RIGHT, WITHOUT, DENIED], [4, 1, 2]) == (0, 1, 2)


def test_one_candidate_is_behind_none() -> None:
    assert writers_behind([RIGHT], [4]) == (0,)
    assert writers_behind([], []) == ()


def test_names_and_order_of_parameters_do_not_matter_and_their_types_do() -> None:
    one = schema("(at ?b ?r)", "(not (at ?b ?r))", "?b - box ?r - room")
    other = schema("(at ?x ?y)", "(not (at ?x ?y))", "?y - room ?x - box")
    assert means_the_same(one, other)
    assert writers_behind([one, other], [6, 1]) == (0, 0)
    wider = schema("(near ?x ?y)", "(q)", "?x ?y - room")
    assert not means_the_same(wider, schema("(near ?y ?x) (near ?x ?y)", "(q)", "?x ?y - room"))
    assert means_the_same(wider, schema("(near ?y ?x)", "(q)", "?x ?y - room"))


def test_equality_is_the_same_both_ways_round() -> None:
    assert means_the_same(
        schema("(near ?x ?y) (not (= ?x ?y))", "(q)", "?x ?y - room"),
        schema("(near ?x ?y) (not (= ?y ?x))", "(q)", "?x ?y - room"),
    )


@pytest.mark.parametrize("more", ["?r - room", "?r - room ?b - box"])
def test_a_parameter_more_is_a_difference(more: str) -> None:
    assert not means_the_same(RIGHT, schema("(p)", "(q)", more))
    assert writers_behind([RIGHT, schema("(p)", "(q)", more)], [5, 1]) == (0, 4)


def test_many_parameters_of_one_type_are_read_in_time() -> None:
    names = [f"?x{number}" for number in range(9)]
    chain = " ".join(f"(near {one} {other})" for one, other in pairwise(names))
    back = " ".join(f"(near {other} {one})" for one, other in pairwise(names))
    declared = f"{' '.join(names)} - room"
    assert means_the_same(schema(chain, "(q)", declared), schema(back, "(q)", declared))


@pytest.mark.timeout(60)
def test_schemas_of_many_parameters_are_compared_within_a_bound() -> None:
    # All readings of ten parameters, 3,628,800, take minutes.
    places = range(10)
    text = "(define (domain d) (:requirements :strips) (:predicates (a ?x ?y)) (:action m :parameters (%s) %s))"
    parameters = " ".join(f"?p{each}" for each in places)

    def of(before: list[tuple[int, int]], after: list[tuple[int, int]]) -> Action:
        conditions = " ".join(f"(a ?p{one} ?p{other})" for one, other in before)
        effects = " ".join(f"(not (a ?p{one} ?p{other}))" for one, other in after)
        body = f":precondition (and {conditions}) :effect (and {effects})"
        return parse_domain(text % (parameters, body), "d").actions["m"]

    ring = [(each, (each + 1) % 10) for each in places]
    wide = [(each, (each + 2) % 10) for each in places]
    mixed = [(other, one) if one % 2 else (one, (one + 2) % 10) for one, other in ring]
    assert writers_behind([of(ring, ring), of(mixed, wide)], [2, 1]) == (0, 1)
    assert means_the_same(of(ring, wide), of(ring, wide))
