"""What an evaluator asks of the workers: to plan, to prove, to score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.planning import Verdict
from plancritic.contracts.scoring import Scores
from plancritic.contracts.validation import Validation
from plancritic.coordinator.evaluation.criteria import Criteria
from plancritic.coordinator.evaluation.evaluator_state import Planned, bred_limits, explained_limits
from plancritic.coordinator.evaluation.evidence import without_scorer
from plancritic.coordinator.evaluation.memory import Key, Memory, key_of
from plancritic.coordinator.evaluation.preferences import musts
from plancritic.coordinator.problem.specification import Individual, Specification
from plancritic.coordinator.workers.interface import Workers, all_of, both
from plancritic.threads import in_thread


def as_long_as_it_takes() -> float | None:
    """Return None: verdicts are of use whenever they come."""
    return None


@dataclass(frozen=True)
class Requests:
    """Asks the workers of a run by its criteria, and keeps what they answer in its memory.

    `seconds_wanted` says for how many more seconds verdicts are of use to anybody; None for as long as it takes.
    """

    workers: Workers
    criteria: Criteria
    memory: Memory
    seconds_wanted: Callable[[], float | None] = as_long_as_it_takes

    async def verdict(self, individual: Individual) -> Verdict:
        """Return the verdict on an individual's specification, which is planned for once."""
        key, known = key_of(individual.specification), self.memory.verdicts
        if key not in known:
            criteria = self.criteria
            wanted = criteria.wanted(individual.specification)
            # Where the readings are settled, a mutation is a guess: many are made, and none is worth a long search.
            brief = criteria.meant is not None and bool(individual.made_by)
            limits = bred_limits(criteria.limits) if brief else criteria.limits
            known[key] = await self.workers.solve(wanted, limits, criteria.engine, seconds_wanted=self.seconds_wanted())
            self.memory.planned[key] = Planned(specification=wanted, explained=False, brief=brief)
        return known[key]

    async def again(self, planned: Planned) -> None:
        """Ask once more what the workers remember: the verdict on a specification that was planned for."""
        criteria = self.criteria
        limits = explained_limits(criteria.limits) if planned.explained else criteria.limits
        limits = bred_limits(criteria.limits) if planned.brief else limits
        key = key_of(planned.specification)
        self.memory.planned[key] = planned
        self.memory.verdicts[key] = await self.workers.solve(
            planned.specification, limits, criteria.engine, planned.explained
        )

    async def proof(self, specification: Specification, plan: str, ask: bool) -> Validation:
        """Return the judges' proof of a plan under the musts of a specification; with `ask`, also of the readings."""
        questions = self.criteria.questions if ask else ()
        return await self.workers.validate(plan, musts(self.criteria.wanted(specification)), questions)

    async def judge(self, planned: Sequence[tuple[Specification, str]]) -> dict[tuple[Key, str], Validation]:
        """Have the plans proved and scored, the one independent of the other; a validation each."""
        memory = self.memory
        new = [plan for plan in dict.fromkeys(plan for _, plan in planned) if plan not in memory.judgements]
        unscored = [plan for plan in new if plan not in memory.learned]
        validations, _ = await both(self._validate(planned), self.learn(unscored))
        await self._join(new, validations)
        return validations

    async def learn(self, plans: Sequence[str]) -> None:
        """Have the scorer judge plans that it has not judged yet: all x statements in one batch."""
        if plans:
            scores = await self._scores(plans)
            self.memory.learned |= {plan: self.criteria.learned(scores, place) for place, plan in enumerate(plans)}

    async def _validate(self, planned: Sequence[tuple[Specification, str]]) -> dict[tuple[Key, str], Validation]:
        """Return a validation for each specification and plan; the questions are asked once for each distinct plan."""
        asked: set[str] = set(self.memory.judgements)
        requests = []
        for specification, plan in planned:
            requests.append((specification, plan, plan not in asked))
            asked.add(plan)
        done = await all_of(self.proof(*each) for each in requests)
        return {
            (key_of(specification), plan): validation
            for (specification, plan, _), validation in zip(requests, done, strict=True)
        }

    async def _join(self, new: Sequence[str], validations: dict[tuple[Key, str], Validation]) -> None:
        """Join what validator and scorer say of new plans; without a scorer the check alone judges them."""
        criteria, memory = self.criteria, self.memory
        answers = {
            plan: validation.answers
            for (_, plan), validation in validations.items()
            if len(validation.answers) == len(criteria.questions)
        }
        meant = [await in_thread(partial(criteria.meant, plan)) if criteria.meant is not None else None for plan in new]
        for plan, its in zip(new, meant, strict=True):
            memory.judgements[plan] = criteria.judgement(memory.learned[plan], answers[plan], its)

    async def _scores(self, plans: Sequence[str]) -> Scores | None:
        """Return the scorer's answer; None where nothing judges the domain and the run goes on without a scorer.

        Raises:
            ContractError: the run cannot do without the scorer, or lost it on the way.
        """
        memory, statements = self.memory, self.criteria.statements
        if memory.scorer_missing is not None or not statements:
            return None
        try:
            scores = await self.workers.score(plans, [statement.text for statement in statements])
        except ContractError as error:
            # Once a model has judged, plans without its word could not be compared with those that have it.
            if error.fault.code is not FaultCode.MODEL_MISSING or memory.model is not None:
                raise
            memory.evidence = without_scorer(memory.evidence, error.fault)
            memory.scorer_missing = error.fault
            return None
        memory.model = scores.model
        return scores
