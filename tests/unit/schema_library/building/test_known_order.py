"""Candidates that take known steps, in whatever order their writers named the parameters."""

from __future__ import annotations

import pytest
from tests.support.descriptions import CASES, GO, hall, recordings

from plancritic.contracts.modelling.known_problem import KnownProblem, Steps
from plancritic.domains.descriptions import read_description
from plancritic.schema_library.building.known_order import in_known_order
from plancritic.schema_library.candidates.candidate import Library
from plancritic.schema_library.candidates.merging import library_of

DUNGEON = read_description(CASES / "dungeon" / "description.yaml")
SWORD: Steps = (("move", "gate", "armoury"), ("pick-sword", "armoury", "blade"))
PROBLEM = """(define (problem two-rooms) (:domain hall) (:objects r - robot here there - room)
  (:init (robot-at r here) (linked here there)) (:goal (robot-at r there)))"""


def signature(library: Library, action: str) -> list[list[str]]:
    return [[each.types[0] for each in one.schema.parameters] for one in library.candidates[action]]


@pytest.mark.parametrize(
    ("steps", "types"), [(SWORD, ["room", "sword"]), ((("pick-sword", "blade", "armoury"),), ["sword", "room"])]
)
def test_types_tell_in_which_order_a_known_step_is_written(steps: Steps, types: list[str]) -> None:
    library = library_of(DUNGEON, "detailed", recordings("dungeon", "detailed"))
    known = KnownProblem(text=DUNGEON.problem or "", allowed=(steps,))
    found = in_known_order(library, DUNGEON, (known,))
    assert {tuple(each) for each in signature(found, "pick-sword")} == {tuple(types)}
    corrected = [
        one.corrections != before.corrections
        for one, before in zip(found.candidates["pick-sword"], library.candidates["pick-sword"], strict=True)
    ]
    changed = signature(library, "pick-sword") != signature(found, "pick-sword")
    assert any(corrected) == changed
    assert [each.votes for each in found.candidates["pick-sword"]] == [
        each.votes for each in library.candidates["pick-sword"]
    ]


def with_go(go: str) -> Library:
    pick_up = "(:action pick-up :parameters (?b - box) :precondition (hand-free) :effect (held ?b))"
    return library_of(hall(), "layman", {"01": f"```pddl\n{go}\n```\n```pddl\n{pick_up}\n```"})


def test_where_types_allow_several_orders_the_one_in_which_the_plan_works_is_taken() -> None:
    backwards = GO.replace("?from ?to - room", "?to ?from - room")
    known = KnownProblem(text=PROBLEM, plans=((("go", "r", "here", "there"),),))
    for go in (GO, backwards):
        (schema,) = (each.schema for each in in_known_order(with_go(go), hall(), (known,)).candidates["go"])
        robot, first, second = (each.name for each in schema.parameters)
        assert f"(robot-at {robot} {first})" in str(schema.conditions_at_start)
        assert f"(linked {first} {second})" in str(schema.conditions_at_start)


def test_what_is_prescribed_and_what_no_order_mends_stays_as_it_is() -> None:
    prescribed = hall("?r - robot ?to ?from - room")
    library = with_go(GO)
    known = KnownProblem(text=PROBLEM, plans=((("go", "r", "here", "there"),),))
    assert in_known_order(library, prescribed, (known,)).candidates == library.candidates
    other = KnownProblem(text=PROBLEM, plans=((("go", "here", "there"),),))
    assert in_known_order(library, hall(), (other,)).candidates == library.candidates
    assert in_known_order(library, hall(), (KnownProblem(text=PROBLEM),)).candidates == library.candidates
