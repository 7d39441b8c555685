"""The symbolic repairer as a proposer."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.pddl.language import parse_domain
from plancritic.refiner.equivalence.executor import GoalUnmet, Inapplicable
from plancritic.refiner.feedback.collecting import plan_feedback
from plancritic.refiner.feedback.messages import NegativeFeedback, PlanFeedback
from plancritic.refiner.feedback.task import FeedbackProblem, RefinementTask
from plancritic.refiner.proposers.proposer import NothingProposed, ProposalRequest, Proposed
from plancritic.refiner.proposers.symbolic import SymbolicRepairer
from plancritic.refiner.repair.schemas import model_of

BLOCKS = benchmark_domains()["blocks"]
PROBLEM = """(define (problem p) (:domain blocks) (:objects a b c - block)
 (:init (clear a) (clear c) (on c b) (on-table a) (on-table b) (hand-empty)) (:goal (and (on b a) (clear b))))"""
PLAN = (("unstack", "c", "b"), ("put-down", "c"), ("pick-up", "b"), ("stack", "b", "a"))
KNOWN = FeedbackProblem(PROBLEM, plans=(PLAN,))
TASK = RefinementTask(BLOCKS.description, (KNOWN,))


async def test_the_message_is_settled() -> None:
    faulty = BLOCKS.text.replace("(and (on-table ?x) (clear ?x) (hand-empty) ", "(and (on-table ?x) (clear ?x) ")
    (message,) = plan_feedback(parse_domain(faulty), [KNOWN])
    assert isinstance(message, PlanFeedback) and isinstance(message.verdict, Inapplicable)
    proposed = await SymbolicRepairer().propose(ProposalRequest(TASK, faulty, (message,), seed=7))
    assert isinstance(proposed, Proposed) and proposed.repairs == 0
    assert not plan_feedback(parse_domain(proposed.domain), [KNOWN])
    assert proposed == await SymbolicRepairer().propose(ProposalRequest(TASK, faulty, (message,), seed=7))


async def test_all_messages_so_far_count() -> None:
    faulty = BLOCKS.text.replace("(and (clear ?x) (on-table ?x) (hand-empty))", "(and (clear ?x) (on-table ?x))")
    refused = NegativeFeedback(0, (("unstack", "c", "b"), ("pick-up", "a")), "somebody said so")
    works = PlanFeedback(0, PLAN, GoalUnmet(()))
    proposed = await SymbolicRepairer().propose(ProposalRequest(TASK, faulty, (works, refused)))
    assert isinstance(proposed, Proposed)
    assert model_of(parse_domain(proposed.domain)) == model_of(parse_domain(BLOCKS.text))


async def test_nothing_is_proposed_where_nothing_is_to_be_changed_or_to_be_read() -> None:
    found = await SymbolicRepairer().propose(ProposalRequest(TASK, BLOCKS.text, ()))
    assert isinstance(found, NothingProposed)
    found = await SymbolicRepairer().propose(ProposalRequest(TASK, "(define", ()))
    assert isinstance(found, NothingProposed) and "cannot read" in found.reason
