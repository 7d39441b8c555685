import pytest

from plancritic.contracts.descriptions import ActionDescription, DomainDescription
from plancritic.contracts.errors import ContractError
from plancritic.pddl.language import Action, parse_domain
from plancritic.schema_library.filtering.schema_text import description_text, schema_text

DECLARED = """(define (domain shelf) (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions)
(:types book shelf) (:predicates (on ?x ?y - book) (in ?x - book ?s - shelf) (hands-free) (held ?x - book)) %s)"""


def action(text: str) -> Action:
    (found,) = parse_domain(DECLARED % text).actions.values()
    return found


def test_a_schema_is_said_by_what_holds_before_and_after() -> None:
    schema = action(
        "(:action take :parameters (?a ?b - book) :precondition (and (on ?a ?b) (hands-free) (not (held ?b)))"
        " :effect (and (held ?a) (not (hands-free)) (not (on ?a ?b))))"
    )
    assert schema_text(schema) == (
        "before: hands free, on book 1 book 2, not held book 2. "
        "after: held book 1, no longer hands free, no longer on book 1 book 2."
    )


def test_a_type_that_stands_once_has_no_number() -> None:
    schema = action("(:action put :parameters (?a - book ?s - shelf) :precondition (held ?a) :effect (in ?a ?s))")
    assert schema_text(schema) == "before: held book. after: in book shelf."


def test_names_of_variables_order_and_repetition_do_not_matter() -> None:
    one = action(
        "(:action a :parameters (?a ?b - book) :precondition (and (hands-free) (on ?a ?b)) :effect (and (held ?a)))"
    )
    other = action(
        "(:action b :parameters (?x ?y - book) :precondition (and (on ?x ?y) (hands-free) (on ?x ?y))"
        " :effect (held ?x))"
    )
    assert schema_text(one) == schema_text(other)


def test_arguments_in_another_order_are_another_text() -> None:
    one = action("(:action a :parameters (?a ?b - book) :precondition (on ?a ?b) :effect (held ?a))")
    other = action("(:action a :parameters (?a ?b - book) :precondition (on ?b ?a) :effect (held ?a))")
    assert schema_text(one) != schema_text(other)


def test_without_conditions_there_is_nothing_before() -> None:
    assert schema_text(action("(:action a :parameters () :effect (hands-free))")) == (
        "before: nothing. after: hands free."
    )


def test_what_is_no_literal_stays_in_its_pddl_with_names() -> None:
    schema = action("(:action a :parameters (?a - book) :precondition (or (held ?a) (hands-free)) :effect (held ?a))")
    assert schema_text(schema) == "before: (or (held book) (hands-free)). after: held book."


DESCRIPTION = DomainDescription(
    domain="shelf",
    predicates={"(held ?x - book)": "book x is held"},
    actions={"take": ActionDescription(detailed="Take\n  a book. "), "put": ActionDescription(layman=" ")},
)


def test_a_description_has_plain_white_space() -> None:
    assert description_text(DESCRIPTION, "take", "detailed") == "Take a book."


@pytest.mark.parametrize(
    ("name", "register", "message"),
    [
        ("take", "layman", "action 'take' of domain 'shelf' has no layman description"),
        ("put", "layman", "action 'put' of domain 'shelf' has no layman description"),
        ("throw", "detailed", "action 'throw' of domain 'shelf' is not described"),
    ],
)
def test_a_missing_description_is_refused(name: str, register: str, message: str) -> None:
    with pytest.raises(ContractError) as refused:
        description_text(DESCRIPTION, name, register)  # type: ignore[arg-type]
    assert refused.value.fault.message == message
    assert refused.value.fault.remedy
