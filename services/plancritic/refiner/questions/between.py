"""Domains that compete as starts: how well each agrees with what is known, and questions that tell them apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.pddl.language import Domain, parse_domain
from plancritic.refiner.feedback.collecting import FeedbackProblem, negative_feedback, plan_feedback
from plancritic.refiner.questions.choosing import telling_questions
from plancritic.refiner.questions.question import Question
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.probes import probes
from plancritic.refiner.repair.schemas import frame_of, model_of
from plancritic.refiner.repair.signatures import with_prescribed_parameters
from plancritic.refiner.repair.suspicion import PlanPool


#: So many domains are told apart at most.
MOST_COMPETING = 20


class Rivals:
    """Starts of a refinement by their places, held against what is known."""

    def __init__(
        self, description: DomainDescription, problems: Sequence[FeedbackProblem], starts: Mapping[int, str]
    ) -> None:
        """Take starts that can be read (PDDL texts)."""
        self._description = description
        self._problems = tuple(problems)
        self.starts = dict(starts)
        self._contradicted = {start: self._count(self._domain(text)) for start, text in starts.items()}

    def contradicted(self, start: int) -> int:
        """Return how many plans and beginnings that are known a start contradicts."""
        return self._contradicted[start]

    def questions(self, domains: Sequence[str], most: int = 5) -> tuple[Question, ...]:
        """Return questions that tell some domains and the starts that nothing speaks against apart, best first.

        All of them count alike, the first `MOST_COMPETING` of them. Domains whose actions have other parameters than
        those of the first one are left out.

        Raises:
            SchemaTooLargeError: the parameters of an action make too many atoms.
        """
        agreeing = (self.starts[each] for each, count in self._contradicted.items() if not count)
        competing = [self._domain(each) for each in (*domains, *agreeing)]
        frame = frame_of(competing[0])
        knowledge = Knowledge(frame, self._problems)
        alike = (each for each in competing if _signatures(each) == _signatures(competing[0]))
        models = [each for each in dict.fromkeys(map(model_of, alike)) if not knowledge.unmet(each)][:MOST_COMPETING]
        if len(models) < 2:
            return ()
        pool = PlanPool(knowledge)
        for number, problem in enumerate(self._problems):
            pool.add(number, problem.plans)
        for other in models[1:]:
            for number, steps in probes(knowledge, models[0], other):
                pool.probes[number].setdefault(steps)
        weighed = [(1.0, each) for each in models]
        return telling_questions(knowledge, pool, weighed, self._description, most)

    def _domain(self, text: str) -> Domain:
        return with_prescribed_parameters(parse_domain(text), self._description)[0]

    def _count(self, domain: Domain) -> int:
        return len(plan_feedback(domain, self._problems)) + len(negative_feedback(domain, self._problems))


def _signatures(domain: Domain) -> list[tuple[str, tuple[tuple[str, ...], ...]]]:
    return [(name, tuple(each.types for each in action.parameters)) for name, action in domain.actions.items()]
