"""Questions read like English: how things stand, one step, and whether it may be done."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from plancritic.domains.phrases.english import NEGATIVES
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.pddl.language import Atom, parse_domain, parse_problem
from plancritic.refiner.feedback.task import FeedbackProblem
from plancritic.refiner.questions.situation_in_words import Asked, asked_in_words
from plancritic.refiner.questions.wording import ProblemWords, question_text
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.schemas import Model, frame_of, model_of

BLOCKS = benchmark_domains()["blocks"]
PROBLEM = """(define (problem p) (:domain blocks) (:objects a b c - block)
 (:init (clear a) (clear c) (on c b) (on-table a) (on-table b) (hand-empty)) (:goal (and (on b a) (clear b))))"""
PLAN = (("unstack", "c", "b"), ("put-down", "c"), ("pick-up", "b"), ("stack", "b", "a"))
#: The hand may hold any number of blocks.
WIDE = BLOCKS.text.replace("(and (clear ?x) (on-table ?x) (hand-empty))", "(and (clear ?x) (on-table ?x))")
WEIGHTS = {WIDE: 1.0, BLOCKS.text: 0.5}


def words() -> ProblemWords:
    domain = parse_domain(BLOCKS.text)
    return ProblemWords.of(BLOCKS.description, domain, parse_problem(PROBLEM, domain))


def made(*steps: tuple[str, ...], again: bool = False, rivals: Mapping[str, float] = WEIGHTS) -> Asked:
    knowledge = Knowledge(frame_of(parse_domain(WIDE)), [FeedbackProblem(PROBLEM, plans=(PLAN,))])
    weighed: list[tuple[float, Model]] = [(weight, model_of(parse_domain(text))) for text, weight in rivals.items()]
    placed = knowledge.simulators[0].places(steps)
    assert placed is not None
    return asked_in_words(knowledge, weighed, BLOCKS.description, 0, placed, again=again)


def asked(*steps: tuple[str, ...], again: bool = False, rivals: Mapping[str, float] = WEIGHTS) -> str:
    return made(*steps, again=again, rivals=rivals).text


def test_a_question_tells_what_was_done_how_things_stand_and_the_step() -> None:
    assert asked(("unstack", "c", "b"), ("pick-up", "a")) == (
        "In problem 1, this was done: somebody lifts block c off block b. The hand holds something. Block a can be "
        "gripped or built on. Block a lies on the table. Block b can be gripped or built on. Block c is in the hand. "
        "The next step would be: somebody grips block a. May this be done now?"
    )


def test_what_the_domains_in_the_running_are_divided_on_comes_first() -> None:
    first = asked(("pick-up", "a")).split(". ")[1]
    assert first == "The hand holds nothing"


def test_asked_again_it_has_other_words() -> None:
    once, twice = asked(("pick-up", "a")), asked(("pick-up", "a"), again=True)
    assert once != twice
    assert twice.endswith("Suppose that now somebody grips block a. Is that possible as things stand?")


def test_of_many_steps_the_last_is_told() -> None:
    text = question_text(words(), 1, [*PLAN, ("unstack", "b", "a")], ["Block a lies on the table."])
    assert text == (
        "In problem 2, 4 steps were taken, the last of them: somebody puts block b on block a. Block a lies on the "
        "table. The next step would be: somebody lifts block b off block a. May this be done now?"
    )


@pytest.mark.parametrize("name", sorted(benchmark_domains()))
def test_no_fact_of_a_benchmark_domain_is_denied_twice(name: str) -> None:
    domain = benchmark_domains()[name]
    parsed = parse_domain(domain.text)
    types = {kind: f"{kind}-x" for kind in parsed.type_names}
    objects = " ".join(f"{each} - {kind}" for kind, each in types.items())
    problem = parse_problem(
        f"(define (problem p) (:domain {parsed.name}) (:objects {objects}) (:init) (:goal (and)))", parsed
    )
    said = ProblemWords.of(domain.description, parsed, problem)
    for predicate, parameters in parsed.predicates.items():
        fact = Atom(predicate, tuple(types[each.types[0]] for each in parameters))
        for holds in (True, False):
            text = said.fact(fact, holds)
            negations = [each for each in re.findall(r"[a-z]+", text.lower()) if each in NEGATIVES]
            assert len(negations) <= 1 and "?" not in text and "{" not in text, text
    for action in parsed.actions.values():
        clause = said.step((action.name, *(types[each.types[0]] for each in action.parameters)))
        assert "?" not in clause and "{" not in clause and "  " not in clause, clause


def test_a_predicate_and_an_action_that_nobody_described_are_told_by_their_names() -> None:
    said = words()
    assert said.fact(Atom("glued-to", ("a", "b")), holds=False) == "Block a is not glued to block b."
    assert said.step(("paint-over", "a")) == "the step 'paint over' is done with block a"


#: Putting a block down leaves the hand full.
FULL = WIDE.replace("(and (on-table ?x) (clear ?x) (hand-empty)", "(and (on-table ?x) (clear ?x)")


def test_what_speaks_against_a_step_is_told_however_few_domains_ask_for_it() -> None:
    odd = BLOCKS.text.replace(
        "(and (clear ?x) (on-table ?x) (hand-empty))", "(and (clear ?x) (on-table ?x) (hand-empty) (on ?x ?x))"
    )
    assert "Block a does not lie directly on block a." not in asked(("pick-up", "a"))
    assert "Block a does not lie directly on block a." in asked(("pick-up", "a"), rivals={BLOCKS.text: 1.0, odd: 0.005})


def test_where_an_effect_is_in_doubt_its_beginning_is_told_and_what_may_have_changed_it() -> None:
    text = asked(
        ("unstack", "c", "b"),
        ("put-down", "c"),
        ("pick-up", "c"),
        ("put-down", "c"),
        ("pick-up", "a"),
        rivals={FULL: 1.0, BLOCKS.text: 0.5},
    )
    assert text.startswith("Problem 1 begins. The hand holds nothing. Then "), text
    assert "somebody puts block c on the table" in text, text
    assert text.count("The hand holds") == 1, text


def test_questions_that_differ_in_objects_alone_have_one_shape() -> None:
    assert made(("pick-up", "a")).text != made(("pick-up", "c")).text
    on_table = made(("unstack", "c", "b"), ("put-down", "c"), ("pick-up", "c")).shape
    assert made(("unstack", "c", "b"), ("put-down", "c"), ("pick-up", "a")).shape == on_table
    assert made(("pick-up", "a")).shape != made(("pick-up", "b")).shape
