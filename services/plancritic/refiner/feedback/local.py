"""Feedback collected in this process."""

from __future__ import annotations

from plancritic.pddl.grounding import NotStripsError
from plancritic.pddl.language import PddlSyntaxError, parse_domain
from plancritic.refiner.equivalence.plan_sets import PlanSets
from plancritic.refiner.feedback.collecting import landmark_feedback, negative_feedback, plan_feedback
from plancritic.refiner.feedback.messages import Feedback
from plancritic.refiner.feedback.source import FeedbackKind, Judgement
from plancritic.refiner.proposers.proposer import RefinementTask


class LocalFeedback:
    """Judges candidates of one task by the plan sets of this process."""

    def __init__(self, task: RefinementTask, plan_sets: PlanSets) -> None:
        self._task = task
        self._plan_sets = plan_sets

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        """Return the feedback on a domain (PDDL text)."""
        found: list[Feedback] = []
        try:
            parsed = parse_domain(domain)
            if "plan" in kinds:
                found += plan_feedback(parsed, self._task.problems)
                found += negative_feedback(parsed, self._task.problems)
            if "landmark" in kinds:
                found += await landmark_feedback(parsed, self._task.problems, self._plan_sets)
        except (PddlSyntaxError, NotStripsError) as error:
            return Judgement(fault=str(error))
        return Judgement(tuple(found))
