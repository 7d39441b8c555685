"""Answers by the true domain, which plays the person in evaluations; some of them may be wrong."""

from __future__ import annotations

import random
from collections.abc import Sequence

from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.refiner.equivalence.executor import Executor, Inapplicable, Malformed
from plancritic.refiner.questions.question import Question


class TrueDomainAnswers:
    """Answers from the true domain (PDDL text) and the feedback problems (PDDL texts)."""

    def __init__(
        self,
        domain: str,
        problems: Sequence[str],
        one_wrong_in: int | None = None,
        seed: int = 0,
        wrong_among: Sequence[int] = (),
    ) -> None:
        """Prepare answers; one in each `one_wrong_in` is wrong, at a place that the seed draws. None: all are right.

        With `wrong_among` one answer is wrong in all, at one of these places (from one on) that the seed draws.

        Raises:
            ValueError: fewer than one answer is named.
        """
        if one_wrong_in is not None and one_wrong_in < 1:
            raise ValueError(f"one in so many answers is wrong, not one in {one_wrong_in}")
        parsed = parse_domain(domain)
        self._executors = [Executor(parse_problem(each, parsed)) for each in problems]
        self._one_wrong_in = one_wrong_in
        self._chance = random.Random(f"wrong answers/{seed}")
        #: The places of wrong answers, a drawn one for each row of so many.
        self._wrong: list[int] = []
        self._answered = 0
        self._wrong_place = self._chance.choice(wrong_among) if wrong_among else None
        #: How many answers were wrong so far.
        self.wrong = 0

    async def answer(self, question: Question) -> int | None:
        """Return how many of the steps can be taken one after another; wrong is what says the opposite of the last."""
        verdict = self._executors[question.problem].verdict(question.steps)
        count = len(question.steps)
        taken = verdict.number - 1 if isinstance(verdict, Inapplicable | Malformed) else count
        if self._is_wrong():
            self.wrong += 1
            return count if taken < count else count - 1
        return taken

    def _is_wrong(self) -> bool:
        number, self._answered = self._answered, self._answered + 1
        if self._one_wrong_in is None:
            return self._answered == self._wrong_place
        row, place = divmod(number, self._one_wrong_in)
        while len(self._wrong) <= row:
            self._wrong.append(self._chance.randrange(self._one_wrong_in))
        return place == self._wrong[row]
