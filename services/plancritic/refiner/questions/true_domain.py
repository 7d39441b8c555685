"""Answers by the true domain, which plays the person in evaluations."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.refiner.equivalence.executor import Executor
from plancritic.refiner.questions.question import Question


class TrueDomainAnswers:
    """Answers from the true domain (PDDL text) and the feedback problems (PDDL texts)."""

    def __init__(self, domain: str, problems: Sequence[str]) -> None:
        parsed = parse_domain(domain)
        self._executors = [Executor(parse_problem(each, parsed)) for each in problems]

    async def answer(self, question: Question) -> bool | None:
        """Return whether the last step may be taken; None where one before it may not, so that nobody can tell."""
        executor = self._executors[question.problem]
        if not executor.allows(question.steps[:-1]):
            return None
        return executor.allows(question.steps)
