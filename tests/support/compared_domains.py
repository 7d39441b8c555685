"""Two domains of blocks that one condition tells apart, on a problem with a known plan."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.pddl.language import parse_domain
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.feedback.task import FeedbackProblem
from plancritic.refiner.questions.situations import Situations
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.limit import Limit
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.schemas import Model, frame_of, model_of
from plancritic.refiner.repair.suspicion import PlanPool, Suspicion

BLOCKS = benchmark_domains()["blocks"]
PROBLEM = """(define (problem p) (:domain blocks) (:objects a b c - block)
 (:init (clear a) (clear c) (on c b) (on-table a) (on-table b) (hand-empty)) (:goal (and (on b a) (clear b))))"""
PLAN: tuple[Step, ...] = (("unstack", "c", "b"), ("put-down", "c"), ("pick-up", "b"), ("stack", "b", "a"))
TRUE = parse_domain(BLOCKS.text)
#: The hand may hold any number of blocks.
WIDE = parse_domain(
    BLOCKS.text.replace("(and (clear ?x) (on-table ?x) (hand-empty))", "(and (clear ?x) (on-table ?x))")
)
#: What only the wide one allows.
TWICE: tuple[Step, ...] = (("unstack", "c", "b"), ("pick-up", "a"))


def knowledge(
    error_rate: float = 0.05,
    allowed: tuple[tuple[Step, ...], ...] = (),
    refused: tuple[tuple[Step, ...], ...] = (),
) -> Knowledge:
    """What is known with a plan and perhaps with answers."""
    return Knowledge(
        frame_of(WIDE), [FeedbackProblem(PROBLEM, plans=(PLAN,), allowed=allowed, refused=refused)], error_rate
    )


def models() -> tuple[Model, Model]:
    """The wide one, and the true one."""
    return model_of(WIDE), model_of(TRUE)


def explored(known: Knowledge, model: Model, seconds: float = 10.0) -> Situations:
    """Situations found in a model within so much computing."""
    found = Situations(known)
    found.explore(model, [[] for _ in known.simulators], Limit(), seconds)
    return found


def suspicion(known: Knowledge, start: Model) -> Suspicion:
    """The scores of models where no plan was looked at."""
    return Suspicion(known, Plausibility(known.frame, start), PlanPool(known))
