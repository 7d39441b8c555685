"""The facts of a problem that a statement may be about."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from plancritic.adherence.facts import (
    AT_FIRST,
    CHANGES,
    FEWEST,
    PLACES,
    POSSIBLE,
    STANDING,
    WANTED,
    FactTable,
    fact_table,
)
from plancritic.domains import known_domains
from plancritic.domains.folder import load_folder
from plancritic.pddl.grounding import ground_atoms
from plancritic.pddl.language import Atom, conjuncts
from plancritic.wording import Lexicon

PROBLEMS = [(domain, problem) for domain in known_domains() for problem in sorted(load_folder(domain).problems)]
KITCHEN = """(define (domain kitchen) (:requirements :strips :typing) (:types cook dish - object pan pot - dish)
(:predicates (hungry) (clean ?d - dish) (serves ?c - cook ?d - dish ?by - cook) (is ?d - (either pan pot)))
(:action wash :parameters (?d - dish) :precondition (and) :effect (clean ?d)))"""
DINNER = """(define (problem dinner) (:domain kitchen) (:objects anna ben - cook wok - pan)
(:init (hungry)) (:goal (clean wok)))"""


@pytest.fixture(scope="module")
def waterway() -> FactTable:
    return fact_table(Lexicon(load_folder("waterway"), "1"))


@pytest.fixture(scope="module")
def dinner() -> FactTable:
    return fact_table(Lexicon.without_context(KITCHEN, DINNER))


def named(table: FactTable, atom: Atom) -> list[str | None]:
    """The objects that the atom's row has in its places."""
    places = table.arguments[table.row[atom]]
    return [table.objects[place] if place < len(table.objects) else None for place in places]


@pytest.mark.parametrize(("domain", "problem"), PROBLEMS)
def test_every_ground_atom_has_a_row_that_names_its_arguments(domain: str, problem: str) -> None:
    lexicon = Lexicon(load_folder(domain), problem)
    table = fact_table(lexicon)

    assert table.atoms == ground_atoms(lexicon.problem)
    for atom in table.atoms:
        assert tuple(named(table, atom)[: len(atom.arguments)]) == atom.arguments
        assert named(table, atom)[len(atom.arguments) : 2] == [None] * (2 - len(atom.arguments))
    assert table.phrases == tuple(lexicon.name(name) for name in lexicon.problem.objects)


@pytest.mark.parametrize(("domain", "problem"), PROBLEMS)
def test_all_arrays_have_a_row_for_each_fact(domain: str, problem: str) -> None:
    table = fact_table(Lexicon(load_folder(domain), problem))

    rows = max(len(table.atoms), FEWEST)
    assert table.arguments.shape == table.alone.shape == (rows, PLACES)
    assert table.predicates.shape == table.present.shape == (rows,)
    assert table.standing.shape == (rows, STANDING)
    assert table.present.sum() == len(table.atoms)
    assert table.arguments.min() >= 0 and table.arguments.max() == len(table.objects)
    assert set(table.predicates.tolist()) == set(range(len(table.sentences)))


def test_rows_of_one_predicate_share_what_it_says_of_the_types(waterway: FactTable) -> None:
    for one, other in pairwise(waterway.atoms):
        same = waterway.predicates[waterway.row[one]] == waterway.predicates[waterway.row[other]]
        assert same == (one.predicate == other.predicate)
    clear = waterway.row[Atom("is_location_not_blocked", ("wpt_ini", "wpt_b_0"))]
    assert waterway.sentences[waterway.predicates[clear]] == (
        "the way from the location to the location is clear; the way from the location to the location becomes clear"
    )


def test_a_clear_way_is_what_became_of_the_debris_that_lay_there(waterway: FactTable) -> None:
    clear = "is_location_not_blocked"

    assert named(waterway, Atom(clear, ("wpt_ini", "wpt_b_0"))) == ["wpt_ini", "wpt_b_0", "u_deb_ini_b_0"]
    assert named(waterway, Atom(clear, ("wpt_a_0", "wpt_end"))) == ["wpt_a_0", "wpt_end", "n_deb_a_0_end"]
    assert named(waterway, Atom(clear, ("wpt_b_0", "wpt_ini")))[2] is None
    # Where debris lies names it already.
    assert named(waterway, Atom("at", ("u_deb_ini_b_0", "wpt_b_0")))[2] is None


def test_only_what_actions_change_counts_as_changing(waterway: FactTable) -> None:
    changing = {atom.predicate for atom in waterway.atoms if waterway.standing[waterway.row[atom], CHANGES]}

    assert {"at", "on", "is_location_not_blocked", "is_underwater_debris_visible"} <= changing
    assert not {"is_location_connected", "has_authority_over_location", "is_location_ship_dock"} & changing


def test_a_fact_is_told_by_the_goal_the_start_and_what_can_come_about(waterway: FactTable) -> None:
    def standing(predicate: str, *arguments: str) -> list[float]:
        return waterway.standing[waterway.row[Atom(predicate, arguments)], [WANTED, AT_FIRST, POSSIBLE]].tolist()

    assert standing("at", "sct_ast_0", "wpt_ini") == [0.0, 1.0, 1.0]
    assert standing("at", "sct_ast_0", "wpt_a_0") == [0.0, 0.0, 1.0]
    assert standing("is_location_connected", "wpt_a_0", "wpt_a_0") == [0.0, 0.0, 0.0]
    assert {atom for atom in waterway.atoms if waterway.standing[waterway.row[atom], WANTED]} == set(
        conjuncts(Lexicon(load_folder("waterway"), "1").problem.goal)
    )


def test_an_argument_that_could_be_no_other_is_alone(waterway: FactTable) -> None:
    def alone(predicate: str, *arguments: str) -> list[float]:
        return waterway.alone[waterway.row[Atom(predicate, arguments)]].tolist()

    assert alone("is_scout_asset_not_scouting", "sct_ast_0") == [1.0, 0.0, 0.0]
    assert alone("at", "sct_ast_0", "wpt_ini") == [0.0, 0.0, 0.0]


def test_a_small_problem_is_filled_up_with_rows_that_are_not_there(dinner: FactTable) -> None:
    assert len(dinner.atoms) == 7 < FEWEST
    np.testing.assert_array_equal(dinner.present, [1.0] * 7 + [0.0] * (FEWEST - 7))
    assert (dinner.arguments[7:] == len(dinner.objects)).all()
    assert not dinner.standing[7:].any() and not dinner.alone[7:].any()


def test_facts_without_arguments_and_with_three_have_rows(dinner: FactTable) -> None:
    assert named(dinner, Atom("hungry")) == [None, None, None]
    assert named(dinner, Atom("serves", ("anna", "wok", "ben"))) == ["anna", "wok", None]
    assert dinner.row[Atom("serves", ("anna", "wok", "ben"))] != dinner.row[Atom("serves", ("anna", "wok", "anna"))]


def test_a_domain_without_words_is_spoken_of_by_its_pddl(dinner: FactTable) -> None:
    assert dinner.phrases == ("anna", "ben", "wok")
    assert dinner.sentences[0] == "'hungry' is true; 'hungry' becomes true"
    assert dinner.sentences[1].startswith("'clean the ")
