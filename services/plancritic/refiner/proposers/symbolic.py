"""The symbolic repairer as a proposer: the cheapest change that settles all messages so far, equal ones by the seed."""

from __future__ import annotations

import random
from functools import partial

from plancritic.pddl.grounding import NotStripsError
from plancritic.pddl.language import PddlError, parse_domain
from plancritic.refiner.feedback.messages import (
    BeginningFeedback,
    Feedback,
    LandmarkFeedback,
    NegativeFeedback,
    PlanFeedback,
    UnsolvableFeedback,
)
from plancritic.refiner.feedback.task import FeedbackProblem
from plancritic.refiner.proposers.proposer import NothingProposed, ProposalRequest, Proposed
from plancritic.refiner.repair.edit_search import repaired
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.schemas import domain_of, frame_of, model_of
from plancritic.threads import in_thread


class SymbolicRepairer:
    """Proposes by `plancritic.refiner.repair`; it knows the messages of a request, as a language model would."""

    name = "symbolic"

    async def propose(self, request: ProposalRequest) -> Proposed | NothingProposed:
        """Return the domain with the cheapest change that settles the messages; nothing where no change does."""
        return await in_thread(partial(_proposed, request))


def _proposed(request: ProposalRequest) -> Proposed | NothingProposed:
    try:
        domain = parse_domain(request.domain)
        model = model_of(domain)
    except (PddlError, NotStripsError) as error:
        return NothingProposed(f"the repairer cannot read the domain: {error}")
    frame = frame_of(domain)
    knowledge = Knowledge(frame, [FeedbackProblem(each.text) for each in request.task.problems])
    for message in request.messages:
        _learn(knowledge, message)
    if not knowledge.unmet(model):
        return NothingProposed(
            "the domain already settles all that the messages show in steps, so there is nothing to repair"
        )
    found = repaired(knowledge, Plausibility(frame, model), model)
    best = random.Random(request.seed).choice([each for each in found if each.cost <= found[0].cost])
    if best.unmet:
        return NothingProposed("no change of preconditions and effects was found that settles all messages")
    return Proposed(domain_of(frame, best.model).text)


def _learn(knowledge: Knowledge, message: Feedback) -> None:
    match message:
        case PlanFeedback(problem, plan):
            knowledge.add("works", problem, plan)
        case BeginningFeedback(problem, plan):
            knowledge.add("allowed", problem, plan)
        case LandmarkFeedback(problem, plan):
            knowledge.add("wrong", problem, plan)
        case NegativeFeedback(problem, plan):
            knowledge.add("allowed", problem, plan[:-1])
            knowledge.add("refused", problem, plan)
        case UnsolvableFeedback():
            pass  # it shows no steps: a language model may guess, the repairer has nothing to go by
