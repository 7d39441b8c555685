"""Domains that compete as starts: how well each agrees with what is known, and questions that tell them apart."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.pddl.language import Domain, parse_domain
from plancritic.refiner.feedback.collecting import negative_feedback, plan_feedback
from plancritic.refiner.feedback.messages import PlanFeedback
from plancritic.refiner.feedback.task import FeedbackProblem
from plancritic.refiner.questions.asking import named_steps, question_about, unlike
from plancritic.refiner.questions.behaviour import Behaviours
from plancritic.refiner.questions.choosing import told_by
from plancritic.refiner.questions.question import Question
from plancritic.refiner.questions.situations import Placed, Situations
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.limit import Limit
from plancritic.refiner.repair.probes import bindings
from plancritic.refiner.repair.schemas import Model, frame_of, model_of
from plancritic.refiner.repair.signatures import with_prescribed_parameters
from plancritic.refiner.repair.simulation import Simulator

#: So many domains are told apart at most.
MOST_COMPETING = 20
#: So long is looked for questions that tell starts apart.
TELLING_SECONDS = 10.0
#: Steps of one action after one beginning of a known plan that domains are compared by.
MOST_STEPS = 5
#: Seconds of computing for the situations in which they are compared, and for those steps.
EXPLORE = 1.5


class Rivals:
    """Starts of a refinement by their places, held against what is known."""

    def __init__(
        self,
        description: DomainDescription,
        problems: Sequence[FeedbackProblem],
        starts: Mapping[int, str],
        error_rate: float = 0.0,
    ) -> None:
        """Take starts that can be read (PDDL texts); a share of `error_rate` of the answers may be wrong."""
        self._description = description
        self._problems = tuple(problems)
        self._error_rate = error_rate
        self.starts = dict(starts)
        self._contradicted = {start: self._count(self._domain(text)) for start, text in starts.items()}

    def contradicted(self, start: int) -> tuple[int, int]:
        """Return how many of the known plans a start contradicts, and how many of the answers."""
        return self._contradicted[start]

    def questions(self, domains: Sequence[str], most: int = 5) -> tuple[Question, ...]:
        """Return questions that tell some domains and the starts that no plan speaks against apart, best first.

        The first `MOST_COMPETING` of them count, all alike but for the answers that they contradict. Domains whose
        actions have other parameters than those of the first one are left out.

        Raises:
            SchemaTooLargeError: the parameters of an action make too many atoms.
        """
        agreeing = sorted((each for each in self.starts if not self._contradicted[each][0]), key=self.contradicted)
        competing = [self._domain(each) for each in (*domains, *(self.starts[each] for each in agreeing))]
        knowledge = Knowledge(frame_of(competing[0]), self._problems, self._error_rate)
        alike = (each for each in competing if _signatures(each) == _signatures(competing[0]))
        models = [each for each in dict.fromkeys(map(model_of, alike)) if not knowledge.unmet(each)][:MOST_COMPETING]
        return self._telling(knowledge, models, most) if len(models) > 1 else ()

    def _telling(self, knowledge: Knowledge, models: Sequence[Model], most: int) -> tuple[Question, ...]:
        limit = Limit(TELLING_SECONDS)
        situations = _situations(knowledge, models, limit)
        weights = [math.exp(-knowledge.answer_weight * len(knowledge.contradicted(each))) for each in models]
        sayings = Behaviours(knowledge, situations).of_all(models, limit)
        nothing = np.zeros((len(models), 0), np.bool_)
        weighed = sorted(zip(weights, models, strict=True), key=lambda each: -each[0])
        asked = partial(question_about, knowledge, weighed, self._description)
        told = told_by(situations, sayings, np.array(weights), nothing, (), knowledge.error_rate)
        askable = [situations.askable[each.askable] for each in told]
        places = [
            (situations.found[each.situation].problem, (*situations.steps(each.situation), each.step))
            for each in askable
        ]
        made = (asked(*each) for each in places if not self._is_answered(each[0], named_steps(knowledge, each[1])))
        unknown = (
            asked(number, placed)
            for number, known in enumerate(self._problems)
            for steps in known.unknown
            if (placed := knowledge.simulators[number].places(steps)) is not None
        )
        return unlike(made, unknown, most)

    def _is_answered(self, problem: int, steps: Sequence[Sequence[str]]) -> bool:
        known = self._problems[problem]
        return any(tuple(each) == tuple(steps) for each in (*known.allowed, *known.refused, *known.unknown))

    def _domain(self, text: str) -> Domain:
        return with_prescribed_parameters(parse_domain(text), self._description)[0]

    def _count(self, domain: Domain) -> tuple[int, int]:
        refused = plan_feedback(domain, self._problems)
        plans = sum(1 for each in refused if isinstance(each, PlanFeedback))
        return plans, len(refused) - plans + len(negative_feedback(domain, self._problems))


def _situations(knowledge: Knowledge, models: Sequence[Model], limit: Limit) -> Situations:
    """Return situations of the first model, and steps after beginnings of known plans on which the models differ."""
    found = Situations(knowledge)
    plans = [
        [each.steps for each in knowledge.cases if each.problem == number]
        for number, _ in enumerate(knowledge.simulators)
    ]
    found.explore(models[0], plans, limit, EXPLORE)
    is_over = limit.computing(EXPLORE)
    for case in knowledge.cases:
        if case.kind != "works":
            continue
        simulator = knowledge.simulators[case.problem]
        walks = [simulator.states(model, case.steps) for model in models]
        for place, states in zip(
            found.follow(case.problem, case.steps, known=True), zip(*walks, strict=True), strict=True
        ):
            if is_over():
                return found
            for step in _divided(simulator, models, states):
                found.add(place, step)
    return found


def _divided(simulator: Simulator, models: Sequence[Model], states: Sequence[int]) -> list[Placed]:
    """Return steps that some models allow in their states and others do not, a few of each action."""
    found: list[Placed] = []
    for action, _ in enumerate(simulator.frame.names):
        allowed: Counter[tuple[str, ...]] = Counter()
        for model, state in zip(models, states, strict=True):
            allowed.update(set(bindings(simulator, action, model[action], state)))
        several = [objects for objects, count in sorted(allowed.items()) if count < len(models)]
        found += [(action, objects) for objects in several[:MOST_STEPS]]
    return found


def _signatures(domain: Domain) -> list[tuple[str, tuple[tuple[str, ...], ...]]]:
    return [(name, tuple(each.types for each in action.parameters)) for name, action in domain.actions.items()]
