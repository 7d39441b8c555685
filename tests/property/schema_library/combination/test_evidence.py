"""What is known held against all sets at once, and against each set by itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.small_libraries import HEAD, libraries, tasks

from plancritic.contracts.modelling.known_problem import KnownProblem, Steps
from plancritic.pddl.grounding import literals, strips_action
from plancritic.pddl.language import Action, Problem, parse_domain, parse_problem
from plancritic.schema_library.combination import known_problem
from plancritic.schema_library.combination.evidence import Evidence, known_courses
from plancritic.schema_library.combination.product import combinations, volume, whole

STEPS = st.one_of(
    st.tuples(
        st.sampled_from(("move", "paint")),
        st.sampled_from(("a", "b")),
        st.sampled_from(("here", "there")),
        st.sampled_from(("here", "there")),
    ),
    # Candidates name their parameters in one order or in another.
    st.tuples(
        st.sampled_from(("move", "paint")),
        st.sampled_from(("here", "there")),
        st.sampled_from(("here", "there")),
        st.sampled_from(("a", "b")),
    ),
)
COURSES = st.lists(st.lists(STEPS, min_size=1, max_size=4).map(tuple), max_size=2, unique=True).map(tuple)


def contradicts(known_kind: str, steps: Steps, problem: Problem, chosen: dict[str, Action]) -> bool:
    """Whether one set contradicts what is known of some steps: carried out on sets of facts, step by step."""
    facts = set(problem.facts)
    for number, (name, *objects) in enumerate(steps):
        schema = chosen[name]
        fits = len(schema.parameters) == len(objects) and all(
            problem.is_a(each, parameter.types[0]) for each, parameter in zip(objects, schema.parameters, strict=True)
        )
        parts = None
        if fits:
            variables = (each.name for each in schema.parameters)
            parts = strips_action(schema).bound(dict(zip(variables, objects, strict=True)))
        if parts is None or not parts.needs <= facts or parts.forbids & facts:
            return not (known_kind == "refused" and number == len(steps) - 1)
        facts = facts - parts.deletes | parts.adds
    if known_kind == "plan":
        needs, forbids = literals(problem.goal, "the goal")
        return not (needs <= facts and not forbids & facts)
    return known_kind == "refused"


@settings(max_examples=examples(150), deadline=None)
@given(libraries, tasks, COURSES, COURSES, COURSES)
def test_boxes_weigh_each_set_as_it_weighs_by_itself(
    library: dict[str, list[str]],
    task: str,
    plans: tuple[Steps, ...],
    allowed: tuple[Steps, ...],
    refused: tuple[Steps, ...],
) -> None:
    skeleton = parse_domain(f"{HEAD})")
    schemas = {
        name: [parse_domain(f"{HEAD} {each})").actions[name] for each in several] for name, several in library.items()
    }
    problem = parse_problem(task, skeleton)
    known = (KnownProblem(text=task, plans=plans, allowed=allowed, refused=refused),)
    evidence = Evidence(known, skeleton, schemas)
    box = whole(tuple(map(len, schemas.values())))
    weighed = evidence.weighed(box)
    assert sum(volume(each.box) for each in weighed) == volume(box), "the boxes are disjoint and leave nothing out"
    for part in weighed:
        for combination in combinations(part.box):
            chosen = {
                name: several[number] for (name, several), number in zip(schemas.items(), combination, strict=True)
            }
            wrong = [each for each in known_courses(known) if contradicts(each.kind, each.steps, problem, chosen)]
            in_plans = sum(1 for each in wrong if each.kind == "plan")
            assert part.against == (in_plans, len(wrong) - in_plans)
            assert len(evidence.against(combination)) == len(wrong)


def test_sets_that_differ_in_too_many_ways_are_told_as_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    skeleton = parse_domain(f"{HEAD})")
    texts = [f"(:action move :parameters (?x - thing) :effect (and {each}))" for each in ("(lit)", "(marked ?x)")]
    schemas = {"move": [parse_domain(f"{HEAD} {each})").actions["move"] for each in texts]}
    task = "(define (problem p) (:domain small) (:objects a - thing) (:init) (:goal (and (lit) (marked a))))"
    known = (KnownProblem(text=task, plans=((("move", "a"),),)),)
    assert [each.against for each in Evidence(known, skeleton, schemas).weighed((3,))] == [(1, 0)]
    monkeypatch.setattr(known_problem, "MOST_BOXES", 1)
    (weighed,) = Evidence(known, skeleton, schemas).weighed((3,))
    assert (weighed.box, weighed.against, weighed.unchecked) == ((3,), (0, 0), 1)


def test_a_broken_equality_and_an_unmet_literal_are_named() -> None:
    skeleton = parse_domain(f"{HEAD})".replace(":typing", ":typing :equality"))
    text = "(:action move :parameters (?x ?y - thing) :precondition (and (not (= ?x ?y)) (marked ?x)) :effect (lit))"
    schemas = {"move": [parse_domain(f"{HEAD.replace(':typing', ':typing :equality')} {text})").actions["move"]]}
    task = "(define (problem p) (:domain small) (:objects a b - thing) (:init) (:goal (lit)))"
    known = KnownProblem(text=task, plans=((("move", "a", "a"),),), allowed=((("move", "a", "b"),),))
    told = Evidence((known,), skeleton, schemas).against((0,))
    assert told == (
        "plan 1 of problem 1: step 1 (move a a) is refused: (marked a) and (not (= a a)) do not hold",
        "allowed beginning 1 of problem 1: step 1 (move a b) is refused: (marked a) does not hold",
    )
