"""The quick executor against Kairos' validator and our trajectory executor."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples

from plancritic.judges import ExecutorJudge, JudgeRequest, KairosJudge, prove
from plancritic.pddl.language import Not, conjuncts, parse_domain, parse_problem, write_domain
from plancritic.pddl.language.schema_edits import remove_effect, remove_precondition
from plancritic.refiner.equivalence.executor import Executor, Step

BLOCKS = (Path(__file__).parents[2] / "cases" / "blocks" / "domain.pddl").read_text()
#: Costs are no facts.
DOMAIN = re.sub(r"\(increase \(total-cost\) \d\)|\(:functions \(total-cost\)\)|:action-costs", "", BLOCKS)
PROBLEM = """(define (problem p) (:domain blocks) (:objects a b c)
 (:init (clear a) (clear c) (on c b) (ontable a) (ontable b) (handempty)) (:goal (and (on b a) (clear b))))"""


def changed(seed: int, edits: int) -> str:
    """The domain without some of its literals."""
    chosen = random.Random(seed)
    domain = parse_domain(DOMAIN)
    for _ in range(edits):
        action = domain.actions[chosen.choice(sorted(domain.actions))]
        if chosen.random() < 0.5 and conjuncts(action.conditions_at_start):
            action = remove_precondition(action, chosen.choice(conjuncts(action.conditions_at_start)))
        elif len(action.effects_at_start) > 1:
            effect = chosen.choice(action.effects_at_start)
            literal = effect.atom if effect.becomes else Not(effect.atom)  # type: ignore[union-attr]
            action = remove_effect(action, literal)
        domain = replace(domain, actions={**domain.actions, action.name: action})
    return write_domain(domain)


steps = st.one_of(
    st.tuples(st.sampled_from(("pick-up", "put-down")), st.sampled_from("abc")),
    st.tuples(st.sampled_from(("stack", "unstack")), st.sampled_from("abc"), st.sampled_from("abc")),
    st.sampled_from((("fly", "a"), ("pick-up",), ("stack", "a", "d"))),
)
GOOD: list[Step] = [("unstack", "c", "b"), ("put-down", "c"), ("pick-up", "b"), ("stack", "b", "a")]


@settings(max_examples=examples(300), deadline=None)
@given(st.integers(0, 50), st.integers(0, 3), st.lists(steps, max_size=5), st.integers(0, 4))
def test_a_plan_is_valid_where_the_judges_accept_it(seed: int, edits: int, ending: list[Step], kept: int) -> None:
    plan = GOOD[:kept] + ending
    domain = changed(seed, edits)
    problem = parse_problem(PROBLEM, parse_domain(domain))
    text = "".join(f"({' '.join(step)})\n" for step in plan)
    proof = asyncio.run(prove((KairosJudge(), ExecutorJudge()), JudgeRequest(domain, PROBLEM, text)))
    assert proof.ruling in ("accepted", "rejected")
    assert Executor(problem).accepts(plan) == (proof.ruling == "accepted")
