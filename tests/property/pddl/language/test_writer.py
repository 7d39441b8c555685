"""What is written is read again as the same model, also after edits; Kairos takes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.same_model import differences

from plancritic.pddl.language import (
    Action,
    Atom,
    Domain,
    FactEffect,
    Not,
    Parameter,
    Problem,
    SchemaEditError,
    add_effect,
    add_parameter,
    add_precondition,
    change_parameter_type,
    conjuncts,
    negate_effect,
    negate_precondition,
    parse_domain,
    parse_problem,
    remove_effect,
    remove_precondition,
    reorder_parameters,
    with_action,
    write_domain,
    write_problem,
)

_ROOT = Path(__file__).parents[4]
_DOMAINS = sorted(path for folder in ("domains", "tests/cases") for path in (_ROOT / folder).rglob("domain.pddl"))
_PROBLEMS = [
    (domain, problem)
    for domain in _DOMAINS
    for problem in sorted(domain.parent.rglob("*.pddl"))
    if problem.name != "domain.pddl" and "(problem" in problem.read_text().replace("( problem", "(problem")
]


def _name(path: Path) -> str:
    return "/".join(path.parts[-3:])


def _domain(path: Path) -> Domain:
    return parse_domain(path.read_text(encoding="utf-8"), str(path))


@pytest.mark.parametrize("path", _DOMAINS, ids=_name)
def test_a_domain_that_is_written_is_read_as_the_same_model(path: Path) -> None:
    domain = _domain(path)
    assert differences(domain, parse_domain(write_domain(domain))) == []


@pytest.mark.parametrize(("domain", "problem"), _PROBLEMS, ids=lambda path: _name(path))
def test_a_problem_that_is_written_is_read_as_the_same_model(domain: Path, problem: Path) -> None:
    read = parse_problem(problem.read_text(encoding="utf-8"), _domain(domain), str(problem))
    again = parse_problem(write_problem(read), parse_domain(write_domain(read.domain)))
    assert differences(read, again) == []


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_after_edits_what_is_written_is_read_as_the_same_model(data: st.DataObject) -> None:
    # A domain of numbers alone has no literals to edit.
    domain = _domain(data.draw(st.sampled_from([path for path in _DOMAINS if _domain(path).predicates])))
    action = domain.actions[data.draw(st.sampled_from(sorted(domain.actions)), label="action")]
    for _ in range(data.draw(st.integers(1, 4), label="edits")):
        try:
            action = _edited(action, domain, data)
        except SchemaEditError:
            continue
    edited = with_action(domain, action)
    assert edited.actions[action.name] == action
    assert differences(edited, parse_domain(write_domain(edited))) == []
    assert [name for name in domain.actions if domain.actions[name] != edited.actions[name]] in ([], [action.name])


def _edited(action: Action, domain: Domain, data: st.DataObject) -> Action:
    conditions = [*conjuncts(action.conditions_at_start)]
    effects = [
        each.atom if each.becomes else Not(each.atom)
        for each in action.effects_at_start
        if isinstance(each, FactEffect)
    ]
    literal = data.draw(_literals(action, domain), label="literal")
    condition = data.draw(st.sampled_from([*conditions, literal]), label="condition")
    effect = data.draw(st.sampled_from([*effects, literal]), label="effect")
    names = [each.name for each in action.parameters]
    kind = data.draw(st.integers(0, 8), label="kind of edit")
    match kind:
        case 0:
            return add_precondition(action, literal)
        case 1:
            return remove_precondition(action, condition)
        case 2:
            return negate_precondition(action, condition)
        case 3:
            return add_effect(action, literal)
        case 4:
            return remove_effect(action, effect)
        case 5:
            return negate_effect(action, effect)
        case 6:
            return reorder_parameters(action, data.draw(st.permutations(names), label="order"))
        case 7 if names:
            # To its own type or one below it: what the action says of the parameter stays well typed.
            name = data.draw(st.sampled_from(names), label="parameter")
            own = next(each.types for each in action.parameters if each.name == name)
            below = [kind for kind in sorted(domain.types) if any(domain.is_subtype(kind, each) for each in own)]
            return change_parameter_type(action, name, (data.draw(st.sampled_from(below or list(own))),))
    types = sorted(domain.types) or ["object"]
    return add_parameter(action, Parameter("?extra", (data.draw(st.sampled_from(types), label="type"),)))


@st.composite
def _literals(draw: st.DrawFn, action: Action, domain: Domain) -> Atom | Not:
    """A literal about the action's parameters, of the right types."""
    fitting = {
        name: [
            [
                one.name
                for one in action.parameters
                if any(domain.is_subtype(one.types[0], each) for each in wanted.types)
            ]
            for wanted in parameters
        ]
        for name, parameters in domain.predicates.items()
    }
    possible = [name for name, columns in fitting.items() if all(columns)]
    name = draw(st.sampled_from(possible))
    atom = Atom(name, tuple(draw(st.sampled_from(column)) for column in fitting[name]))
    return Not(atom) if draw(st.booleans()) else atom


_EVERYTHING = """
(define (domain Everything)
 (:requirements :typing :durative-actions :numeric-fluents :conditional-effects :universal-preconditions
   :preferences :constraints :duration-inequalities :timed-initial-literals :disjunctive-preconditions)
 (:types Truck Boat - vehicle vehicle place - object)
 (:constants Base - place Depot - (either place vehicle))
 (:predicates (At ?v - vehicle ?p - place) (linked ?a ?b - place) (tired) (seen ?o - (either place vehicle)))
 (:functions (fuel ?v - vehicle) (total))
 (:constraints (forall (?v - vehicle) (at-most-once (at ?v Base))))
 (:durative-action go :parameters (?v - vehicle ?a ?b - place)
  :duration (and (>= ?duration 1.5) (<= ?duration (+ 2 (fuel ?v))) (at end (<= ?duration 1e6)))
  :condition (and (at start (at ?v ?a)) (over all (linked ?a ?b)) (preference calm (over all (not (tired))))
    (forall (?o - vehicle) (at end (not (= ?o ?v)))) (at start (or (linked ?a ?b) (and (tired) (seen ?v))))
    (preference (at end (tired))))
  :effect (and (at start (not (at ?v ?a))) (at end (at ?v ?b)) (at end (decrease (fuel ?v) (* 2 ?duration)))
    (forall (?p - place) (when (and (at start (seen ?p)) (at end (tired))) (at end (not (seen ?p)))))))
 (:action rest :parameters () :precondition (and (tired) (preference p1 (exists (?p - place) (seen ?p))))
  :effect (and (not (tired)) (assign (total) -2.5) (when (tired) (forall (?v - vehicle) (scale-up (fuel ?v) 2))))))
"""
_PROBLEM = """
(define (problem One) (:domain Everything) (:objects T1 - truck B1 - boat Quay - place)
 (:init (at T1 Base) (linked base quay) (= (fuel t1) 12.25) (= (fuel b1) 1e-7) (= (total) 0) (at 5 (tired))
  (at 7.5 (not (tired))) (at 8 (= (total) 4)))
 (:goal (and (at t1 quay) (forall (?v - boat) (not (at ?v base))) (preference g1 (tired)) (or (tired) (> (total) 3))))
 (:constraints (and (sometime (at t1 quay)) (preference c1 (always (not (tired)))) (hold-during 1 2.5 (tired))))
 (:metric minimize (+ (* 2 (total-time)) (is-violated g1))))
"""


def test_every_feature_of_the_model_survives() -> None:
    domain = parse_domain(_EVERYTHING)
    again = parse_domain(write_domain(domain))
    assert differences(domain, again) == []
    problem: Problem = parse_problem(_PROBLEM, domain)
    assert differences(problem, parse_problem(write_problem(problem), again)) == []
