from __future__ import annotations

import pickle

import pytest
from tests.support.published import problem_paths, published_problem
from tests.support.small_domain import DOMAIN, problem

from plancritic.pddl.language import (
    Atom,
    Comparison,
    Constraint,
    FactEffect,
    NumericEffect,
    PddlSyntaxError,
    UnsupportedFeatureError,
    load_problem,
    parse_domain,
    parse_problem,
)

ONE = "(define (domain d) (:requirements :adl :fluents :durative-actions) (:predicates (p) (q)) {})"


@pytest.mark.parametrize("instance", ["instance-1", "instance-2", "instance-3"])
@pytest.mark.parametrize("domain", ["restore_waterway_no_fuel", "satellite_simple_time"])
def test_published_problems_are_read(domain: str, instance: str) -> None:
    given = load_problem(*problem_paths(domain, instance))
    assert given.objects
    assert given.facts
    assert given.metric is not None
    assert str(given.metric.expression) == "(total-time)"


def test_types_descend() -> None:
    waterway = published_problem("restore_waterway_no_fuel", "instance-1")
    assert waterway.is_a("deb_ast_0", "asset")
    assert waterway.is_a("deb_ast_0", "locatable")
    assert waterway.is_a("deb_ast_0", "object")
    assert not waterway.is_a("deb_ast_0", "debris")
    assert not waterway.is_a("nobody", "object")
    assert waterway.objects_of("asset") == ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0")


def test_names_are_lower_case_and_shown_as_written() -> None:
    satellite = published_problem("satellite_simple_time", "instance-1")
    assert "groundstation1" in satellite.objects
    assert satellite.display["groundstation1"] == "GroundStation1"


def test_either_takes_objects_of_each_type() -> None:
    given = problem()
    (parameter,) = given.domain.predicates["held"]
    assert given.objects_of(*parameter.types) == ("a", "b", "t")
    assert given.objects_of("thing") == ("c", "a", "b", "k")


def test_the_same_text_gives_the_same_problem() -> None:
    assert problem() is problem()


def test_timed_literals_come_in_order() -> None:
    first, second = problem("(at 5 (not (p a))) (at 2 (= (fuel a) 3))").timed_literals
    assert (first.time, first.effect) == (2.0, NumericEffect("assign", Atom("fuel", ("a",)), 3.0))
    assert (second.time, second.effect) == (5.0, FactEffect(Atom("p", ("a",)), False))


def test_goal_quantifiers_are_written_out_and_preferences_kept_apart() -> None:
    given = problem(goal="(and (forall (?x - box) (p ?x)) (>= (fuel a) 1) (preference tidy (q k)))")
    assert str(given.goal) == "(and (p a) (p b) (>= (fuel a) 1))"
    (wish,) = given.goal_preferences
    assert (wish.name, str(wish.wish)) == ("tidy", "(q k)")


def test_constraints_are_written_out_and_preferences_kept_apart() -> None:
    more = (
        "(:constraints (and (forall (?x - box) (sometime (p ?x))) (at end (exists (?y - crate) (q ?y)))"
        "(preference slow (always (p a)))))"
    )
    given = problem(more=more)
    assert [str(constraint) for constraint in given.constraints] == [
        "(sometime (p a))",
        "(sometime (p b))",
        "(at end (or (q c) (q k)))",
    ]
    (wish,) = given.constraint_preferences
    assert isinstance(wish.wish, Constraint)
    assert str(wish.wish) == "(always (p a))"


def test_a_duration_may_have_bounds_on_both_sides() -> None:
    burn = parse_domain(DOMAIN).actions["burn"]
    assert burn.duration is not None
    assert [bound.operator for bound in burn.duration] == [">=", "<="]
    assert not parse_domain(DOMAIN).actions["flip"].is_durative


def test_a_number_condition_is_a_comparison() -> None:
    assert isinstance(parse_domain(DOMAIN).actions["sum"].conditions_at_end, Comparison)


@pytest.mark.parametrize(
    ("section", "code"),
    [
        ("(:action m :parameters () :precondition (r) :effect (p))", "dialect.undeclared_predicate"),
        ("(:action m :parameters () :precondition (p) :effect (p ?x))", ""),
        ("(:action m :parameters () :precondition (p) :effect (p)", ""),
    ],
)
def test_a_faulty_domain_is_refused_with_its_place(section: str, code: str) -> None:
    with pytest.raises(PddlSyntaxError) as caught:
        parse_domain(ONE.format(section), "mine.pddl")
    assert caught.value.file == "mine.pddl"
    assert caught.value.line == 1
    assert code in caught.value.code
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_faulty_problem_is_refused_with_its_place() -> None:
    text = "(define (problem x) (:domain small)\n(:objects a - box) (:init)\n (:goal (p zz)))"
    with pytest.raises(PddlSyntaxError) as caught:
        parse_problem(text, parse_domain(DOMAIN), "task.pddl")
    assert (caught.value.file, caught.value.line, caught.value.column) == ("task.pddl", 3, 12)


@pytest.mark.parametrize(
    ("section", "feature"),
    [
        ("(:derived (p) (q))", "derived-predicates"),
        (
            "(:functions (f)) (:durative-action m :parameters () :duration (= ?duration 1) :condition ()"
            " :effect (increase (f) (* #t 2)))",
            "continuous-effects",
        ),
    ],
)
def test_a_feature_we_do_not_model_is_named(section: str, feature: str) -> None:
    with pytest.raises(UnsupportedFeatureError) as caught:
        parse_domain(ONE.format(section))
    assert caught.value.feature == feature
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_missing_file_is_no_syntax_error() -> None:
    with pytest.raises(FileNotFoundError):
        load_problem("nowhere.pddl", "nowhere-1.pddl")
