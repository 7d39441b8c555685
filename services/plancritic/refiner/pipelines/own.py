"""Our own pipeline: edit sets that settle all feedback, negative feedback included, and questions.

All domains that meet what is known compete; the likeliest is taken, its plans are looked at, and what they show counts
against it and for others, until no other is likelier. Questions are asked where domains that deserve doubt disagree.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from plancritic.pddl.language import Domain, PddlError, parse_domain
from plancritic.refiner.feedback.messages import LandmarkFeedback, UnsolvableFeedback
from plancritic.refiner.feedback.source import FeedbackSource, Judgement
from plancritic.refiner.pipelines.changes import worded
from plancritic.refiner.pipelines.outcome import Refinement, start_refused
from plancritic.refiner.proposers.proposer import RefinementTask
from plancritic.refiner.questions.choosing import telling_questions
from plancritic.refiner.questions.question import Answers, Question
from plancritic.refiner.repair.described import DescribedLiterals
from plancritic.refiner.repair.edit_search import repaired
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.probes import probes
from plancritic.refiner.repair.schemas import Model, changes, domain_of, frame_of, model_of, undo
from plancritic.refiner.repair.signatures import with_prescribed_parameters
from plancritic.refiner.repair.suspicion import PlanPool, Suspicion
from plancritic.threads import in_thread

#: Domains whose plans are looked at between two questions.
ROUNDS = 8
#: Models that no plan tells from the likeliest are asked about where they are at most this much less likely.
CLOSE = 5.0
#: How much less any one of the other models counts when questions are chosen: there are many of them.
NEIGHBOUR = 0.3
#: What a problem counts against a domain that meets its plans and yet is too much for the planner.
UNPLANNED = 4.0
#: What it counts against a domain that a problem has no plan in it, which is known to have one: out of the running.
UNSOLVABLE = 1000.0
#: With fewer models left than this, others are looked for.
FEW = 3
#: Domains that are this much less likely than the likeliest (natural logarithm) are out of the running.
RUNNING = 8.0


async def refine(
    task: RefinementTask,
    start: str,
    source: FeedbackSource,
    answers: Answers | None = None,
    most_questions: int = 10,
) -> Refinement:
    """Return the best domain that the repairer finds from a start (PDDL), after asking at most so many questions.

    Without `answers` nobody is asked, and the questions stand in the result.

    Raises:
        StartRefusedError: the start cannot be judged.
    """
    try:
        domain, mended = with_prescribed_parameters(parse_domain(start), task.description)
    except PddlError as error:
        raise start_refused(f"the domain cannot be read: {error}") from None
    judged = await source.judge(domain.text, frozenset({"plan"}))
    if judged.fault is not None:
        raise start_refused(judged.fault)
    search = _Search(task, domain, mended, source)
    await search.settle()
    asked = 0
    refused: set[Question] = set()
    while answers is not None and asked < most_questions:
        question = next((each for each in await search.questions() if each not in refused), None)
        if question is None:
            break
        taken = await answers.answer(question)
        asked += 1
        if taken is None:
            refused.add(question)
            continue
        search.learn(question, taken)
        await search.settle()
    return await search.outcome(asked)


class _Search:
    def __init__(self, task: RefinementTask, domain: Domain, mended: tuple[str, ...], source: FeedbackSource) -> None:
        self._source = source
        self._task = task
        self._mended = mended
        self._frame = frame_of(domain)
        self._start = model_of(domain)
        self._knowledge = Knowledge(self._frame, task.problems)
        described = DescribedLiterals(self._frame, task.description)
        self._plausibility = Plausibility(self._frame, self._start, described)
        self._pool = PlanPool(self._knowledge)
        for number, problem in enumerate(task.problems):
            self._pool.add(number, problem.plans)
        self._suspicion = Suspicion(self._knowledge, self._plausibility, self._pool)
        self._best = self._start
        #: Models that questions are about, with their doubts, the least doubtful first.
        self._running: list[tuple[float, Model]] = []
        self._judged: dict[Model, Judgement] = {}

    async def settle(self) -> None:
        """Find the likeliest model whose plans have been looked at."""
        looked_at = 0
        await in_thread(self._rank)
        while self._best not in self._judged and looked_at < ROUNDS:
            looked_at += 1
            await self._look_at(self._best)
            await in_thread(self._rank)

    async def _look_at(self, model: Model) -> None:
        """Have the plans of a model looked at: they tell models apart, and may miss landmarks."""
        found = await self._source.judge(domain_of(self._frame, model).text, frozenset({"plan", "landmark"}))
        self._judged[model] = found
        for number, plans in enumerate(found.plans):
            self._pool.add(number, plans)
        for message in found.messages:
            if isinstance(message, LandmarkFeedback):
                self._knowledge.add("wrong", message.problem, message.plan)
            elif isinstance(message, UnsolvableFeedback):
                hopeless = self._suspicion.hopeless
                solvable = message.proved and self._is_solvable(message.problem)
                hopeless[model] = hopeless.get(model, 0.0) + (UNSOLVABLE if solvable else UNPLANNED)

    def _is_solvable(self, problem: int) -> bool:
        """Whether a problem is known to have a plan: one is known, or what all plans have in common."""
        return bool(self._task.problems[problem].plans or self._task.problems[problem].landmarks)

    def _rank(self) -> None:
        """Let all models compete that are known to meet all cases, and their neighbours."""
        known = [model for _, model in self._running if not self._knowledge.unmet(model)]
        if len(known) < FEW:  # what is left may all be far from the truth
            known += [each.model for each in repaired(self._knowledge, self._plausibility, self._start)]
        nearest = min(dict.fromkeys(known), key=self._worth)
        competing = list(dict.fromkeys((*known, *self._suspicion.neighbours(nearest))))
        self._best = min(competing, key=self._worth)
        most = self._suspicion.doubt(self._best) + RUNNING
        doubts = ((self._suspicion.doubt(model, most), model) for model in competing)
        self._running = sorted((each for each in doubts if each[0] <= most), key=lambda each: each[0])

    def _worth(self, model: Model) -> tuple[int, float]:
        return len(self._knowledge.unmet(model)), self._suspicion.disbelief(model)

    async def questions(self) -> tuple[Question, ...]:
        """Return what to ask next, the most telling first."""
        return await in_thread(self._questions)

    def _questions(self) -> tuple[Question, ...]:
        """Where no plan tells a model in the running from the likeliest, steps that do are looked for."""
        found = self._telling()
        if found:
            return found
        least = self._running[0][0]
        for doubt, model in self._running:
            if doubt > least + CLOSE:
                break
            for problem, steps in probes(self._knowledge, self._best, model):
                self._pool.probes[problem].setdefault(steps)
        return self._telling()

    def _telling(self) -> tuple[Question, ...]:
        least = self._running[0][0]
        weighed = [
            (math.exp(least - doubt) * (1.0 if model == self._best else NEIGHBOUR), model)
            for doubt, model in self._running
        ]
        return telling_questions(self._knowledge, self._pool, weighed, self._task.description)

    def learn(self, question: Question, taken: int) -> None:
        """Take an answer for a fact: so many of the steps can be taken."""
        self._knowledge.add("allowed", question.problem, question.steps[:taken])
        if taken < len(question.steps):
            self._knowledge.add("refused", question.problem, question.steps[: taken + 1])

    def _changes(self, model: Model) -> Iterator[str]:
        """Give what differs from the start, in words; what nothing known calls for is marked as a guess."""
        for place, (before, after) in enumerate(zip(self._start, model, strict=True)):
            for change in changes(self._frame, place, before, after):
                undone = (*model[:place], undo(after, change), *model[place + 1 :])
                guess = "" if self._knowledge.unmet(undone) else " (a guess)"
                yield worded(self._frame.names[place], change.part, str(change.literal), came=change.came) + guess

    async def outcome(self, asked: int) -> Refinement:
        """Return the likeliest model as a domain, and what is left."""
        best = self._best
        if best not in self._judged:
            await self._look_at(best)
        messages = self._judged[best].messages
        domain = domain_of(self._frame, best).text
        return Refinement(
            domain,
            messages,
            (*self._mended, *self._changes(best)),
            (await self.questions())[:10],
            asked,
        )
