from __future__ import annotations

import itertools

import pytest
from tests.support.drawn_plans import SHIPPED, drawn_courier, drawn_shipped

from plancritic.domains import load_domain
from plancritic.pddl.language import parse_domain
from plancritic.pictures.actors import actor_types
from plancritic.pictures.drawing import Drawing


@pytest.mark.parametrize(
    ("domain", "actors"),
    [
        ("waterway", {"authority", "debris_asset", "scout_asset", "ship_salvage_asset"}),
        ("haulage", {"driver", "van"}),
        ("satellite", {"satellite"}),
    ],
)
def test_actors_are_found_in_what_the_actions_do(domain: str, actors: set[str]) -> None:
    assert set(actor_types(parse_domain(load_domain(domain).domain_pddl))) == actors


def test_a_context_may_name_the_actors_itself() -> None:
    domain = parse_domain(load_domain("haulage").domain_pddl)
    assert actor_types(domain, ("Parcel",)) == ("parcel",)


def test_parcels_that_trucks_and_planes_carry_do_not_act() -> None:
    domain = parse_domain(
        """(define (domain logistics) (:requirements :typing) (:types truck plane package place)
        (:predicates (at ?x - (either truck plane) ?p - place) (lies ?x - package ?p - place)
                     (in ?x - package ?v - (either truck plane)))
        (:action drive :parameters (?t - truck ?a ?b - place) :precondition (at ?t ?a)
                 :effect (and (not (at ?t ?a)) (at ?t ?b)))
        (:action fly :parameters (?t - plane ?a ?b - place) :precondition (at ?t ?a)
                 :effect (and (not (at ?t ?a)) (at ?t ?b)))
        (:action load-truck :parameters (?x - package ?t - truck ?a - place)
                 :precondition (and (at ?t ?a) (lies ?x ?a)) :effect (and (not (lies ?x ?a)) (in ?x ?t)))
        (:action unload-truck :parameters (?x - package ?t - truck ?a - place)
                 :precondition (and (at ?t ?a) (in ?x ?t)) :effect (and (not (in ?x ?t)) (lies ?x ?a)))
        (:action load-plane :parameters (?x - package ?t - plane ?a - place)
                 :precondition (and (at ?t ?a) (lies ?x ?a)) :effect (and (not (lies ?x ?a)) (in ?x ?t)))
        (:action unload-plane :parameters (?x - package ?t - plane ?a - place)
                 :precondition (and (at ?t ?a) (in ?x ?t)) :effect (and (not (in ?x ?t)) (lies ?x ?a))))"""
    )
    assert set(actor_types(domain)) == {"truck", "plane"}


def test_every_step_has_a_bar_in_the_lane_of_each_of_its_actors_and_none_covers_another() -> None:
    for domain, problem in SHIPPED:
        plan = drawn_shipped(domain, problem).plan
        for step in plan.steps:
            lanes = [lane for lane in plan.lanes if any(bar.step == step.index for bar in lane.bars)]
            assert {lane.object for lane in lanes} == set(step.actors)
            assert [lane for lane in lanes if any(bar.step == step.index and bar.own for bar in lane.bars)] == [
                plan.lanes[step.lane]
            ]
        for lane in plan.lanes:
            for row in range(lane.rows):
                bars = [plan.steps[bar.step] for bar in lane.bars if bar.row == row]
                for one, other in itertools.pairwise(bars):
                    assert one.end <= other.start + 0.002, (domain, lane.name)


def test_a_driver_and_the_van_that_it_drives_both_have_the_step_and_the_lane_says_what_they_do() -> None:
    plan = drawn_shipped("haulage", "2").plan
    step = next(step for step in plan.steps if step.action.startswith("(drive driver1"))
    assert step.actors == ("van1", "driver1")
    texts = {lane.object: bar.text for lane in plan.lanes for bar in lane.bars if bar.step == step.index}
    assert texts["driver1"].startswith("drives van 1 from")
    assert texts["van1"].startswith("Driver 1 drives van 1")


def test_idle_actors_keep_an_empty_lane() -> None:
    lanes = {lane.object: lane for lane in drawn_courier().plan.lanes}
    assert not lanes["bob"].bars and len(lanes["ann"].bars) == 4


def test_a_drawing_is_json_and_read_again_it_is_the_same() -> None:
    drawing = drawn_shipped("waterway", "1", "(within 3 (at sct_ast_0 wpt_a_0))")
    assert Drawing.model_validate_json(drawing.model_dump_json()) == drawing
