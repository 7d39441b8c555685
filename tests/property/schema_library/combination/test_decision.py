"""Combinations decided together against each combination searched by itself."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.small_libraries import HEAD, libraries, tasks

from plancritic.pddl.language import Action, Problem, conjuncts, parse_domain, parse_problem
from plancritic.pddl.language.model import FactEffect
from plancritic.schema_library.combination import decision, steps
from plancritic.schema_library.combination.decision import Solved, Undecided, Unsolvable, decide
from plancritic.schema_library.combination.pairs import goal_is_ruled_out
from plancritic.schema_library.combination.product import combinations, volume, whole


def read(library: dict[str, list[str]], task: str) -> tuple[Problem, dict[str, list[Action]]]:
    problem = parse_problem(task, parse_domain(HEAD + ")"))
    read_in = {
        name: [parse_domain(f"{HEAD}{text})").actions[name] for text in texts] for name, texts in library.items()
    }
    return problem, read_in


def alone(problem: Problem, actions: tuple[Action, ...]) -> tuple[str, ...] | None:
    """The canonical shortest plan of one combination, by a plain search: shortest, then least step by step."""
    variables = sorted(
        (
            (action.name, *objects),
            dict(zip((each.name for each in action.parameters), objects, strict=True)),
            action,
        )
        for action in actions
        for objects in product(*(problem.objects_of(*each.types) for each in action.parameters))
    )

    def text(atom: object, binding: dict[str, str]) -> str:
        return " ".join(binding.get(word, word) for word in str(atom).strip("()").split())

    def holds(condition: object, state: frozenset[str], binding: dict[str, str]) -> bool:
        wanted = not str(condition).startswith("(not")
        inner = str(condition) if wanted else str(condition)[5:-1]
        return (text(inner, binding) in state) == wanted

    start = frozenset(text(each, {}) for each in problem.facts)
    if all(holds(each, start, {}) for each in conjuncts(problem.goal)):
        return ()
    # Plans are extended in order, so the first one into a state is the least of the shortest ones.
    seen, layer = {start}, [(start, tuple[str, ...]())]
    while layer:
        following = []
        for state, plan in layer:
            for words, binding, action in variables:
                if not all(holds(each, state, binding) for each in conjuncts(action.conditions_at_start)):
                    continue
                effects = [each for each in action.effects_at_start if isinstance(each, FactEffect)]
                lost = {text(each.atom, binding) for each in effects if not each.becomes}
                after = state - lost | {text(each.atom, binding) for each in effects if each.becomes}
                if after not in seen:
                    seen.add(after)
                    following.append((after, (*plan, " ".join(words))))
        for state, plan in following:
            if all(holds(each, state, {}) for each in conjuncts(problem.goal)):
                return plan
        layer = following
    return None


@settings(max_examples=examples(400), deadline=None)
@given(libraries, tasks)
def test_combinations_decided_together_are_decided_as_each_one_alone(library: dict[str, list[str]], task: str) -> None:
    problem, candidates = read(library, task)
    shared = steps.share_steps(problem, candidates)
    decided: Counter[tuple[int, ...]] = Counter()
    for each in decide(shared):
        assert not isinstance(each, Undecided)
        for combination in combinations(each.box):
            decided[combination] += 1
            chosen = tuple(candidates[name][number] for name, number in zip(shared.actions, combination, strict=True))
            expected = alone(problem, chosen)
            found = tuple(shared.steps[step] for step in each.plan) if isinstance(each, Solved) else None
            assert found == expected
    assert set(decided.values()) == {1}
    assert len(decided) == volume(whole(shared.sizes))


@settings(max_examples=examples(200), deadline=None)
@given(libraries, tasks)
def test_what_pairs_rule_out_has_no_plan(library: dict[str, list[str]], task: str) -> None:
    problem, candidates = read(library, task)
    shared = steps.share_steps(problem, candidates)
    for combination in combinations(whole(shared.sizes)):
        box = tuple(1 << number for number in combination)
        if shared.hopeless or not goal_is_ruled_out(shared, box):
            continue
        assert list(decide(shared, box)) == [Unsolvable(box)]
        chosen = tuple(candidates[name][number] for name, number in zip(shared.actions, combination, strict=True))
        assert alone(problem, chosen) is None


@settings(max_examples=examples(100), deadline=None)
@given(libraries, tasks, st.integers(1, 3))
def test_few_states_leave_single_combinations_undecided_and_claim_nothing(
    library: dict[str, list[str]], task: str, most_states: int
) -> None:
    problem, candidates = read(library, task)
    shared = steps.share_steps(problem, candidates)
    complete = {combination: type(each) for each in decision.decide(shared) for combination in combinations(each.box)}
    for each in decision.decide(shared, most_states=most_states):
        for combination in combinations(each.box):
            assert isinstance(each, Undecided | complete[combination])
            assert not isinstance(each, Undecided) or volume(each.box) == 1


@settings(max_examples=examples(100), deadline=None)
@given(libraries, tasks, st.integers(1, 12))
def test_a_combination_is_undecided_only_where_it_is_so_by_itself(
    library: dict[str, list[str]], task: str, most_states: int
) -> None:
    problem, candidates = read(library, task)
    shared = steps.share_steps(problem, candidates)
    for each in decision.decide(shared, most_states=most_states):
        if isinstance(each, Undecided):
            assert any(isinstance(one, Undecided) for one in decision.decide(shared, each.box, most_states))


CORRIDOR = """(define (domain corridor) (:requirements :strips) (:predicates (at ?p) (next ?p ?q)))"""


def corridor(places: int) -> steps.SharedSteps:
    """One action, one candidate: a robot goes from one end to the other."""
    names = [f"p{number:03}" for number in range(places)]
    linked = " ".join(f"(next {one} {other})" for one, other in pairwise(names))
    objects, goal = " ".join(names), f"(at {names[-1]})"
    task = f"(define (problem p) (:domain corridor) (:objects {objects}) (:init (at p000) {linked}) (:goal {goal}))"
    domain = parse_domain(CORRIDOR)
    move = "(:action move :parameters (?p ?q) :precondition (and (at ?p) (next ?p ?q))"
    move += " :effect (and (at ?q) (not (at ?p))))"
    return steps.share_steps(
        parse_problem(task, domain), {"move": [parse_domain(f"{CORRIDOR[:-1]} {move})").actions["move"]]}
    )


def test_a_long_corridor_with_more_than_64_facts_is_decided() -> None:
    (found,) = decide(corridor(90))
    assert isinstance(found, Solved)
    assert len(found.plan) == 89


def test_what_is_left_when_the_time_is_over_is_undecided() -> None:
    shared = corridor(40)
    assert list(decide(shared, seconds=0)) == [Undecided(whole(shared.sizes), 1)]
