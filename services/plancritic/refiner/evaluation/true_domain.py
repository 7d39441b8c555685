"""Answers by the true domain, which plays the person in evaluations."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.refiner.equivalence.executor import Executor, Inapplicable, Malformed
from plancritic.refiner.questions.question import Question


class TrueDomainAnswers:
    """Answers from the true domain (PDDL text) and the feedback problems (PDDL texts)."""

    def __init__(self, domain: str, problems: Sequence[str]) -> None:
        parsed = parse_domain(domain)
        self._executors = [Executor(parse_problem(each, parsed)) for each in problems]

    async def answer(self, question: Question) -> int | None:
        """Return how many of the steps can be taken one after another."""
        verdict = self._executors[question.problem].verdict(question.steps)
        if isinstance(verdict, Inapplicable | Malformed):
            return verdict.number - 1
        return len(question.steps)
