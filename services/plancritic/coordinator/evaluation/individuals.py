"""Evaluates individuals on the workers: plan, prove, score, never the same specification twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from plancritic.contracts.errors import Fault
from plancritic.contracts.planning import NoPlanFound, PlanProved, Verdict
from plancritic.contracts.translation import Reading
from plancritic.contracts.validation import ConstraintProof, Validation
from plancritic.coordinator.evaluation.criteria import Criteria
from plancritic.coordinator.evaluation.evaluator_state import EvaluatorState
from plancritic.coordinator.evaluation.evidence import Evidence
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.evaluation.memory import Key, Memory, key_of
from plancritic.coordinator.evaluation.requests import Requests
from plancritic.coordinator.problem.specification import Individual, Specification
from plancritic.coordinator.workers.interface import Workers, all_of

#: What is planned without a word of the person.
WITHOUT_FEEDBACK = Individual((), ("the plan without feedback",))


class Evaluator:
    """Fans the work for new individuals out to the workers and joins what comes back.

    What is asked is in `requests`, what is known in `memory`, and what counts how much in `criteria`.
    """

    def __init__(self, requests: Requests) -> None:
        self._requests, self._criteria, self._memory = requests, requests.criteria, requests.memory

    @classmethod
    def over(cls, workers: Workers, criteria: Criteria, evidence: Evidence) -> Evaluator:
        """Return an evaluator over these workers that knows nothing yet; `evidence` is what counts."""
        return cls(Requests(workers, criteria, Memory(evidence)))

    def wanted_for(self, seconds: Callable[[], float | None]) -> Evaluator:
        """Return an evaluator that knows the same, whose verdicts are of use for so many more seconds."""
        return Evaluator(replace(self._requests, seconds_wanted=seconds))

    @property
    def evidence(self) -> Evidence:
        """Return what counts."""
        return self._memory.evidence

    @property
    def model(self) -> str | None:
        """Return the scorer's model, once it has been asked; None where there is none."""
        return self._memory.model

    @property
    def scorer_missing(self) -> Fault | None:
        """Return what a scorer that is not there answered."""
        return self._memory.scorer_missing

    @property
    def plans(self) -> tuple[str, ...]:
        """Return every proved plan seen so far."""
        return tuple(self._memory.learned)

    def know(self, specification: Specification, verdict: Verdict, explained: bool = False) -> None:
        """Take over a verdict that was asked for elsewhere: on the base plan, or on a preference planned for as a must.

        `explained` says that an explanation was asked for with it.
        """
        self._memory.know(specification, verdict, explained)

    def known(self, individual: Individual) -> bool:
        """Return whether the individual's specification was evaluated before."""
        return key_of(individual.specification) in self._memory.evaluations

    def undecided_verdict(self, specification: Specification) -> Verdict | None:
        """Return the verdict on a specification that was neither a plan nor a proof (`Memory.undecided_verdict`)."""
        return self._memory.undecided_verdict(specification)

    def answers_for(self, reading: Reading | None, answers: Sequence[ConstraintProof]) -> tuple[ConstraintProof, ...]:
        """Return, of an evaluation's answers, the judges' proofs of one reading's constraints."""
        return self._criteria.answers_for(reading, answers)

    def state(self) -> EvaluatorState:
        """Return what was evaluated so far."""
        return self._memory.state()

    async def restore(self, state: EvaluatorState) -> None:
        """Take over what an evaluator of the same statements and readings had evaluated.

        The workers have to remember its answers: then nothing is asked again.
        """
        memory = self._memory
        memory.evidence, memory.model, memory.scorer_missing = state.evidence, state.model, state.scorer_missing
        for each in state.planned:
            await self._requests.again(each)
        await self._requests.learn(state.plans)
        await self._evaluate_new(state.evaluated)

    async def evaluate(self, individuals: Sequence[Individual]) -> list[Evaluation]:
        """Return the individuals' evaluations, in their order."""
        # Where a constraint came from decides what is ruled out, but not what a specification is known to be worth.
        ruled_out = self._criteria.ruled_out
        out = {each: why for each in individuals if not self.known(each) and (why := ruled_out(each))}
        wanted = [each for each in individuals if each not in out]
        distinct = {key_of(each.specification): each for each in reversed(wanted)}
        new = [each for each in distinct.values() if not self.known(each)][::-1]
        await self._evaluate_new(new)
        # Another individual with the same specification keeps its own lineage, and the better closeness of the two.
        return [_without_plan(each, out[each]) if each in out else self._of(each) for each in individuals]

    async def evaluate_plan(self, individual: Individual, verdict: PlanProved) -> Evaluation:
        """Return the evaluation of another plan for an individual, which keeps the verdict that it has."""
        validations = await self._requests.judge([(individual.specification, verdict.plan)])
        return self._joined(individual, verdict, validations)

    async def without_feedback(self) -> Evaluation:
        """Return the evaluation of the plan without feedback."""
        return (await self.evaluate([WITHOUT_FEEDBACK]))[0]

    async def ask_ahead(self, individuals: Sequence[Individual]) -> None:
        """Have all these planned for and proved at once, so that evaluating them one after the other need not wait.

        Nothing is evaluated yet: the order in which answers come changes nothing. The workers have to remember them.
        """
        asked: set[str] = set()

        async def ask(individual: Individual) -> None:
            verdict = await self._requests.verdict(individual)
            if isinstance(verdict, PlanProved):
                first = verdict.plan not in asked
                asked.add(verdict.plan)
                await self._requests.proof(individual.specification, verdict.plan, first)

        await all_of(map(ask, individuals))

    async def _evaluate_new(self, new: Sequence[Individual]) -> None:
        """Plan, prove and score individuals of which no two have the same specification."""
        verdicts = await all_of(self._requests.verdict(each) for each in new)
        planned = [
            (each, verdict) for each, verdict in zip(new, verdicts, strict=True) if isinstance(verdict, PlanProved)
        ]
        validations = await self._requests.judge([(each.specification, verdict.plan) for each, verdict in planned])
        for individual, verdict in zip(new, verdicts, strict=True):
            joined = self._joined(individual, verdict, validations)
            self._memory.evaluations[key_of(individual.specification)] = joined

    def _joined(
        self, individual: Individual, verdict: Verdict, validations: dict[tuple[Key, str], Validation]
    ) -> Evaluation:
        if not isinstance(verdict, PlanProved):
            return Evaluation(individual, verdict)
        proof = validations[key_of(individual.specification), verdict.plan].proof
        if proof.ruling != "accepted":
            return Evaluation(individual, verdict, proof=proof)
        judgement = self._memory.judgements[verdict.plan]
        return self._criteria.evaluation(individual, verdict, proof, judgement, self._memory.evidence)

    def _of(self, individual: Individual) -> Evaluation:
        """Return the evaluation of the individual's specification, told of this individual."""
        known = self._memory.evaluations[key_of(individual.specification)]
        return self._criteria.told_of(individual, known)


def _without_plan(individual: Individual, statement: str) -> Evaluation:
    """Return the evaluation of an individual that was not planned for."""
    reason = f"not planned for: it contradicts every reading of statement {statement}"
    return Evaluation(individual, NoPlanFound(engine="none", reason=reason), ruled_out=True)
