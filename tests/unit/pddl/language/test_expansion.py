"""What is large once its quantifiers are written out is refused before, at its place."""

from __future__ import annotations

import pytest
from tests.support.large_texts import quantified, waterway_with

from plancritic.pddl.grounding import MOST_ATOMS, ground_atoms
from plancritic.pddl.language import (
    MOST_PARTS,
    ExpansionTooLargeError,
    count_parts,
    ground,
    parse_domain,
    parse_problem,
    parts_of,
    read,
    read_condition,
    read_constraints,
    read_one,
    read_task_model,
)

OBJECTS = {"box": ("a", "b", "c"), "place": ("x", "y"), "none": ()}


def objects_of(types: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for each in types for name in OBJECTS[each])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("(p a)", 1),
        ("(not (p a))", 2),
        ("(and (p a) (p b))", 3),
        ("(forall (?x - box) (p ?x))", 4),
        ("(exists (?x - box ?y - place) (r ?x ?y))", 7),
        ("(forall (?x - box) (exists (?y - place) (r ?x ?y)))", 1 + 3 * 3),
        ("(forall (?x - (either box place)) (p ?x))", 6),
        ("(forall (?x - none) (p ?x))", 1),
        ("(forall (?x - none ?a ?b ?c - box) (p ?x))", 1),
        ("(or (forall (?x - box) (p ?x)) (p a))", 6),
    ],
)
def test_parts_are_counted_by_multiplication(text: str, parts: int) -> None:
    assert parts_of(read_condition(read_one(text, "text")), objects_of) == parts
    assert count_parts(read(text, "text"), objects_of) == parts


def test_what_stands_under_no_object_is_never_written_out() -> None:
    inner = f"(forall ({' '.join(f'?x{number}' for number in range(40))} - box) (p ?x0))"
    assert count_parts(read(f"(forall (?y - none) {inner})", "text"), objects_of) == 1


def test_the_refusal_names_place_size_and_bound() -> None:
    text = f"(always (p a))\n(always (and (p b)\n  {quantified(30).replace('location', 'box')}))"
    with pytest.raises(ExpansionTooLargeError) as caught:
        count_parts(read(text, "wishes.pddl"), objects_of)
    error = caught.value
    assert (error.file, error.line, error.column) == ("wishes.pddl", 3, 3)
    assert (error.bound, error.size) == (MOST_PARTS, 1 + 3**30 * 31)
    assert error.kind == "too_large"
    assert "100,000" in error.message and error.remedy


def test_many_lists_share_one_bound() -> None:
    line = "(always (forall (?x ?y - box) (r ?x ?y)))\n"
    assert count_parts(read(line * 10, "text"), objects_of, 10 * 11) == 10 * 11
    with pytest.raises(ExpansionTooLargeError) as caught:
        count_parts(read(line * 10, "text"), objects_of, 10 * 11 - 1)
    assert caught.value.line == 10, "the one with which they become too many"


def test_a_quantified_constraint_is_counted_before_it_is_read() -> None:
    hostile = read_one(f"(forall ({' '.join(f'?x{n}' for n in range(30))} - box) (always (p ?x0)))", "text")
    with pytest.raises(ExpansionTooLargeError):
        next(read_constraints(hostile, objects_of))


def test_a_condition_that_no_reader_counted_is_refused_all_the_same() -> None:
    condition = read_condition(read_one(quantified(30).replace("location", "box"), "text"))
    with pytest.raises(ExpansionTooLargeError):
        ground(condition, {}, objects_of)


@pytest.mark.parametrize(
    ("where", "file"),
    [("goal", "p.pddl"), ("constraint", "p.pddl"), ("precondition", "d.pddl"), ("effect", "d.pddl")],
)
def test_a_task_is_refused_wherever_the_quantifier_stands(where: str, file: str) -> None:
    domain, problem = waterway_with(where)
    with pytest.raises(ExpansionTooLargeError) as caught:
        parse_problem(problem, parse_domain(domain, "d.pddl"), "p.pddl")
    text = domain if file == "d.pddl" else problem
    line = next(number for number, line in enumerate(text.splitlines(), start=1) if "?x7" in line)
    assert (caught.value.file, caught.value.line) == (file, line)


@pytest.mark.parametrize("where", ["goal", "constraint", "precondition", "effect"])
def test_a_large_task_within_the_bounds_is_read(where: str) -> None:
    domain, problem = waterway_with(where, quantified(4))
    assert parse_problem(problem, parse_domain(domain, "d.pddl"), "p.pddl").name


def test_a_task_that_the_model_lacks_a_feature_for_is_counted_too() -> None:
    domain, problem = waterway_with("goal")
    domain = domain.replace("(:predicates", "(:predicates (far ?obj - locatable)", 1)
    derived = "(:derived (far ?obj - locatable) (at ?obj wpt_a_0))\n(:durative-action"
    derived_domain = domain.replace("(:durative-action", derived, 1)
    with pytest.raises(ExpansionTooLargeError):
        read_task_model(derived_domain, problem)


def test_a_predicate_with_too_many_ground_atoms_is_named_with_its_place() -> None:
    domain, problem = waterway_with("goal", quantified(1))
    wide = " ".join(f"?w{number}" for number in range(9))
    domain = domain.replace("(:predicates", f"(:predicates\n (wide {wide} - location)", 1)
    parsed = parse_problem(problem, parse_domain(domain, "d.pddl"), "p.pddl")
    assert len(ground_atoms(parsed, "at")) > 6
    with pytest.raises(ExpansionTooLargeError) as caught:
        ground_atoms(parsed)
    assert (caught.value.file, caught.value.column) == ("d.pddl", 2)
    assert "(wide" in domain.splitlines()[caught.value.line - 1]
    assert (caught.value.size, caught.value.bound) == (6**9, MOST_ATOMS)
