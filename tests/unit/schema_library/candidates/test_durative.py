"""Blocks of answers with time and numbers: read, made canonical, refused with the reason."""

from __future__ import annotations

import pytest
from tests.support.temporal_refining import CASES

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions import DescriptionError, read_description, skeleton_of
from plancritic.domains.descriptions.recorded_answers import read_recorded_answers
from plancritic.pddl.language import parse_domain
from plancritic.schema_library.candidates.candidate import Library, domain_of
from plancritic.schema_library.candidates.durative import durative_schema
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.candidates.prompt import actions_prompt, library_key
from plancritic.schema_library.candidates.sections import CannotCorrectError

HAULAGE = read_description(CASES / "haulage" / "description.yaml")
LOAD = """(:durative-action load
  :parameters (?c - parcel ?v - van ?p - place)
  :duration (= ?duration 2)
  :condition (and (at start (lies ?c ?p)) (at start (>= (room ?v) 1)) (over all (at ?v ?p)))
  :effect (and (at start (not (lies ?c ?p))) (at start (decrease (room ?v) 1)) (at end (aboard ?c ?v))))"""
#: The same in other words: names, order, repetition, a nested conjunction.
LOAD_AGAIN = """(:durative-action load
  :parameters (?parcel - parcel ?car - van ?here - place)
  :duration (= ?duration 2)
  :condition (and (over all (at ?car ?here)) (at start (and (>= (room ?car) 1) (lies ?parcel ?here)))
    (over all (at ?car ?here)))
  :effect (and (at end (aboard ?parcel ?car)) (at start (decrease (room ?car) 1))
    (at start (not (lies ?parcel ?here)))))"""


def without_signatures(description: DomainDescription = HAULAGE) -> DomainDescription:
    """Return the description with neither parameters nor durations as PDDL: whoever models it chooses them."""
    words = {"parameters": None, "duration": "some minutes"}
    actions = {name: each.model_copy(update=words) for name, each in description.actions.items()}
    return description.model_copy(update={"actions": actions})


def library(*answers: str, description: DomainDescription = HAULAGE) -> Library:
    """Return the library of answers."""
    return library_of(description, "detailed", {f"{number:02}": each for number, each in enumerate(answers, 1)})


@pytest.mark.parametrize("description", [HAULAGE, without_signatures()], ids=["prescribed", "free"])
def test_the_same_schema_in_other_words_is_one_candidate(description: DomainDescription) -> None:
    found = library(LOAD, LOAD_AGAIN, description=description).candidates["load"]
    assert [each.instances for each in found] == [("01", "02")]
    assert found[0].whole is not None
    assert found[0].strips_text.startswith("(:action load")
    assert library(found[0].text, description=description).candidates["load"][0].text == found[0].text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(over all (at ?v ?p))", "(at start (at ?v ?p))"),
        ("(at end (aboard ?c ?v))", "(at start (aboard ?c ?v))"),
        ("(>= (room ?v) 1)", "(>= (room ?v) 2)"),
        ("(decrease (room ?v) 1)", "(decrease (room ?v) 2)"),
        ("(= ?duration 2)", "(= ?duration 3)"),
    ],
)
def test_another_moment_number_or_duration_is_another_candidate(before: str, after: str) -> None:
    found = library(LOAD, LOAD.replace(before, after), description=without_signatures()).candidates["load"]
    assert len(found) == 2
    assert found[0].strips_text == found[1].strips_text


def test_a_prescribed_duration_wins_and_that_is_told() -> None:
    found = library(LOAD, LOAD.replace("(= ?duration 2)", "(= ?duration 3)")).candidates["load"]
    assert [each.instances for each in found] == [("01", "02")]
    assert [each.text for each in found[0].corrections] == ["02: the duration made 2"]


def test_a_plain_block_gets_the_prescribed_duration_and_the_usual_moments() -> None:
    walk = """(:action walk :parameters (?d - driver ?from ?to - place)
      :precondition (and (at ?d ?from) (footpath ?from ?to)) :effect (and (not (at ?d ?from)) (at ?d ?to)))"""
    found = library(walk).candidates["walk"][0]
    assert "(= ?duration (walking_time ?from ?to))" in found.text
    assert "(at start (at ?d ?from))" in found.text
    assert "(at start (not (at ?d ?from)))" in found.text
    assert "(at end (at ?d ?to))" in found.text


def test_parameters_in_another_order_are_put_into_the_prescribed_one() -> None:
    other = LOAD.replace("(?c - parcel ?v - van ?p - place)", "(?p - place ?v - van ?c - parcel)")
    found = library(LOAD, other).candidates["load"]
    assert [each.instances for each in found] == [("01", "02")]


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("(over all (at ?v ?p))", "(over all (near ?v ?p))", "not legal in this domain"),
        ("(over all (at ?v ?p))", "(at start (forall (?w - van) (at ?w ?p)))", "a quantifier"),
        ("(at end (aboard ?c ?v))", "(when (at start (vacant ?v)) (at end (aboard ?c ?v)))", "a conditional effect"),
        ("(?c - parcel ?v - van ?p - place)", "(?c - parcel ?w - van ?p ?q - place)", "not legal"),
    ],
)
def test_what_cannot_be_used_is_left_out_with_the_reason(before: str, after: str, reason: str) -> None:
    text = LOAD.replace(before, after).replace("(?w - van) (at ?w", "(?w - van) (at ?w")
    found = library(text)
    assert found.candidates["load"] == ()
    assert [reason in each.reason for each in found.dropped if each.action == "load"] == [True]


def test_parameters_that_are_not_the_prescribed_ones_are_refused() -> None:
    text = LOAD.replace("?p - place)", "?p ?q - place)", 1)
    skeleton = skeleton_of(HAULAGE)
    prescribed = library(LOAD).candidates["load"][0].schema.parameters
    with pytest.raises(CannotCorrectError, match="the parameters have to be"):
        durative_schema(text, "load", skeleton, prescribed, "2")


def test_the_whole_domain_of_a_set_has_its_times_and_numbers() -> None:
    answers = read_recorded_answers(CASES / "haulage" / "recordings")
    found = library(*answers.values())
    assert found.dropped == ()
    domain = domain_of(found.skeleton, {name: each[0] for name, each in found.candidates.items()})
    shipped = parse_domain((CASES.parents[2] / "domains" / "haulage" / "domain.pddl").read_text(encoding="utf-8"))
    read = parse_domain(domain.text)
    assert {name: each.duration for name, each in read.actions.items()} == {
        name: each.duration for name, each in shipped.actions.items()
    }
    assert (
        library(*read_recorded_answers(CASES / "haulage" / "recordings").values()).candidates.keys()
        == read.actions.keys()
    )


def test_the_prompt_asks_for_durations_and_numbers_where_there_are_some() -> None:
    prompt = actions_prompt(HAULAGE, "detailed")
    assert "(:durative-action NAME" in prompt
    assert "It takes time: (driving_time ?from ?to)." in prompt
    assert "`(room ?v - van)`: how many more parcels" in prompt
    timeless = {n: a.model_copy(update={"duration": None}) for n, a in HAULAGE.actions.items()}
    numbers = HAULAGE.model_copy(update={"actions": timeless})
    assert "`(room ?v - van)`: how many more parcels" in actions_prompt(numbers, "detailed")
    plain = HAULAGE.model_copy(update={"actions": timeless, "functions": {}})
    assert ":durative-action" not in actions_prompt(plain, "detailed")
    assert len({library_key(each, "detailed") for each in (plain, numbers, HAULAGE)}) == 3


def test_a_prescribed_duration_must_be_one_of_the_domain() -> None:
    wrong = HAULAGE.actions["drive"].model_copy(update={"duration": "(driving_tyme ?from ?to)"})
    with pytest.raises(DescriptionError, match="the duration of 'drive' cannot be read"):
        skeleton_of(HAULAGE.model_copy(update={"actions": {**HAULAGE.actions, "drive": wrong}}))
