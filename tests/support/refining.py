"""What refinements are tested with: a domain of the benchmark, faults, knowledge, and a search that tries a list."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.known_problem import KnownProblem, Steps
from plancritic.contracts.refinement.messages import RefinementRequested
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource
from plancritic.refiner.feedback.task import RefinementTask
from plancritic.refiner.pipelines.changes import changes
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.refiner.questions.question import Question
from plancritic.refiner.runs.refinement import MakeSearch
from plancritic.refiner.runs.search_thread import Search, Trees

BLOCKS = benchmark_domains()["blocks"]
#: Two blocks on the table, a to be on b.
PROBLEM = (
    "(define (problem two) (:domain blocks) (:objects a b - block) (:init (on-table a) (on-table b) (clear a) "
    "(clear b) (hand-empty)) (:goal (on a b)))"
)
PLAN: Steps = (("pick-up", "a"), ("stack", "a", "b"))
#: Gripping what is held already: impossible in the true domain.
TWICE: Steps = (("pick-up", "a"), ("pick-up", "b"))
#: `stack` forgets that the block is on the other one afterwards: the goal cannot be reached.
NARROW = BLOCKS.text.replace("(on ?x ?below)", "(clear ?x)", 1)
QUESTION = Question(0, TWICE, "May the hand grip b while it holds a?")


def without(literal: str, action: str) -> str:
    """The true domain where one action lacks the first writing of a literal."""
    before, found, after = BLOCKS.text.partition(f"(:action {action}")
    assert found and literal in after
    return before + found + after.replace(literal, "", 1)


def known(**changes: Any) -> KnownProblem:
    return KnownProblem(**({"text": PROBLEM, "plans": (PLAN,), "landmarks": ((PLAN[1],),)} | changes))


def requested(domain: str, *problems: KnownProblem, **changes: Any) -> RefinementRequested:
    usual = {
        "envelope": Envelope.start(),
        "description": BLOCKS.description,
        "domain": domain,
        "problems": problems or (known(),),
    }
    return RefinementRequested(**(usual | changes))


def tower(height: int) -> tuple[str, Steps]:
    """A problem that K* explodes on: all blocks on the table become one tower; and its plan."""
    names = [f"b{number}" for number in range(height)]
    goal = " ".join(f"(on b{number} b{number + 1})" for number in range(height - 1))
    facts = " ".join(f"(on-table {each}) (clear {each})" for each in names)
    text = (
        f"(define (problem tower) (:domain blocks) (:objects {' '.join(names)} - block) "
        f"(:init (hand-empty) {facts}) (:goal (and {goal})))"
    )
    pairs = [(f"b{number}", f"b{number + 1}") for number in reversed(range(height - 1))]
    return text, tuple(step for upper, lower in pairs for step in (("pick-up", upper), ("stack", upper, lower)))


def tries(candidates: Sequence[str], several: bool = True, ends: bool = True) -> MakeSearch:
    """A search that judges the start and these candidates, at once or one by one, and takes the best, or never ends."""

    def make(request: RefinementRequested, _task: RefinementTask) -> Search:
        start = request.domain

        async def search(source: FeedbackSource, _trees: Trees) -> Refinement:
            domains = (start, *candidates)
            kinds: frozenset[FeedbackKind] = frozenset({"plan", "landmark"})
            if several:
                found = await asyncio.gather(*(source.judge(each, kinds) for each in domains))
            else:
                found = [await source.judge(each, kinds) for each in domains]
            while not ends:
                await source.judge(start, kinds)
                await asyncio.sleep(0.05)
            judged = [(each, one) for each, one in zip(domains, found, strict=True) if one.fault is None]
            domain, best = min(judged, key=lambda each: len(each[1].messages))
            return Refinement(domain, best.messages, changes(start, domain), (QUESTION,))

        return search

    return make
