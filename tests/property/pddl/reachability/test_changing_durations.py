"""No specification is disproved that a plan satisfies whose durations depend on numbers that its actions change."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.property.pddl.strategies import constraints, literals_of
from tests.support.examples import examples

from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.grounding import Invariants, ground_action
from plancritic.pddl.language import (
    Constraint,
    ConstraintType,
    Plan,
    Problem,
    Step,
    parse_domain,
    parse_problem,
    value_of,
)
from plancritic.pddl.reachability import Reachability

#: Things are taken whole or in part by a boat that fills, by a crane, and brought ashore.
DOMAIN = """
(define (domain cargo) (:requirements :typing :fluents :durative-actions) (:types thing)
(:predicates (there ?x - thing) (taken ?x - thing) (begun ?x - thing) (free) (idle) (calm))
(:functions (weight ?x - thing) (load) (capacity) (rate))
(:durative-action take :parameters (?x - thing) :duration (= ?duration (/ (weight ?x) (rate)))
  :condition (and (at start (there ?x)) {lock_needed} (at start (> (weight ?x) 0))
    (at start (>= (- (capacity) (load)) (weight ?x))) {calm})
  :effect (and {lock} {gone} (at end (taken ?x))
    (at end (increase (load) (weight ?x))) (at end (assign (weight ?x) 0))))
(:durative-action take_part :parameters (?x - thing) :duration (= ?duration (/ (- (capacity) (load)) (rate)))
  :condition (and {lock_needed} (at start (> (capacity) (load))) (at start (> (weight ?x) (- (capacity) (load))))
    (over all (there ?x)))
  :effect (and {lock} (at start (begun ?x)) (at end (decrease (weight ?x) (- (capacity) (load))))
    (at end (assign (load) (capacity)))))
(:durative-action lift :parameters (?x - thing) :duration (= ?duration 0.3)
  :condition (and (at start (idle)) (at start (there ?x)) (at start (> (load) 2)))
  :effect (and (at start (not (idle))) (at end (idle)) (at {lifted} (decrease (weight ?x) {unit}))))
(:durative-action unload :parameters () :duration (= ?duration (/ (load) 4))
  :condition (and {lock_needed} (at start (> (load) 0)))
  :effect (and {lock} (at end (assign (load) 0))))
(:durative-action storm :parameters () :duration (= ?duration 1)
  :effect (and (at start (not (calm))) (at end (calm)))))
"""
THINGS = ("a", "b", "c")
WITHIN = ConstraintType.WITHIN


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """With and without a lock on the boat, what is taken gone at the start or at the end, numbers on several grids."""
    locked = draw(st.booleans())
    unit = draw(st.sampled_from((0.5, 1, 2)))
    domain = DOMAIN.format(
        lock_needed="(at start (free))" if locked else "",
        lock="(at start (not (free))) (at end (free))" if locked else "",
        gone=f"(at {draw(st.sampled_from(('start', 'end')))} (not (there ?x)))",
        calm=draw(st.sampled_from(("", "(over all (calm))"))),
        unit=unit,
        lifted=draw(st.sampled_from(("start", "end"))),
    )
    numbers = st.sampled_from((1, 2, 3, 4))
    facts = " ".join(f"(there {thing}) (= (weight {thing}) {draw(numbers) * unit})" for thing in THINGS)
    capacity = draw(st.integers(3, 9)) * unit
    facts += f" (free) (idle) (calm) (= (load) 0) (= (rate) {draw(numbers)}) (= (capacity) {capacity})"
    text = f"(define (problem one) (:domain cargo) (:objects {' '.join(THINGS)} - thing) (:init {facts}) (:goal (and)))"
    return parse_problem(text, parse_domain(domain))


@st.composite
def runs(draw: st.DrawFn) -> Trajectory:
    """A plan in which actions follow each other closely: each begins as soon as another is over, or a little later."""
    problem = draw(problems())
    possible = Invariants.of(problem).reachable_actions
    steps: list[Step] = []
    best = execute(problem, Plan(()))
    chosen = draw(st.lists(st.tuples(st.sampled_from(possible), st.integers(0, 9)), min_size=7, max_size=14))
    for (name, arguments), moment in chosen:
        marks = [0.0, *sorted({round(step.start + (step.duration or 0.0) + 0.01, 6) for step in steps}, reverse=True)]
        time = marks[1:][moment] if moment < len(marks) - 1 else marks[0]
        action = ground_action(problem, name, arguments)
        before = [state for state in best.states if state.time < time] or [best.states[0]]
        assert action.duration
        duration = round(value_of(action.duration[0].expression, before[-1].values), 6)
        if duration <= 0:
            continue
        run = execute(problem, Plan(tuple(sorted((*steps, Step(time, name, arguments, duration)), key=_time))))
        if not run.faults:
            best, steps = run, list(run.plan.steps)
    assume(len(steps) > 1)
    return best


def _time(step: Step) -> float:
    return step.start


@st.composite
def met(draw: st.DrawFn) -> tuple[Trajectory, list[Constraint]]:
    run = draw(runs())
    times = st.sampled_from([state.time for state in run.states])
    found = draw(st.lists(constraints(literals_of(run.problem), times), min_size=4, max_size=12))
    found += [
        Constraint(WITHIN, (atom,), (state.time,)) for state in run.states for atom in sorted(state.facts, key=str)
    ]
    kept = [constraint for constraint in found if judge_constraint(run, constraint).satisfied]
    assume(kept)
    return run, kept


@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
@given(met())
def test_what_a_plan_with_changing_durations_satisfies_is_not_disproved(
    case: tuple[Trajectory, list[Constraint]],
) -> None:
    run, found = case
    disproof = Reachability(run.problem).disproof(found, core=False)
    assert disproof is None, f"{run.problem.domain.text}\n{run.problem.text}\n{run.plan}\n{found}\n{disproof}"
