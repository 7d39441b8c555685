"""Domains that compete by what is known: their search, their weights, and the questions that would tell them apart."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from plancritic.pddl.language import Domain
from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.feedback.messages import Feedback, LandmarkFeedback, UnsolvableFeedback
from plancritic.refiner.feedback.source import FeedbackSource, Judgement
from plancritic.refiner.feedback.task import RefinementTask
from plancritic.refiner.pipelines.neighbourhoods import Neighbourhoods
from plancritic.refiner.pipelines.outcome import GivenAnswer, Refinement
from plancritic.refiner.questions.asking import named_steps, question_about, unlike
from plancritic.refiner.questions.behaviour import Behaviours, Sayings
from plancritic.refiner.questions.certainty import Certainty, Field, certainty
from plancritic.refiner.questions.choosing import Told, told_by
from plancritic.refiner.questions.literal_words import Has, LiteralWords, literal_sentence
from plancritic.refiner.questions.question import Question
from plancritic.refiner.questions.situations import Situations
from plancritic.refiner.repair.described import DescribedLiterals
from plancritic.refiner.repair.edit_search import repaired
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.limit import Limit
from plancritic.refiner.repair.near_edits import NearEdit
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.probes import Steps
from plancritic.refiner.repair.schemas import Model, changes, domain_of, frame_of, model_of, undo
from plancritic.refiner.repair.suspicion import ASKED_EDIT, PlanPool, Suspicion
from plancritic.threads import in_thread

#: Domains whose plans are looked at between two questions.
ROUNDS = 8
#: How much less any one of the other models counts when questions are chosen: there are many of them.
NEIGHBOUR = 0.3
#: What a problem counts against a domain that meets its plans and yet is too much for the planner.
UNPLANNED = 4.0
#: What it counts against a domain that a problem has no plan in it, which is known to have one: out of the running.
UNSOLVABLE = 1000.0
#: With fewer models left than this that no answer contradicts, others are looked for.
FEW = 3
#: Domains that are this much less likely than the likeliest (natural logarithm) are out of the running.
RUNNING = 8.0
#: Domains that questions are about, at most.
MOST_RUNNING = 1_000
#: How much dearer than the cheapest one (in edits) a model may be that meets all cases and competes: what plans and
#: answers say counts for several edits.
MARGIN = 1.5
#: Seconds of computing for one search for models, and for the situations of one domain.
SEARCH, EXPLORE = 3.0, 1.5
#: An answer was not expected where domains of less than this share of the weight gave it.
EXPECTED = 0.3
#: The share of the time left that looking at one domain's plans may take.
LOOK = 0.3
#: The domain that is believed without any answer gives way where this share of the weight, or less, behaves as it does.
OVERRULED = 0.08
#: Questions that an end has.
MOST_QUESTIONS = 10


class Competition:
    """The search of one refinement: which domain is believed, and what would be asked next."""

    def __init__(
        self,
        task: RefinementTask,
        domain: Domain,
        source: FeedbackSource,
        error_rate: float,
        limit: Limit,
    ) -> None:
        self.knowledge = Knowledge(frame_of(domain), task.problems, error_rate)
        self._source = source
        self._task = task
        self._limit = limit
        self._frame = self.knowledge.frame
        self._start = model_of(domain)
        described = DescribedLiterals(self._frame, task.description)
        self._plausibility = Plausibility(self._frame, self._start, described)
        self._pool = PlanPool(self.knowledge)
        for number, problem in enumerate(task.problems):
            self._pool.add(number, problem.plans)
        self._suspicion = Suspicion(self.knowledge, self._plausibility, self._pool)
        self._situations = Situations(self.knowledge)
        self._behaviours = Behaviours(self.knowledge, self._situations)
        self.best = self._start
        #: Models that questions are about, with their doubts, the least doubtful first.
        self._running: list[tuple[float, Model]] = []
        self._judged: dict[Model, Judgement] = {}
        #: How little models are worth asking about, answers aside, with the plans that were looked at.
        self._doubts: dict[Model, float] = {}
        #: How many cases models do not meet.
        self._unmet: dict[Model, int] = {}
        #: Models that could not be looked at in their share of the time.
        self._given_up: set[Model] = set()
        self._neighbourhoods = Neighbourhoods(self.knowledge, self._plausibility, self._suspicion, limit)
        self._explored: set[Model] = set()
        #: Models for whose situations there was no time.
        self._cut_short: set[Model] = set()
        #: Steps that were asked about, and of these the ones that nobody knows about.
        self._asked, self._unknown = set[tuple[int, Steps]](), list[tuple[int, Steps]]()
        for number, problem in enumerate(task.problems):
            for steps in problem.unknown:
                self.leave_out(number, steps)
            for steps in (*problem.allowed, *problem.refused):
                self._left_out(number, steps)
        #: Answers (by their places) that were not expected.
        self._unexpected: list[int] = list(range(len(self.knowledge.answers)))
        #: Whether the last answer contradicts what was believed.
        self._is_surprised = False
        #: Whether models are weighed as for questions.
        self._is_doubted = any(each.allowed or each.refused for each in task.problems)

    async def settle(self) -> None:
        """Find the likeliest model whose plans have been looked at."""
        await self._settle()
        if not self._is_doubted and not self._limit.is_over:
            field = await in_thread(self._field)
            if field.probability < OVERRULED:
                # A guess is hardly ever believed without an answer; hardly anything speaks for what is believed here.
                self._is_doubted = True
                await self._settle()

    async def _settle(self) -> None:
        looked_at = 0
        await in_thread(self._rank)
        while not self._is_looked_at(self.best) and looked_at < ROUNDS and not self._limit.is_over:
            looked_at += 1
            await self._look_at(self.best)
            await in_thread(self._rank)

    def _is_looked_at(self, model: Model) -> bool:
        return model in self._judged or model in self._given_up

    async def _look_at(self, model: Model) -> None:
        """Have the plans of a model looked at: they tell models apart, and may miss landmarks."""
        left = self._limit.left
        try:
            async with asyncio.timeout(None if left == math.inf else left * LOOK):
                found = await self._source.judge(domain_of(self._frame, model).text, frozenset({"plan", "landmark"}))
        except TimeoutError:
            # Too much for the planner, and others have to be looked at, too.
            self._given_up.add(model)
            self._suspicion.hopeless[model] = UNPLANNED * len(self._task.problems)
            self._doubts.pop(model, None)
            return
        self._judged[model] = found
        # What plans say of models is another matter with more plans, and landmarks make cases.
        self._doubts.clear()
        self._unmet.clear()
        for number, plans in enumerate(found.plans):
            self._pool.add(number, plans)
        for message in found.messages:
            if isinstance(message, LandmarkFeedback):
                self.knowledge.add("wrong", message.problem, message.plan)
                self._neighbourhoods.forget()
            elif isinstance(message, UnsolvableFeedback):
                hopeless = self._suspicion.hopeless
                solvable = message.proved and self._is_solvable(message.problem)
                hopeless[model] = hopeless.get(model, 0.0) + (UNSOLVABLE if solvable else UNPLANNED)

    def _is_solvable(self, problem: int) -> bool:
        """Whether a problem is known to have a plan: one is known, or what all plans have in common."""
        return bool(self._task.problems[problem].plans or self._task.problems[problem].landmarks)

    def _rank(self) -> None:
        """Let all models compete that are known to meet all cases, and those that one edit makes of the best."""
        known = [model for _, model in self._running if not self.knowledge.unmet(model)]
        is_surprised, self._is_surprised = self._is_surprised, False
        if is_surprised or sum(not self.knowledge.contradicted(model) for model in known) < FEW:
            # What is left may all be far from the truth, or near what was believed and is not true.
            price = self.knowledge.answer_weight / ASKED_EDIT if self.knowledge.error_rate else math.inf
            is_over = self._limit.computing(SEARCH)
            found = repaired(
                self.knowledge,
                self._plausibility,
                self._start,
                most=40,
                margin=MARGIN,
                answer_price=price,
                is_over=is_over,
                with_exchanges=True,
            )
            known += [each.model for each in found]
        worths: dict[Model, tuple[int, float]] = {}
        nearest = self._likeliest(known, worths)
        competing = list(dict.fromkeys((*known, *self._neighbourhoods.next_to(nearest))))
        self.best = self._likeliest(competing, worths)
        if self.best == nearest:
            # No one change makes a likelier one; two may, neither of which does by itself.
            competing = list(dict.fromkeys((*competing, *self._neighbourhoods.coupled_with(nearest))))
            self.best = self._likeliest(competing, worths)
        most = self._doubt(self.best) + RUNNING
        doubts: list[tuple[float, Model]] = []
        for model in competing:
            if self._limit.is_over and doubts:
                break
            doubt = self._doubt(model)
            if doubt <= most:
                doubts.append((doubt, model))
        self._running = sorted(doubts, key=lambda each: each[0])[:MOST_RUNNING]

    def _likeliest(self, models: Sequence[Model], worths: dict[Model, tuple[int, float]]) -> Model:
        """Return the model that is believed most, of those that were looked at before the time ran out.

        What models are worth is kept in `worths`.
        """
        for model in models:
            if worths and self._limit.is_over:
                break
            if model not in worths:
                worths[model] = self._worth(model)
        return min(worths, key=worths.__getitem__)

    def _worth(self, model: Model) -> tuple[int, float]:
        # Where somebody answers, a guess is asked about: it need not be believed beforehand.
        weighed = self._doubt(model) if self._is_doubted else self._suspicion.disbelief(model)
        unmet = self._unmet.get(model)
        if unmet is None:
            unmet = self._unmet[model] = len(self.knowledge.unmet(model))
        return unmet, weighed

    def _doubt(self, model: Model) -> float:
        known = self._doubts.get(model)
        if known is None:
            known = self._doubts[model] = self._suspicion.doubt(model)
        return known + self.knowledge.answer_weight * len(self.knowledge.contradicted(model))

    async def questions(self, most: int) -> tuple[Question, ...]:
        """Return what to ask next, the most telling first; nothing where the time is over."""
        return await in_thread(lambda: self._questions(most))

    def _questions(self, most: int) -> tuple[Question, ...]:
        if self._limit.is_over:
            return ()
        field = self._field()
        contradicted = np.zeros((len(field.models), len(self.knowledge.answers)), np.bool_)
        for row, model in enumerate(field.models):
            contradicted[row, list(self.knowledge.contradicted(model))] = True
        told = told_by(
            self._situations,
            field.sayings,
            field.weights,
            contradicted,
            self._unexpected,
            self.knowledge.error_rate,
        )
        weighed = list(zip(field.weights.tolist(), field.models, strict=True))
        asked = partial(question_about, self.knowledge, weighed, self._task.description)
        placed = (self._placed(each) for each in told)
        made = (
            asked(*place, each.checks) for each, place in zip(told, placed, strict=True) if place not in self._asked
        )
        return unlike(made, (asked(*each) for each in self._unknown), most)

    def _placed(self, told: Told) -> tuple[int, Steps]:
        askable = self._situations.askable[told.askable]
        steps = (*self._situations.steps(askable.situation), askable.step)
        return self._situations.found[askable.situation].problem, steps

    def _field(self) -> Field:
        """Return the domains in the running, the best first, with what they say of what could be asked."""
        self._explore()
        least = self._running[0][0]
        models, weights = [self.best], [math.exp(least - self._doubt(self.best))]
        for doubt, model in self._running:
            if model != self.best:
                models.append(model)
                weights.append(NEIGHBOUR * math.exp(least - doubt))
        sayings = self._behaviours.of_all(models, self._limit)
        seen = len(sayings)
        return Field(models[:seen], np.array(weights[:seen]), sayings, sum(weights[seen:]))

    def _explore(self) -> None:
        """Look for situations in the best model, and for its coupled edits."""
        best = self.best
        if best not in self._explored:
            self._explored.add(best)
            plans = [list(each) for each in self._pool.plans]
            self._situations.explore(best, plans, self._limit, EXPLORE)
            if self._limit.is_over:
                self._cut_short.add(best)
        most = self._running[0][0] + RUNNING
        there = {model for _, model in self._running}
        for model in self._neighbourhoods.coupled_with(best):
            if model not in there:
                there.add(model)
                doubt = self._doubt(model)
                if doubt <= most:
                    self._running.append((doubt, model))
        self._running = sorted(self._running, key=lambda each: each[0])[:MOST_RUNNING]

    def leave_out(self, problem: int, steps: Sequence[Step]) -> None:
        """Ask no more about a step: nobody knows."""
        placed = self._left_out(problem, steps)
        if placed is not None:
            self._unknown.append((problem, placed))

    def _left_out(self, problem: int, steps: Sequence[Step]) -> Steps | None:
        placed = self.knowledge.simulators[problem].places(steps)
        if placed is not None:
            self._asked.add((problem, placed))
        return placed

    def learn(self, question: Question, taken: int) -> None:
        """Take an answer: so many of the steps can be taken."""
        steps = question.steps[: taken + 1]
        self._is_doubted = True
        self._left_out(question.problem, question.steps)
        self._left_out(question.problem, steps)
        count = len(self.knowledge.answers)
        self.knowledge.learn(question.problem, steps, possible=taken == len(question.steps))
        if len(self.knowledge.answers) == count:
            return
        answer = self.knowledge.answers[-1]
        self._is_surprised = count in self.knowledge.contradicted(self.best)
        self._situations.follow(answer.problem, answer.steps[: answer.taken], known=True)
        least = self._running[0][0]
        said = total = 0.0
        for doubt, model in self._running:
            weight = math.exp(least - doubt) * (1.0 if model == self.best else NEIGHBOUR)
            total += weight
            if count not in self.knowledge.contradicted(model):
                said += weight
        if said < EXPECTED * total:
            self._unexpected.append(count)
        # What they contradict counts from now on.
        self._running = [(self._doubt(model), model) for _, model in self._running]
        self._running.sort(key=lambda each: each[0])

    def _changes(self, model: Model) -> Iterator[str]:
        """Give what differs from the start, in words; what nothing known calls for is marked as a guess."""
        against = set(self.knowledge.contradicted(model))
        words = LiteralWords.of(self._task.description, self._frame.domain)
        for place, (before, after) in enumerate(zip(self._start, model, strict=True)):
            for change in changes(self._frame, place, before, after):
                undone = (*model[:place], undo(after, change), *model[place + 1 :])
                called_for = self.knowledge.unmet(undone) or set(self.knowledge.contradicted(undone)) - against
                guess = "" if called_for else " (a guess)"
                name = self._frame.names[place]
                has: Has = "also" if change.came else "no longer"
                yield literal_sentence(name, change.part, has, str(change.literal), words) + guess

    async def outcome(self, mended: Sequence[str], asked: int) -> Refinement:
        """Return the likeliest model as a domain, what is left, and how sure it is."""
        best, is_cut_off = self.best, self._limit.is_over
        self._limit.end_search()
        if not self._is_looked_at(best) and not is_cut_off:
            await self._look_at(best)
        domain = domain_of(self._frame, best).text
        messages: tuple[Feedback, ...] = ()
        if best in self._judged:
            messages = self._judged[best].messages
        else:  # The time is over: what no plan of its own tells is quickly found.
            messages = (await self._source.judge(domain, frozenset({"plan"}))).messages
        found = Refinement(
            domain,
            messages,
            (*mended, *self._changes(best)),
            await self.questions(MOST_QUESTIONS),
            asked,
            certainty=await in_thread(self._certainty),
            answers=tuple(
                GivenAnswer(each.problem, named_steps(self.knowledge, each.steps), each.possible)
                for each in self.knowledge.answers
            ),
            is_cut_off=is_cut_off,
        )
        return replace(found, messages=found.complaints(messages))

    def _certainty(self) -> Certainty | None:
        """Return how sure the best model is; None where the time ran out before enough was compared."""
        field = self._field()
        if self.best in self._cut_short:
            return None
        near: list[tuple[NearEdit, Sayings]] = []
        for each in self._neighbourhoods.near_edits(self.best):
            if self._limit.is_over:
                break
            near.append((each, self._behaviours.of(each.model)))
        return certainty(self.knowledge, self._start, field, near, len(self._situations.found))
