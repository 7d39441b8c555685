"""Folders made from PDDL that others wrote can be loaded, have no errors, and are understood."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.bundle_complaints import check_bundle
from tests.support.examples import examples

from plancritic.contracts.translation import Statement
from plancritic.domains import (
    DomainBundle,
    DomainContext,
    DomainFolderError,
    Severity,
    domains_root,
    load_domain,
)
from plancritic.domains.check import BundleCheck
from plancritic.domains.examination import examine
from plancritic.domains.scaffolding import scaffold
from plancritic.domains.scaffolding.context_text import context_text
from plancritic.domains.scaffolding.scaffold import guessed_context
from plancritic.embedding import CachedEncoder
from plancritic.mentions.linking import Linker
from plancritic.mentions.world import World
from plancritic.pddl.language import PddlSyntaxError, parse_domain, parse_problem
from plancritic.reading.model import Reader
from plancritic.reading.own import Readers
from plancritic.reading.shipped import shipped_reader
from plancritic.translator.candidates.offline import Parser
from plancritic.translator.translation import Translator

CASES = Path(__file__).parents[3] / "cases"
PDDL = {
    "haulage": (domains_root() / "haulage/domain.pddl", sorted((domains_root() / "haulage/problems").glob("*"))),
    "courier": (CASES / "courier/domain.pddl", [CASES / "courier/problem.pddl"]),
    "published_waterway": (
        CASES / "plancritic/restore_waterway_no_fuel/domain.pddl",
        sorted((CASES / "plancritic/restore_waterway_no_fuel").glob("instance-*.pddl")),
    ),
    "published_satellite": (
        CASES / "plancritic/satellite_simple_time/domain.pddl",
        sorted((CASES / "plancritic/satellite_simple_time").glob("instance-*.pddl")),
    ),
}


def made(name: str, root: Path) -> Path:
    domain, problems = PDDL[name]
    scaffold(domain, problems, root / name)
    return root / name


@pytest.mark.parametrize("name", PDDL)
def test_a_folder_made_from_pddl_loads_and_has_no_errors(name: str, tmp_path: Path) -> None:
    home = made(name, tmp_path)

    found = asyncio.run(examine(home, plan_seconds=None))

    assert [each for each in found if each.severity is Severity.ERROR] == []
    # Nobody but its author knows under which licence it may be used.
    assert "no_licence" in {each.kind for each in found}
    bundle = load_domain(name, tmp_path)
    assert check_bundle(bundle) == ()
    assert len(bundle.problems) == len(PDDL[name][1])


def test_the_context_says_that_it_is_guessed(tmp_path: Path) -> None:
    text = (made("courier", tmp_path) / "context.yaml").read_text(encoding="utf-8")

    assert text.startswith("# Written by `plancritic domain scaffold`")
    assert text.count("GUESS") >= 4


@pytest.mark.parametrize(
    ("statement", "constraints"),
    [
        ("Van 1 must be at the depot at the end.", ["(at end (at van1 depot))"]),
        ("Van 1 must never visit the mill.", ["(always (not (at van1 mill)))"]),
        ("The van should go to the market at some point.", ["(sometime (at van1 market))"]),
        ("Driver 2 must be at the hospital at the end.", ["(at end (at driver2 hospital))"]),
        ("Load parcel 3 into the van at some point.", ["(sometime (aboard parcel3 van1))"]),
        ("The van should be vacant at the end.", ["(at end (vacant van1))"]),
    ],
)
def test_simple_statements_are_read_with_guessed_words(statement: str, constraints: list[str], tmp_path: Path) -> None:
    made("haulage", tmp_path)
    bundle = load_domain("haulage", tmp_path)
    problem = parse_problem(bundle.problem("1"), parse_domain(bundle.domain_pddl))

    readings = Parser(Linker(bundle.context, World(problem))).parse(statement)

    assert readings, statement
    assert [str(each) for each in readings[0].constraints] == constraints


async def test_the_networks_read_a_time_in_the_unit_of_a_domain_with_guessed_words(
    tmp_path: Path, real_encoder: CachedEncoder
) -> None:
    made("haulage", tmp_path)
    folder = shipped_reader()
    assert folder is not None
    translator = Translator(readers=Readers(Reader(folder, real_encoder, 1)))
    said = Statement(id="s1", text="Van 1 must be at the market within 30 time units.")
    _, (found,) = await translator.translate(load_domain("haulage", tmp_path), "1", [said])
    likeliest = max((*found.readings, *found.guesses), key=lambda each: each.proposed or 0.0)
    assert likeliest.constraints == ("(within 30 (at van1 market))",)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    home = made("courier", tmp_path)
    (home / "context.yaml").write_text("mine", encoding="utf-8")

    with pytest.raises(DomainFolderError, match="something is already there"):
        made("courier", tmp_path)

    assert (home / "context.yaml").read_text(encoding="utf-8") == "mine"


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "courier").mkdir()

    assert (made("courier", tmp_path) / "domain.pddl").is_file()


def test_a_name_that_no_domain_can_have_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    domain, problems = PDDL["courier"]

    with pytest.raises(DomainFolderError, match="no name for a domain"):
        scaffold(domain, problems, tmp_path / "My Domain")

    assert list(tmp_path.iterdir()) == []


def test_wrong_pddl_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.pddl"
    wrong.write_text("(define (domain a) (:predicates (p ?x - nothing)))", encoding="utf-8")

    with pytest.raises(PddlSyntaxError):
        scaffold(wrong, [wrong], tmp_path / "a")

    assert not (tmp_path / "a").exists()


#: Names as people write them, those among them that YAML would take for something else.
WORDS = st.sampled_from(
    (
        *("at", "on", "off", "yes", "no", "null", "is", "not", "has", "can", "over", "holds", "driving", "connected"),
        *("link", "power", "on-board", "boxes", "bus", "Truck", "clear"),
    )
)
NAMES = st.lists(WORDS, min_size=1, max_size=3).flatmap(
    lambda parts: st.sampled_from(["-".join(parts), "_".join(parts), "".join(map(str.capitalize, parts))])
)


@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(st.tuples(NAMES, st.integers(0, 3)), min_size=1, max_size=5, unique_by=lambda each: each[0].lower()),
    st.lists(NAMES, min_size=1, max_size=4, unique_by=str.lower),
    st.lists(
        st.tuples(NAMES, st.integers(0, 12)),
        min_size=1,
        max_size=5,
        unique_by=lambda each: f"{each[0]}{each[1]}".lower(),
    ),
)
def test_whatever_things_are_called_the_guessed_words_fit(
    named_predicates: list[tuple[str, int]], actions: list[str], objects: list[tuple[str, int]]
) -> None:
    """Forms and templates fit the arities, YAML gives back what was written, every object has a name."""
    predicates = {f"{name}{arity}": arity for name, arity in named_predicates}
    things = [f"{name}{number or ''}" for name, number in objects]
    places = ("", "?a - thing", "?a ?b - thing", "?a - thing ?b - place ?c - thing")
    declared = " ".join(f"({name} {places[arity]})" for name, arity in predicates.items())
    used = ("", "?x", "?x ?x", "?x ?y ?x")
    effects = " ".join(f"({name} {used[arity]})" for name, arity in predicates.items())
    acting = " ".join(
        f"(:action {name}-it :parameters (?x - thing ?y - place) :precondition (and) :effect (and {effects}))"
        for name in actions
    )
    domain = parse_domain(
        f"(define (domain d) (:requirements :strips :typing) (:types thing place) (:predicates {declared}) {acting})"
    )
    named = " ".join(dict.fromkeys(f"thing-{each}" for each in things))
    goal = next(iter(predicates))
    atom = f"({goal} {' '.join(['thing-' + things[0]] * predicates[goal])})" if predicates[goal] < 3 else "(and)"
    problem = parse_problem(
        f"(define (problem p) (:domain d) (:objects {named} - thing home - place) (:init) (:goal {atom}))", domain
    )

    context = guessed_context(domain, [problem])

    assert DomainContext.model_validate(yaml.safe_load(context_text(context))) == context
    bundle = DomainBundle(name="d", domain_pddl=domain.text, problems={"1": "p"}, context=context)
    complaints = list(BundleCheck(bundle, domain, {"1": problem}).complaints())
    assert [each for each in complaints if each.severity is Severity.ERROR or each.kind == "without_words"] == []


@pytest.mark.parametrize(
    ("action", "unit"),
    [
        ("(:action go :parameters (?x) :effect (there ?x))", "step"),
        ("(:durative-action go :parameters (?x) :duration (= ?duration 1) :effect (at end (there ?x)))", "time unit"),
    ],
)
def test_without_durations_the_steps_of_a_plan_are_its_time(action: str, unit: str) -> None:
    domain = parse_domain(f"(define (domain d) (:requirements :durative-actions) (:predicates (there ?x)) {action})")
    problem = parse_problem("(define (problem p) (:domain d) (:objects a) (:init) (:goal (there a)))", domain)
    assert guessed_context(domain, [problem]).time.singular == unit
