"""Evaluates individuals on the workers: plan, prove, score, never the same specification twice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.planning import Impossible, NoPlanFound, PlanProved, SolveLimits, Verdict
from plancritic.contracts.scoring import Scores
from plancritic.contracts.translation import Reading, Statement
from plancritic.contracts.validation import ConstraintProof, Validation
from plancritic.coordinator.evaluation.evaluator_state import EvaluatorState, Planned, bred_limits, explained_limits
from plancritic.coordinator.evaluation.evidence import (
    Evidence,
    Findings,
    check_of,
    searched_for,
    settled,
    undecided,
    without_scorer,
)
from plancritic.coordinator.evaluation.fitness import Evaluation, Fitness, fitness_of
from plancritic.coordinator.evaluation.preferences import musts, weights, with_strengths
from plancritic.coordinator.presets import Preset
from plancritic.coordinator.problem.specification import Individual, Specification
from plancritic.coordinator.workers.interface import Workers, all_of, both
from plancritic.threads import in_thread

#: Names the statement for which an individual is not worth planning for; None for one that is.
RuledOut = Callable[[Individual], str | None]
#: Gives for a plan, statement by statement, the probability that it does what was meant (`understanding.meant`).
MeantOf = Callable[[str], Sequence[float | None]]
#: What is planned without a word of the person.
WITHOUT_FEEDBACK = Individual((), ("the plan without feedback",))
#: What makes two specifications the same to plan for: their constraints.
_Key = frozenset[str]


def rule_out_nothing(_individual: Individual) -> None:
    """Return None: every individual is worth planning for."""


@dataclass(frozen=True)
class Judgement:
    """What validator and scorer say of one plan for the statements, whatever specification it was made for."""

    answers: tuple[ConstraintProof, ...]
    findings: tuple[Findings, ...]


class Evaluator:
    """Fans the work for new individuals out to the workers and joins what comes back.

    `readings` holds each statement's best reading (None where it was not understood): the exact check asks
    for its constraints, never for mutated ones. `evidence` is what counts: less than what was given once the scorer
    turned out not to be there (`evidence.without_scorer`). `contested` are the places of statements that another
    reading comes near to. `ruled_out` names the statement for which an individual is not worth planning for, None if
    it is. `shown` is the plan that the person looks at: of plans that are as good, one more like it is fitter, with
    `keep_close` even one that ends later. `first` are the places of the statements that no other one may displace.
    """

    def __init__(
        self,
        workers: Workers,
        statements: Sequence[Statement],
        readings: Sequence[Reading | None],
        limits: SolveLimits,
        engine: str | None,
        preset: Preset,
        evidence: Evidence,
        contested: Collection[int] = (),
        ruled_out: RuledOut = rule_out_nothing,
        meant: MeantOf | None = None,
        shown: str | None = None,
        first: Collection[int] = (),
        keep_close: bool = False,
    ) -> None:
        self._workers = workers
        self._statements = statements
        self._weights = weights(statements)
        self._readings = readings
        self._questions = tuple(dict.fromkeys(each for reading in readings if reading for each in reading.constraints))
        self._limits = limits
        self._brief = bred_limits(limits)
        self._engine = engine
        self._preset = preset
        self.evidence = evidence
        self._contested = contested
        self._ruled_out = ruled_out
        self._meant = meant
        self._shown = shown
        self._first = first
        self._keep_close = keep_close
        #: The scorer's model, once it has been asked; None where there is none.
        self.model: str | None = None
        #: What a scorer that is not there answered when it was first asked: it is not asked again.
        self.scorer_missing: Fault | None = None
        #: For how many more seconds verdicts are of use to anybody; None for as long as it takes.
        self.seconds_wanted: Callable[[], float | None] = lambda: None
        self._evaluations: dict[_Key, Evaluation] = {}
        self._verdicts: dict[_Key, Verdict] = {}
        self._planned: dict[_Key, Planned] = {}
        self._judgements: dict[str, Judgement] = {}
        #: What the scorer finds of every proved plan seen so far, statement by statement, in the order they came.
        self._learned: dict[str, Sequence[Findings]] = {}

    def know(self, specification: Specification, verdict: Verdict, explained: bool = False) -> None:
        """Take over a verdict that was asked for elsewhere: on the base plan, or on a preference planned for as a must.

        `explained` says that an explanation was asked for with it.
        """
        key = _key(specification)
        self._verdicts[key] = verdict
        self._planned[key] = Planned(specification=specification, explained=explained)
        # What was evaluated before had another plan: one that left a preference out, say.
        self._evaluations.pop(key, None)

    def state(self) -> EvaluatorState:
        """Return what was evaluated so far."""
        return EvaluatorState(
            evidence=self.evidence,
            model=self.model,
            scorer_missing=self.scorer_missing,
            planned=tuple(self._planned.values()),
            evaluated=tuple(each.individual for each in self._evaluations.values()),
            plans=self.plans,
        )

    async def restore(self, state: EvaluatorState) -> None:
        """Take over what an evaluator of the same statements and readings had evaluated.

        The workers have to remember its answers: then nothing is asked again.
        """
        self.evidence, self.model, self.scorer_missing = state.evidence, state.model, state.scorer_missing
        for each in state.planned:
            key = _key(each.specification)
            self._planned[key] = each
            limits = explained_limits(self._limits) if each.explained else self._limits
            limits = self._brief if each.brief else limits
            self._verdicts[key] = await self._workers.solve(each.specification, limits, self._engine, each.explained)
        await self._learn(state.plans)
        await self._evaluate_new(state.evaluated)

    @property
    def plans(self) -> tuple[str, ...]:
        """Every proved plan seen so far."""
        return tuple(self._learned)

    def known(self, individual: Individual) -> bool:
        """Whether the individual's specification was evaluated before."""
        return _key(individual.specification) in self._evaluations

    async def evaluate(self, individuals: Sequence[Individual]) -> list[Evaluation]:
        """The individuals' evaluations, in their order."""
        # Where a constraint came from decides what is ruled out, but not what a specification is known to be worth.
        out = {each: why for each in individuals if not self.known(each) and (why := self._ruled_out(each))}
        wanted = [each for each in individuals if each not in out]
        distinct = {_key(each.specification): each for each in reversed(wanted)}
        new = [each for each in distinct.values() if not self.known(each)][::-1]
        await self._evaluate_new(new)
        # Another individual with the same specification keeps its own lineage, and the better closeness of the two.
        return [_without_plan(each, out[each]) if each in out else self._of(each) for each in individuals]

    async def _evaluate_new(self, new: Sequence[Individual]) -> None:
        """Plan, prove and score individuals of which no two have the same specification."""
        verdicts = await all_of(self._verdict(each) for each in new)
        planned = [
            (each, verdict) for each, verdict in zip(new, verdicts, strict=True) if isinstance(verdict, PlanProved)
        ]
        validations = await self._judge([(each.specification, verdict.plan) for each, verdict in planned])
        for individual, verdict in zip(new, verdicts, strict=True):
            self._evaluations[_key(individual.specification)] = self._joined(individual, verdict, validations)

    async def evaluate_plan(self, individual: Individual, verdict: PlanProved) -> Evaluation:
        """The evaluation of another plan for an individual, which keeps the verdict that it has."""
        plan = verdict.plan
        validations = await self._judge([(individual.specification, plan)])
        return self._joined(individual, verdict, validations)

    def undecided_verdict(self, specification: Specification) -> Verdict | None:
        """The verdict on a specification that was neither a plan nor a proof, with all the time of the run's limits.

        None where nothing is known, or something is decided.
        """
        key = _key(specification)
        known, planned = self._verdicts.get(key), self._planned.get(key)
        decided = planned is None or planned.brief or isinstance(known, PlanProved | Impossible)
        return None if decided else known

    async def without_feedback(self) -> Evaluation:
        """The evaluation of the plan without feedback."""
        return (await self.evaluate([WITHOUT_FEEDBACK]))[0]

    async def ask_ahead(self, individuals: Sequence[Individual]) -> None:
        """Have all these planned for and proved at once, so that evaluating them one after the other need not wait.

        Nothing is evaluated yet: the order in which answers come changes nothing. The workers have to remember them.
        """
        asked: set[str] = set()

        async def ask(individual: Individual) -> None:
            verdict = await self._verdict(individual)
            if isinstance(verdict, PlanProved):
                questions = () if verdict.plan in asked else self._questions
                asked.add(verdict.plan)
                wanted = musts(with_strengths(individual.specification, self._statements))
                await self._workers.validate(verdict.plan, wanted, questions)

        await all_of(map(ask, individuals))

    async def _verdict(self, individual: Individual) -> Verdict:
        key = _key(individual.specification)
        if key not in self._verdicts:
            wanted = with_strengths(individual.specification, self._statements)
            # Where the readings are settled, a mutation is a guess: many are made, and none is worth a long search.
            brief = self._meant is not None and bool(individual.made_by)
            limits = self._brief if brief else self._limits
            self._verdicts[key] = await self._workers.solve(
                wanted, limits, self._engine, seconds_wanted=self.seconds_wanted()
            )
            self._planned[key] = Planned(specification=wanted, explained=False, brief=brief)
        return self._verdicts[key]

    async def _judge(self, planned: Sequence[tuple[Specification, str]]) -> dict[tuple[_Key, str], Validation]:
        """Have the plans proved and scored, the one independent of the other; a validation each."""
        new = [plan for plan in dict.fromkeys(plan for _, plan in planned) if plan not in self._judgements]
        unscored = [plan for plan in new if plan not in self._learned]
        validations, _ = await both(self._validate(planned), self._learn(unscored))
        await self._join_findings(new, validations)
        return validations

    async def _validate(self, planned: Sequence[tuple[Specification, str]]) -> dict[tuple[_Key, str], Validation]:
        """A validation per specification and plan; the questions are asked once for each distinct plan."""
        asked: set[str] = set(self._judgements)
        requests = []
        for specification, plan in planned:
            requests.append((specification, plan, () if plan in asked else self._questions))
            asked.add(plan)
        done = await all_of(
            self._workers.validate(plan, musts(with_strengths(specification, self._statements)), ask)
            for specification, plan, ask in requests
        )
        return {
            (_key(specification), plan): validation
            for (specification, plan, _), validation in zip(requests, done, strict=True)
        }

    async def _join_findings(self, new: Sequence[str], validations: dict[tuple[_Key, str], Validation]) -> None:
        """Join what validator and scorer say of new plans; without a scorer the check alone judges them."""
        answers = {
            plan: validation.answers
            for (_, plan), validation in validations.items()
            if len(validation.answers) == len(self._questions)
        }
        meant = [await in_thread(partial(self._meant, plan)) if self._meant is not None else None for plan in new]
        for plan, its in zip(new, meant, strict=True):
            findings = self._findings(self._learned[plan], answers[plan], its)
            self._judgements[plan] = Judgement(answers[plan], findings)

    async def _learn(self, plans: Sequence[str]) -> None:
        """Have the scorer judge plans that it has not judged yet: all x statements in one batch."""
        if plans:
            scores = await self._scores(plans)
            self._learned |= {plan: self._found(scores, index) for index, plan in enumerate(plans)}

    async def _scores(self, plans: Sequence[str]) -> Scores | None:
        """The scorer's answer; None where the domain has no model and the run goes on without one.

        Raises:
            ContractError: the run cannot do without the scorer, or lost it on the way.
        """
        if self.scorer_missing is not None or not self._statements:
            return None
        try:
            scores = await self._workers.score(plans, [statement.text for statement in self._statements])
        except ContractError as error:
            # Once a model has judged, plans without its word could not be compared with those that have it.
            if error.fault.code is not FaultCode.MODEL_MISSING or self.model is not None:
                raise
            self.evidence = without_scorer(self.evidence, error.fault)
            self.scorer_missing = error.fault
            return None
        self.model = scores.model
        return scores

    def _found(self, scores: Scores | None, index: int) -> Sequence[Findings]:
        """What the scorer, and it alone, finds of a plan, statement by statement."""
        if scores is None:
            return [Findings(scorer=None, called=False) for _ in self._statements]
        return [
            Findings(scorer=score, called=score >= scores.threshold, band=scores.unsure)
            for score in scores.adherence[index]
        ]

    def _findings(
        self,
        learned: Sequence[Findings],
        answers: Sequence[ConstraintProof],
        meant: Sequence[float | None] | None,
    ) -> tuple[Findings, ...]:
        return tuple(
            replace(
                each,
                check=check_of(self.answers_for(reading, answers)) if reading else None,
                reading=reading.score if reading else None,
                similarity=reading.similarity if reading else None,
                contested=place in self._contested,
                meant=meant[place] if meant is not None else None,
            )
            for place, (each, reading) in enumerate(zip(learned, self._readings, strict=True))
        )

    def _joined(
        self,
        individual: Individual,
        verdict: Verdict,
        validations: dict[tuple[_Key, str], Validation],
    ) -> Evaluation:
        if not isinstance(verdict, PlanProved):
            return Evaluation(individual, verdict)
        proof = validations[_key(individual.specification), verdict.plan].proof
        if proof.ruling != "accepted":
            return Evaluation(individual, verdict, proof=proof)
        judgement = self._judgements[verdict.plan]
        evidence = tuple(searched_for(findings, self.evidence) for findings in judgement.findings)
        by_check = tuple(
            place for place, each in enumerate(judgement.findings) if settled(each, self.evidence) == "check"
        )
        return Evaluation(
            individual,
            verdict,
            verdict.plan,
            proof,
            judgement.findings,
            judgement.answers,
            evidence,
            tuple(place for place, each in enumerate(judgement.findings) if undecided(each, self.evidence)),
            by_check,
            self._fitness(individual, verdict.plan, judgement.findings, evidence, by_check),
        )

    def _fitness(
        self,
        individual: Individual,
        plan: str,
        findings: Sequence[Findings],
        evidence: Sequence[float | None],
        by_check: Collection[int],
    ) -> Fitness:
        return fitness_of(
            individual,
            plan,
            findings,
            evidence,
            self._preset,
            by_check,
            self._weights,
            self._shown,
            self._first,
            self._keep_close,
        )

    def answers_for(self, reading: Reading | None, answers: Sequence[ConstraintProof]) -> tuple[ConstraintProof, ...]:
        """Of an evaluation's answers the judges' proofs of one reading's constraints."""
        by_constraint = dict(zip(self._questions, answers, strict=True))
        return tuple(by_constraint[constraint] for constraint in reading.constraints) if reading else ()

    def _of(self, individual: Individual) -> Evaluation:
        """The evaluation of the individual's specification, told of this individual."""
        known = self._evaluations[_key(individual.specification)]
        if known.plan is None or known.individual == individual:
            return replace(known, individual=individual)
        fitness = self._fitness(individual, known.plan, known.findings, known.evidence, known.by_check)
        return replace(known, individual=individual, fitness=fitness)


def _key(specification: Specification) -> _Key:
    return frozenset(each.constraint for each in specification)


def _without_plan(individual: Individual, statement: str) -> Evaluation:
    """The evaluation of an individual that was not planned for."""
    reason = f"not planned for: it contradicts every reading of statement {statement}"
    return Evaluation(individual, NoPlanFound(engine="none", reason=reason), ruled_out=True)
