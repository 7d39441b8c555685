"""The skeleton of a description, and the faults of declarations."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.descriptions import GO, hall

from plancritic.contracts.errors import FaultCode
from plancritic.contracts.modelling.descriptions import ActionDescription
from plancritic.domains.descriptions import DescriptionError, schema_of, skeleton_of
from plancritic.pddl.language import PddlSyntaxError, parse_domain
from plancritic.schema_library.candidates.candidate import domain_of
from plancritic.schema_library.candidates.merging import library_of

ACTION = ActionDescription(detailed="It does something.")


def test_a_skeleton_has_types_and_predicates_and_no_action() -> None:
    skeleton = skeleton_of(hall())
    assert dict(skeleton.types) == {"robot": "thing", "box": "thing", "thing": "object", "room": "object"}
    assert set(skeleton.predicates) == {"robot-at", "box-at", "linked", "held", "hand-free", "clean"}
    assert (skeleton.name, dict(skeleton.actions)) == ("hall", {})


def test_a_description_without_types_has_a_skeleton() -> None:
    description = hall().model_copy(update={"types": {}, "predicates": {"(on ?x ?y)": "x is on y"}})
    assert dict(skeleton_of(description).types) == {}


def test_comparing_parameters_asks_for_equality_in_the_whole_domain() -> None:
    text = GO.replace("(and (robot-at ?r ?from)", "(and (not (= ?from ?to)) (robot-at ?r ?from)")
    library = library_of(hall(), "detailed", {"01": text, "02": GO})
    compares, plain = (domain_of(library.skeleton, {"go": each}) for each in library.candidates["go"])
    assert ":equality" in compares.requirements
    assert ":equality" not in plain.requirements
    assert parse_domain(compares.text).requirements == compares.requirements


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"domain": "the hall"}, ("domain",)),
        ({"types": {"room - ": "a room"}}, ("types", "room - ")),
        ({"types": {"room) (:action": "a room"}}, ("types", "room) (:action")),
        ({"predicates": {"linked ?p ?q": "linked"}}, ("predicates", "linked ?p ?q")),
        ({"predicates": {"(linked ?p": "linked"}}, ("predicates", "(linked ?p")),
        ({"predicates": {"(p) (q)": "two"}}, ("predicates", "(p) (q)")),
        ({"predicates": {"(and ?x)": "reserved"}}, ("predicates", "(and ?x)")),
        ({"predicates": {"(p) ; (q": "a comment"}}, ("predicates", "(p) ; (q")),
        ({"predicates": {"(p ?x - rom)": "unknown type"}}, ("predicates", "(p ?x - rom)")),
        ({"predicates": {"(p)": "a", "(q)": "b", "(p ?x)": "declared twice"}}, ("predicates", "(p ?x)")),
        ({"types": {}, "predicates": {"(q)": "b", "(p ?x - room)": "a"}}, ("predicates", "(p ?x - room)")),
        ({"actions": {"drive on": ACTION}}, ("actions", "drive on")),
        ({"actions": {"go": ACTION, "GO": ACTION}}, ("actions", "GO")),
        ({"actions": {"go": ActionDescription()}}, ("actions", "go")),
        ({"actions": {"go": ActionDescription(layman="x", parameters="?r - rom")}}, ("actions", "go", "parameters")),
        (
            {"actions": {"go": ActionDescription(layman="x", parameters="?r) :effect (")}},
            ("actions", "go", "parameters"),
        ),
    ],
)
def test_a_declaration_that_cannot_be_read_is_a_fault_with_its_place(
    changes: dict[str, Any], path: tuple[str, ...]
) -> None:
    with pytest.raises(DescriptionError) as caught:
        skeleton_of(hall().model_copy(update=changes))
    assert caught.value.path == path
    assert caught.value.fault.code is FaultCode.SYNTAX_ERROR
    assert caught.value.fault.remedy


@pytest.mark.parametrize("text", ["", f"{GO}\n{GO.replace('action go', 'action come')}", GO[:-1], "(:predicates (p))"])
def test_what_is_not_one_action_is_no_schema(text: str) -> None:
    with pytest.raises(PddlSyntaxError):
        schema_of(skeleton_of(hall()), text)
