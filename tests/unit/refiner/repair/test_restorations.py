"""Several literals that come back at once."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.pddl.faults import structural_faults
from plancritic.pddl.faults.structural_faults import StructuralKind
from plancritic.pddl.language import Domain, parse_domain
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.feedback.task import FeedbackProblem
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.plausibility import Plausibility, edits
from plancritic.refiner.repair.restorations import restorations, turned, unused_predicates
from plancritic.refiner.repair.schemas import Model, Schema, frame_of, model_of

BLOCKS = parse_domain(benchmark_domains()["blocks"].text)
PROBLEM = """(define (problem p) (:domain blocks) (:objects a b c - block)
 (:init (clear a) (clear c) (on c b) (on-table a) (on-table b) (hand-empty)) (:goal (and (on b a) (clear b))))"""
PLAN: tuple[Step, ...] = (("unstack", "c", "b"), ("put-down", "c"), ("pick-up", "b"), ("stack", "b", "a"))
SIZED = benchmark_domains()["pacman-72"]


def faulty(domain: Domain, kind: StructuralKind, detail: str, action: str = "all") -> Domain:
    found = [each for each in structural_faults(domain, kind) if (each.action, each.detail) == (action, detail)]
    assert len(found) == 1
    return found[0].domain


def restored(domain: Domain, problem: str = PROBLEM, plan: tuple[Step, ...] = PLAN) -> tuple[list[Model], Plausibility]:
    frame, start = frame_of(domain), model_of(domain)
    knowledge = Knowledge(frame, [FeedbackProblem(problem, plans=(plan,))])
    return list(restorations(knowledge, start, start)), Plausibility(frame, start)


def test_an_action_without_conditions_gets_those_back_that_always_held() -> None:
    domain = faulty(BLOCKS, "preconditions-gone", "all conditions are missing", "pick-up")
    models, plausibility = restored(domain)
    true = model_of(BLOCKS)
    assert true in models
    # Three conditions, one mistake.
    assert plausibility.cost(true) < 1 < edits(true[0], true[0]._replace(needs=frozenset()))


def test_all_actions_get_their_conditions_back_together() -> None:
    domain = faulty(BLOCKS, "no-preconditions", "no action has any condition")
    models, _ = restored(domain)
    assert any(
        all(own.needs >= true.needs for own, true in zip(each, model_of(BLOCKS), strict=True)) for each in models
    )


def test_an_action_that_makes_nothing_false_moves_on_what_it_needs() -> None:
    domain = faulty(BLOCKS, "deletes-gone", "nothing becomes false", "pick-up")
    models, plausibility = restored(domain)
    assert model_of(BLOCKS) in models
    silent = plausibility.start[0]
    one, two = (silent._replace(deletes=frozenset(each)) for each in ([("clear", 0)], [("clear", 0), ("on-table", 0)]))
    costs = [plausibility.cost((each, *plausibility.start[1:])) for each in (one, two)]
    # All others make something false: the first is likely, and the second hardly more to believe.
    assert costs[0] < 1 and costs[1] - costs[0] < 1


def test_a_forgotten_predicate_comes_back_as_the_opposite_of_another() -> None:
    true = parse_domain(SIZED.text)
    domain = faulty(true, "predicate-forgotten", "not-at is forgotten")
    assert unused_predicates(frame_of(domain), model_of(domain)) == {"not-at"}
    problem = """(define (problem p) (:domain pacman-72) (:objects a b c - node)
 (:init (at a) (not-at b) (not-at c) (connected a b) (connected b c) (food c) (no-food a) (no-food b))
 (:goal (no-food c)))"""
    plan: tuple[Step, ...] = (("move", "a", "b"), ("move", "b", "c"), ("eat", "c"))
    models, plausibility = restored(domain, problem, plan)
    assert model_of(true) in models
    assert plausibility.cost(model_of(true)) < 1


def test_turned_arguments_are_turned_back() -> None:
    domain = faulty(BLOCKS, "arguments-turned", "condition (on ?x ?below) became (on ?below ?x)", "unstack")
    frame, start = frame_of(domain), model_of(domain)
    models = list(restorations(Knowledge(frame, [FeedbackProblem(PROBLEM)]), start, start))
    assert model_of(BLOCKS) in models
    assert Plausibility(frame, start).cost(model_of(BLOCKS)) < 2


def test_two_parameters_stand_for_each_other_in_conditions_or_effects() -> None:
    schema = Schema(frozenset([("on", 0, 1)]), frozenset(), frozenset([("clear", 1)]), frozenset())
    assert turned(schema, 0, 1, conditions=True) == schema._replace(needs=frozenset([("on", 1, 0)]))
    assert turned(schema, 0, 1, conditions=False) == schema._replace(adds=frozenset([("clear", 0)]))


def test_the_same_change_of_two_actions_costs_less_than_two() -> None:
    frame, true = frame_of(BLOCKS), model_of(BLOCKS)
    plausibility = Plausibility(frame, true)

    def bare_of(atom: tuple[str | int, ...], *names: str) -> Model:
        return tuple(
            each._replace(needs=each.needs - {atom}) if name in names else each
            for name, each in zip(frame.names, true, strict=True)
        )

    both = plausibility.cost(bare_of(("hand-empty",), "pick-up", "unstack"))
    single = [plausibility.cost(bare_of(("hand-empty",), each)) for each in ("pick-up", "unstack")]
    assert max(single) < both < sum(single)


def test_a_right_model_has_restorations_too_and_they_cost_something() -> None:
    models, plausibility = restored(BLOCKS)
    assert models and len(set(models)) == len(models)
    assert all(plausibility.cost(each) > 0 for each in models)


def test_an_equality_is_no_fact_and_is_not_turned() -> None:
    """As in satellite: the direction that is turned to is another one."""
    domain = parse_domain(BLOCKS.text.replace("(and (held ?x) (clear ?below))", "(and (not (= ?x ?below)) (held ?x))"))
    assert domain.text != BLOCKS.text
    models, _ = restored(domain)
    stack = frame_of(domain).place("stack")
    alone = model_of(domain)[stack].forbids - {("=", 0, 1)} | {("=", 1, 0)}
    assert models and not any(
        each[stack].forbids == alone and each[stack].needs == model_of(domain)[stack].needs for each in models
    )
