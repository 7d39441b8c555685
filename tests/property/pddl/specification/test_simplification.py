"""Simplified constraints mean the same for every executable plan that meets the goal."""

from __future__ import annotations

import random
from functools import cache

import kairos
import pytest
from tests.support.small_domain import problem as small_problem

from plancritic.domains import load_domain
from plancritic.laboratory.adherence.training.data.variations import vary
from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.grounding import Invariants, changeable_predicates, ground_atoms
from plancritic.pddl.language import (
    ARITY,
    And,
    Atom,
    Comparison,
    Condition,
    Constraint,
    ConstraintType,
    Not,
    Or,
    Plan,
    Problem,
    Step,
    parse_domain,
    parse_plan,
    parse_problem,
    with_constraints,
)
from plancritic.pddl.specification import simplify

CLASSICAL = """
(define (domain rooms) (:requirements :typing :negative-preconditions) (:types room key)
(:predicates (in ?r - room) (way ?a ?b - room) (has ?k - key) (lies ?k - key ?r - room) (opens ?k - key ?r - room)
  (open ?r - room) (seen ?r - room) (tired))
(:action go :parameters (?a ?b - room) :precondition (and (in ?a) (way ?a ?b) (open ?b) (not (tired)))
  :effect (and (not (in ?a)) (in ?b) (seen ?b) (tired)))
(:action rest :parameters () :precondition (tired) :effect (not (tired)))
(:action take :parameters (?k - key ?r - room) :precondition (and (in ?r) (lies ?k ?r))
  :effect (and (has ?k) (not (lies ?k ?r))))
(:action unlock :parameters (?k - key ?r - room) :precondition (and (has ?k) (opens ?k ?r)) :effect (open ?r)))
"""
ROOMS = """
(define (problem three) (:domain rooms) (:objects a b c d - room k l - key)
(:init (in a) (way a b) (way b a) (way b c) (way c b) (way c d) (open a) (open b) (lies k b) (opens k c) (lies l d))
(:goal (has k)))
"""


def bundled(domain: str) -> tuple[str, str, Problem]:
    bundle = load_domain(domain)
    return bundle.domain_pddl, bundle.problem("1"), parse_problem(bundle.problem("1"), parse_domain(bundle.domain_pddl))


@cache
def planned(domain: str) -> tuple[Problem, tuple[Trajectory, ...]]:
    """Plans that Kairos finds under a few constraints, and variations of them."""
    text, problem_text, problem = bundled(domain)
    chance = random.Random(7)
    found: list[Plan] = []
    parsed = kairos.parse_domain(text)
    for _ in range(20):
        wanted = [str(Constraint(ConstraintType.SOMETIME, (literal(problem, chance),))) for _ in range(2)]
        for constraints in ([], wanted):
            task = kairos.parse_problem(with_constraints(problem_text, constraints), parsed)
            result = kairos.Planner().solve(task, timeout=0.3, anytime=False, threads=1)
            if result.plan is not None:
                lines = result.plan.to_string(kairos.PlanFormat.IPC).splitlines()
                found.append(parse_plan("\n".join(line for line in lines if not line.startswith(";"))))
    trajectories = [execute(problem, plan) for plan in found]
    for _ in range(1500):
        varied = vary(problem, chance.choice(found), found, chance)
        if varied is not None:
            trajectories.append(execute(problem, delayed(varied.plan, chance)))
    return problem, accepted(trajectories)


def delayed(plan: Plan, chance: random.Random) -> Plan:
    """The plan with all from some time on later; now and then nothing is."""
    start, delay = chance.uniform(0, plan.makespan), chance.choice((0.0, 0.5, 3.0))
    steps = (
        Step(each.start + (delay if each.start >= start else 0), *words(each), each.duration) for each in plan.steps
    )
    return Plan(tuple(steps))


def words(step: Step) -> tuple[str, tuple[str, ...]]:
    return step.action, step.arguments


def accepted(trajectories: list[Trajectory]) -> tuple[Trajectory, ...]:
    kept = {str(each.plan): each for each in trajectories if not each.faults and each.goal_met}
    assert len(kept) > 20
    return tuple(kept.values())


@cache
def walked() -> tuple[Problem, tuple[Trajectory, ...]]:
    """Random walks in a classical domain; the first step takes place at time 0."""
    problem = parse_problem(ROOMS, parse_domain(CLASSICAL))
    chance = random.Random(3)
    found = []
    for _ in range(300):
        steps: list[Step] = []
        for _ in range(chance.randint(3, 12)):
            options = list(Invariants.of(problem).reachable_actions)
            chance.shuffle(options)
            for name, arguments in options:
                longer = [*steps, Step(float(len(steps)), name, arguments)]
                if not execute(problem, Plan(tuple(longer))).faults:
                    steps = longer
                    break
        found.append(execute(problem, Plan(tuple(steps))))
    return problem, accepted(found)


@cache
def mixed() -> tuple[Problem, tuple[Trajectory, ...]]:
    """A bit of everything: instant and lasting actions, conditional and universal effects, numbers, timed literals."""
    timed = "(p a) (r b) (r k) (at 0 (r c)) (at 2.5 (not (r b))) (at 6 (held t)) (at 7 (not (held t)))"
    problem = small_problem(timed, "(not (r b))")
    chance = random.Random(5)
    found = []
    for _ in range(6000):
        steps = []
        for _ in range(chance.randint(0, 4)):
            action = chance.choice(list(problem.domain.actions.values()))
            length = None if action.duration is None else chance.choice((1.0, 2.0))
            start = chance.choice((0.0, 0.0, 1.0, 1.003, 2.0, 3.007, 4.5))
            steps.append(Step(start, action.name, (chance.choice("abkc"),), length))
        found.append(execute(problem, Plan(tuple(steps))))
    return problem, accepted(found)


SOURCES = {
    "waterway": lambda: planned("waterway"),
    "satellite": lambda: planned("satellite"),
    "rooms": walked,
    "small": mixed,
}


def literal(problem: Problem, chance: random.Random) -> Condition:
    atom = chance.choice(terms(problem))
    return Not(atom) if chance.random() < 0.5 else atom


@cache
def terms(problem: Problem) -> tuple[Condition, ...]:
    """Atoms that may change, mostly, and a few others."""
    changing = [atom for atom in ground_atoms(problem) if atom.predicate in changeable_predicates(problem.domain)]
    invariants = Invariants.of(problem)
    varying = [atom for atom in changing if not invariants.never(atom) and not invariants.always(atom)]
    numbers = [Comparison(">", fluent, value) for fluent, value in problem.values.items()]
    return (*varying, *changing[::7], Atom("nothing", ("a",)), *numbers[:3])


def condition(chance: random.Random, near: list[Condition], depth: int = 0) -> Condition:
    if depth > 1 or chance.random() < 0.7:
        return chance.choice(near)
    parts = tuple(condition(chance, near, depth + 1) for _ in range(chance.randint(1, 3)))
    return chance.choice((And(parts), Or(parts), Not(parts[0])))


def constraint(chance: random.Random, near: list[Condition], times: list[float]) -> Constraint:
    kind = chance.choice(list(ConstraintType))
    bounds, count = ARITY[kind]
    chosen = sorted(chance.sample(times, bounds))
    return Constraint(kind, tuple(condition(chance, near) for _ in range(count)), tuple(chosen))


def satisfies(trajectory: Trajectory, constraints: tuple[Constraint, ...]) -> bool:
    return all(judge_constraint(trajectory, each).satisfied is True for each in constraints)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("source", SOURCES)
def test_simplified_constraints_are_satisfied_by_the_same_plans(source: str, seed: int) -> None:
    problem, trajectories = SOURCES[source]()
    chance = random.Random(seed)
    for _ in range(400):
        near = [literal(problem, chance) for _ in range(chance.randint(1, 4))]
        shown = chance.sample(trajectories, min(12, len(trajectories)))
        moments = {round(state.time, 3) for state in chance.choice(shown).states} | {0.0, 0.1, 1.05, 50.0}
        times = sorted(moments | {time + 0.25 for time in moments})
        given = tuple(constraint(chance, near, times) for _ in range(chance.randint(1, 4)))
        found = simplify(problem, given)
        for trajectory in shown:
            kept = found.contradiction is None and satisfies(trajectory, found.constraints)
            assert satisfies(trajectory, given) == kept, f"{list(map(str, given))}\n{found}\n{trajectory.plan}"
        again = simplify(problem, found.constraints)
        assert again.contradiction is not None or again.constraints == found.constraints, f"{found}"
        if found.contradiction is not None:
            guilty = tuple(given[place] for place in found.contradiction.indices)
            assert simplify(problem, guilty).contradiction is not None, f"{list(map(str, given))}\n{found}"
        assert simplify(problem, given) == found


@pytest.mark.parametrize("source", SOURCES)
def test_no_plan_breaks_an_invariant(source: str) -> None:
    problem, trajectories = SOURCES[source]()
    invariants = Invariants.of(problem)
    reachable = set(invariants.reachable_actions)
    for trajectory in trajectories:
        assert {words(step) for step in trajectory.plan.steps} <= reachable
        for before, after in zip(trajectory.states, trajectory.states[1:], strict=False):
            for atom in before.facts ^ after.facts:
                assert not invariants.never(atom) and not invariants.always(atom)
                assert not (invariants.only_added(atom) if atom in before.facts else invariants.only_deleted(atom))
                assert after.time > 0 or invariants.changes_at_once(atom)
