from __future__ import annotations

from typing import Any

from tests.support.drawn_plans import drawn_courier, drawn_shipped

from plancritic.domains import load_domain
from plancritic.pictures.drawing import Drawing, PlaceMap
from plancritic.pictures.drawings import draw_plan_alone
from plancritic.pictures.layout import fitted, laid_out
from plancritic.wording import Lexicon


def map_of(drawing: Drawing) -> PlaceMap:
    assert drawing.plan.map is not None
    return drawing.plan.map


def test_ways_have_their_lengths_and_kinds() -> None:
    found = map_of(drawn_shipped("haulage", "2"))
    ways = {frozenset((way.origin, way.destination)): way for way in found.ways}
    way = ways[frozenset(("depot", "market"))]
    assert not way.one_way
    assert {(kind.name, kind.length, kind.measure) for kind in way.kinds} == {
        ("road", 10.0, "driving time"),
        ("footpath", 25.0, "walking time"),
    }
    assert len(ways) == 7 and {place.object for place in found.places} == {place for pair in ways for place in pair}


def test_things_are_in_places_on_the_way_or_with_what_carries_them() -> None:
    tracks = {track.object: track for track in map_of(drawn_shipped("haulage", "2")).tracks}
    van = tracks["van1"].positions
    assert [each.kind for each in van[:3]] == ["at", "moves", "at"]
    assert van[1].places == ("depot", "station") and van[1].step is not None
    assert {each.carrier for each in tracks["driver1"].positions if each.kind == "with"} == {"van1"}
    parcel = tracks["parcel2"].positions
    assert [each.kind for each in parcel] == ["at", "with", "at"] and parcel[-1].places == ("school",)
    assert tracks["van1"].lane is not None and tracks["parcel1"].lane is None


def test_positions_follow_each_other_without_overlap_up_to_the_end() -> None:
    for domain, problem in (("waterway", "1"), ("haulage", "2"), ("satellite", "1")):
        drawing = drawn_shipped(domain, problem)
        for track in map_of(drawing).tracks:
            for one, other in zip(track.positions, track.positions[1:], strict=False):
                assert one.start <= one.end <= other.start
            assert track.positions[-1].end <= drawing.plan.end + 1e-9


def test_a_way_is_closed_until_the_step_that_clears_it_and_that_is_said_in_words() -> None:
    found = map_of(drawn_shipped("waterway", "1"))
    closed = {(frozenset(each.places), each.sentence): (each.start, each.end) for each in found.closures}
    blocked = closed[frozenset(("wpt_a_0", "wpt_ini")), "the way from waypoint A to the start is blocked"]
    assert blocked == (0.0, 1.0)
    restricted = closed[frozenset(("wpt_a_0",)), "waypoint A is restricted"]
    assert restricted == (0.0, 0.1)
    assert any(
        each.time == 1.0 and "becomes clear" in each.sentence and each.step is not None for each in found.changes
    )
    debris = next(track for track in found.tracks if track.object == "n_deb_ini_a_0")
    assert set(debris.positions[0].places) == {"wpt_ini", "wpt_a_0"} and debris.positions[-1].end == 1.0


def test_directions_of_a_satellite_are_places_without_ways() -> None:
    found = map_of(drawn_shipped("satellite", "1"))
    assert not found.ways and len(found.places) == 7
    assert next(track for track in found.tracks).object == "satellite0"


def test_without_words_a_map_is_drawn_from_the_actions_alone() -> None:
    found = map_of(drawn_courier())
    assert [place.object for place in found.places] == ["home", "market", "office"]
    assert all(kind.name == "road" for way in found.ways for kind in way.kinds)
    letter = next(track for track in found.tracks if track.object == "letter")
    assert [each.kind for each in letter.positions] == ["at", "with", "at"]


BLOCKS = """(define (domain blocks) (:requirements :typing) (:types block)
(:predicates (on ?a ?b - block) (clear ?a - block))
(:action move :parameters (?a ?b ?c - block) :precondition (and (on ?a ?b) (clear ?c))
  :effect (and (not (on ?a ?b)) (on ?a ?c) (clear ?b) (not (clear ?c)))))"""
THREE = """(define (problem p) (:domain blocks) (:objects a b c - block)
(:init (on a b) (clear a) (clear c)) (:goal (on a c)))"""


def test_blocks_on_blocks_are_no_map_and_each_block_has_a_lane() -> None:
    drawing = draw_plan_alone("0: (move a b c)", Lexicon.without_context(BLOCKS, THREE), "1")
    assert drawing.plan.map is None
    assert [len(lane.bars) for lane in drawing.plan.lanes] == [1, 0, 0]


def with_context(**more: Any) -> Drawing:
    bundle = load_domain("haulage")
    context = bundle.context.model_validate({**bundle.context.model_dump(), **more})
    lexicon = Lexicon(bundle.model_copy(update={"context": context}), "2")
    return draw_plan_alone("0.000: (walk driver2 depot market) [25.000]", lexicon, "2")


def test_coordinates_of_the_context_place_the_map_and_half_of_them_do_not() -> None:
    line = [{"match": name, "x": x, "y": 0} for x, name in enumerate(("depot", "market", "hospital", "school", "mill"))]
    assert not map_of(with_context(coordinates=line)).is_given
    found = map_of(with_context(coordinates=[*line, {"match": "STATION", "x": 5, "y": 5}]))
    assert found.is_given
    at = {place.object: (place.x, place.y) for place in found.places}
    assert at["depot"] == (0.0, 0.0) and at["station"] == (1.0, found.height) and at["market"] == (0.2, 0.0)


def test_a_context_may_name_what_locates_things() -> None:
    found = map_of(with_context(movement=["at"]))
    assert {track.object for track in found.tracks} == {"driver1", "driver2", "van1", "van2"}


def test_the_layout_is_the_same_each_time_keeps_places_apart_and_crosses_no_ways_without_need() -> None:
    names = [f"p{number}" for number in range(6)]
    ring = [(names[number], names[(number + 1) % 6]) for number in range(6)]
    first, height = fitted(laid_out(names, [*ring, ("p0", "p3")]))
    assert (first, height) == fitted(laid_out(names, [*ring, ("p0", "p3")]))
    points = list(first.values())
    apart = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for place, a in enumerate(points) for b in points[place + 1 :]]
    assert min(apart) > 0.1
    assert min(x for x, _ in points) == 0 and max(x for x, _ in points) == 1 and max(y for _, y in points) <= height
    assert fitted(laid_out(["only"], ()))[0] == {"only": (0.5, 0.15)}
