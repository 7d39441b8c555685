"""One feedback run from submission to its end event."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence

from plancritic.contracts import subjects
from plancritic.contracts.envelope import Message
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import (
    BasePlanMade,
    EvidenceName,
    FeedbackSubmitted,
    GenerationEvaluated,
    MutationName,
    PlanRevised,
    PlanStep,
    ShownPlan,
    StatementsTranslated,
    StatementUnderstood,
    Timing,
)
from plancritic.contracts.planning import PlanProved, SolveLimits
from plancritic.contracts.subjects import Subject
from plancritic.contracts.translation import Reading, Translation
from plancritic.contracts.validation import Proof
from plancritic.coordinator.evaluation.evidence import evidence_for
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.evaluation.preferences import musts, wished
from plancritic.coordinator.refinement.alternative_readings import read_again
from plancritic.coordinator.refinement.completion import Completion, complete, standing
from plancritic.coordinator.refinement.guessing import act_on_guesses, marked, tries_guesses
from plancritic.coordinator.refinement.readings import contested_places
from plancritic.coordinator.refinement.understanding import Understanding, best_of
from plancritic.coordinator.result.statement_outcomes import (
    adherence_rate,
    closest,
    outcome_of,
    reason_of,
    what_would_do,
)
from plancritic.coordinator.runs.situation import Situation, no_base_plan
from plancritic.coordinator.runs.workers import Workers
from plancritic.coordinator.search.contradictions import ruling_out
from plancritic.coordinator.search.cosines import no_cosines
from plancritic.coordinator.search.genetic_algorithm import Ended, Generation, Search
from plancritic.coordinator.search.mutation_bias import preferences_for
from plancritic.coordinator.search.nearness import Cosines
from plancritic.coordinator.search.operator_selection import rates_for
from plancritic.coordinator.search.operators import Mutation
from plancritic.coordinator.search.population import (
    Specification,
    alternative_readings,
    best_readings,
    more_readings,
)
from plancritic.coordinator.search.presets import PRESETS
from plancritic.coordinator.search.provenance import told_apart
from plancritic.coordinator.sessions.continuation import NOTHING_EARLIER, EarlierTurns, shown_plan
from plancritic.pddl.language import Plan, parse_plan
from plancritic.wording import plan_steps, verdict_sentence

#: Of the deadline, at most this is kept for what the search leaves violated.
_RESERVED_SHARE = 0.25

Publish = Callable[[Message, Subject], Awaitable[None]]


class FeedbackRun:
    """Carries one submitted feedback through translation, search and proof.

    `evidence` and `mutation` are what the coordinator is set to where neither the run nor a published preset says it;
    `cosines` opens the sentence encoder, which only a run that mutates by it needs; `earlier` is what the run takes
    over from its session.
    """

    def __init__(
        self,
        submitted: FeedbackSubmitted,
        situation: Situation,
        workers: Workers,
        publish: Publish,
        evidence: Sequence[EvidenceName] | None = None,
        mutation: MutationName | None = None,
        cosines: Callable[[], Cosines] = no_cosines,
        earlier: EarlierTurns = NOTHING_EARLIER,
    ) -> None:
        self._submitted = submitted
        self._settings = submitted.settings
        self._alone = self._settings.translate_only
        if self._alone:
            # Whatever the preset: only ours begins with the best reading by itself.
            self._settings = self._settings.model_copy(
                update={"preset": "ours", "generations": 0, "least_generations": 0}
            )
        self._situation = situation
        self._workers = workers
        self._publish = publish
        self._preset = PRESETS[self._settings.preset]
        self._evidence = evidence_for(self._settings.evidence, evidence, self._preset, self._settings.guesses)
        standing = self._preset.mutation if self._preset.published else mutation or self._preset.mutation
        self._mutation = self._settings.mutation or standing
        self._cosines = cosines
        self._earlier = earlier
        self._deterministic = self._settings.seed is not None
        self._limits = SolveLimits(seconds=self._settings.solve_seconds, deterministic=self._deterministic)
        self._started = time.perf_counter()

    async def execute(self) -> PlanRevised:
        """The end of the run.

        Raises:
            ContractError: the feedback cannot be worked on (no plan even without it, a service that is
                not there, a plan shown that is none of this problem, guesses asked for that cannot be tried).
        """
        guessing = tries_guesses(self._settings, self._preset, self._evidence)
        base_verdict = await self._workers.solve((), self._limits, self._settings.engine)
        if not isinstance(base_verdict, PlanProved):
            raise no_base_plan(verdict_sentence(base_verdict))
        base = parse_plan(base_verdict.plan)
        shown = await shown_plan(self._submitted, self._earlier, self._workers, self._situation)
        translation = await self._workers.translate(
            self._submitted.statements,
            base_verdict.plan if shown is None else shown.plan,
            self._settings.translator,
            self._settings.seed,
        )
        await self._announce(base, translation)
        readings = best_of(translation.statements)
        self._refuse_unless_compared(readings)
        evaluator = Evaluator(
            self._workers,
            self._submitted.statements,
            readings,
            self._limits,
            self._settings.engine,
            self._preset,
            self._evidence,
            contested_places(translation.statements),
            ruling_out(translation.statements, self._evidence, self._preset),
        )
        evaluator.know((), base_verdict)
        search, ended, completion = await self._search(translation, readings, base, evaluator)
        understanding = Understanding(translation.statements, evaluator)
        if guessing and not await self._until_deadline(self._guess(completion, understanding)):
            ended = "deadline"
        specification, proof = await self._final_specification(understanding.readings, completion.best)
        specification = marked(specification, understanding.acted, self._submitted.statements)
        specification = told_apart(specification, understanding.translated, understanding.acted)
        # In a thread: it judges every statement that is violated on every plan.
        return await asyncio.to_thread(
            self._revised, translation, understanding, base, search, ended, completion, specification, proof, shown
        )

    async def _guess(self, completion: Completion, understanding: Understanding) -> None:
        """What was not understood, or is doubted, may mean something that the scorer speaks clearly for."""
        statements = self._submitted.statements
        await read_again(completion, statements, understanding)
        if understanding.reread:
            await self._complete(completion, understanding.readings, understanding.evaluator)
        await act_on_guesses(
            completion, statements, understanding.translated, understanding.evaluator, understanding.acted
        )

    def _refuse_unless_compared(self, readings: Sequence[Reading | None]) -> None:
        """Back-translation that is to count must be there: no run quietly goes on with less evidence than it names."""
        wanted = "back_translation" in self._evidence.sources
        if wanted and any(reading is not None and reading.similarity is None for reading in readings):
            raise ContractError(
                Fault(
                    code=FaultCode.MODEL_MISSING,
                    message="back-translation is to count, but the translator has no sentence encoder to compare with",
                    remedy="make the encoder with `python -m plancritic.embedding` and start the translator again, "
                    "or leave back_translation out of the evidence",
                )
            )

    async def _final_specification(
        self, readings: Sequence[Reading | None], best: Evaluation
    ) -> tuple[Specification, Proof]:
        """The specification of the result and the proof of the plan under its musts.

        In our preset every reading that is adhered to stands in it (`completion.standing`).
        """
        assert best.proof is not None, "the best has a proved plan"
        statements = self._submitted.statements
        if self._preset.published:
            return wished(best.individual.specification, statements), best.proof
        whole = wished(standing(statements, readings, best), statements)
        if {each.constraint for each in whole} == best.individual.key:
            return whole, best.proof
        assert best.plan is not None, "the best has a proved plan"
        return whole, (await self._workers.validate(best.plan, musts(whole), ())).proof

    async def _announce(self, base: Plan, translation: Translation) -> None:
        await self._publish(
            BasePlanMade(
                envelope=self._submitted.envelope.caused("base"),
                problem=self._situation.reference,
                plan=str(base),
                steps=self._steps(base),
                notice=self._earlier.notice,
            ),
            subjects.BASE_PLAN_MADE,
        )
        understood = tuple(
            StatementUnderstood(
                statement=statement,
                reading=each.readings[0] if each.readings else None,
                alternatives=max(len(each.readings) - 1, 0),
                reason=each.reason,
                closest=each.closest,
            )
            for statement, each in zip(self._submitted.statements, translation.statements, strict=True)
        )
        await self._publish(
            StatementsTranslated(
                envelope=self._submitted.envelope.caused("translated"),
                statements=understood,
                translator=translation.translator,
            ),
            subjects.STATEMENTS_TRANSLATED,
        )

    async def _search(
        self, translation: Translation, readings: Sequence[Reading | None], base: Plan, evaluator: Evaluator
    ) -> tuple[Search, Ended, Completion]:
        fallback = await evaluator.without_feedback()
        if fallback.plan is None:
            assert fallback.proof is not None, "a proved plan that was validated has a proof"
            raise no_base_plan(f"the judges' word on it is {fallback.proof.ruling}: {reason_of(fallback.proof)}")
        seed = self._settings.seed if self._settings.seed is not None else secrets.randbits(32)
        others = alternative_readings(translation.statements, 0 if self._alone else self._settings.population // 2)
        preferences = await asyncio.to_thread(preferences_for, self._mutation, self._situation, self._cosines)
        mutation = await asyncio.to_thread(Mutation, self._situation.problem, 2 * base.makespan, preferences)
        search = Search(
            [best_readings(translation.statements), *others],
            self._settings,
            self._preset,
            mutation,
            evaluator,
            seed,
            lambda generation: self._report(generation, evaluator),
            lambda places: more_readings(translation.statements, () if self._alone else places),
            rates_for(self._preset, self._settings.rates),
        )
        if not any(readings):
            return search, "nothing_to_search", Completion(fallback)
        ended = await self._bounded(search, evaluator)
        completion = Completion(search.best or fallback)
        if self._alone:
            return search, ended, completion
        if not self._preset.published and fallback.fitness > completion.best.fitness:
            completion = Completion(fallback)
        if not await self._until_deadline(self._complete(completion, readings, evaluator)):
            ended = "deadline"
        return search, ended, completion

    async def _complete(self, completion: Completion, readings: Sequence[Reading | None], evaluator: Evaluator) -> None:
        said, limits, engine = self._submitted.statements, self._limits, self._settings.engine
        improve = not self._preset.published and "check" in evaluator.evidence.sources
        await complete(completion, said, readings, self._workers, evaluator, limits, engine, improve)

    async def _bounded(self, search: Search, evaluator: Evaluator) -> Ended:
        """The search, cut off early enough to find out about what it left violated."""
        reserve = min(
            _RESERVED_SHARE * self._settings.deadline_seconds,
            self._settings.solve_seconds * len(self._submitted.statements),
        )
        evaluator.seconds_wanted = lambda: self._left(reserve)
        over = await self._until_deadline(search.run(), reserve)
        evaluator.seconds_wanted = lambda: self._left(0.0)
        return search.ended if over else "deadline"

    def _left(self, reserve: float) -> float | None:
        """Wall seconds to the deadline less the reserve; None in deterministic mode, which has no deadline."""
        if self._deterministic:
            return None
        return max(self._settings.deadline_seconds - reserve - (time.perf_counter() - self._started), 0.0)

    async def _until_deadline(self, part: Coroutine[None, None, None], reserve: float = 0.0) -> bool:
        """Whether a part of the run came to its end; deterministic mode has no deadline."""
        left = self._left(reserve)
        try:
            async with asyncio.timeout(left) as limit:
                await part
        except TimeoutError:
            # Whoever else timed out inside has to be heard.
            if not limit.expired():
                raise
            return False
        return True

    async def _report(self, generation: Generation, evaluator: Evaluator) -> None:
        planned = [each for each in generation.population if each.plan is not None]
        shares = [each.fitness.adherence for each in planned]
        await self._publish(
            GenerationEvaluated(
                envelope=self._submitted.envelope.caused(
                    f"generation:{generation.number}:{len(generation.population)}"
                ),
                generation=generation.number,
                of=generation.of,
                individuals=len(generation.population),
                verdicts=generation.verdicts,
                from_cache=generation.from_cache,
                best_adherence=max(shares, default=0.0),
                mean_adherence=sum(shares) / len(shares) if shares else 0.0,
                best_specification=generation.best.individual.specification,
                best_makespan=parse_plan(generation.best.plan).makespan if generation.best.plan else None,
                diversity=None if generation.diversity is None else round(generation.diversity, 4),
                rates=generation.rates,
                scorer_missing=_why_missing(evaluator),
                jobs=self._workers.jobs(),
                elapsed_seconds=round(time.perf_counter() - self._started, 4),
            ),
            subjects.GENERATION_EVALUATED,
        )

    def _revised(
        self,
        translation: Translation,
        understanding: Understanding,
        base: Plan,
        search: Search,
        ended: Ended,
        completion: Completion,
        specification: Specification,
        proof: Proof,
        shown: ShownPlan | None,
    ) -> PlanRevised:
        best, evaluator, readings = completion.best, understanding.evaluator, understanding.readings
        assert best.plan is not None, "the fallback has a proved plan, so the best has"
        outcomes = tuple(
            outcome_of(
                statement,
                understanding.translated[index],
                best.findings[index],
                evaluator.evidence,
                evaluator.answers_for(readings[index], best.answers),
                completion.impossible.get(statement.id),
                what_would_do(completion.relaxations.get(statement.id), self._situation),
                verdict_sentence(unproved) if (unproved := completion.unproved.get(statement.id)) else None,
                closest(readings[index], evaluator.plans, self._situation)
                if best.checks[index] == "violated"
                else None,
                self._situation.lexicon,
                its.told(self._situation.lexicon) if (its := understanding.acted.get(statement.id)) else None,
                first.told(self._situation.lexicon) if (first := understanding.reread.get(statement.id)) else None,
            )
            for index, statement in enumerate(self._submitted.statements)
        )
        total = Timing(part="whole run", seconds=round(time.perf_counter() - self._started, 4), count=1)
        return PlanRevised(
            envelope=self._submitted.envelope.caused("end"),
            problem=self._situation.reference,
            mode="deterministic" if self._deterministic else "anytime",
            seed=self._settings.seed,
            base_plan=str(base),
            base_steps=self._steps(base),
            shown=shown,
            notice=self._earlier.notice,
            plan=best.plan,
            steps=self._steps(parse_plan(best.plan)),
            specification=specification,
            statements=outcomes,
            adherence_rate=adherence_rate(best.findings, readings) if evaluator.model is not None else None,
            evidence=evaluator.evidence.names,
            scorer=evaluator.model,
            scorer_missing=_why_missing(evaluator),
            translator=translation.translator,
            proof=proof,
            lineage=best.individual.lineage,
            generations=search.generation,
            ended=ended,
            timings=(*self._workers.timings(), total),
        )

    def _steps(self, plan: Plan) -> tuple[PlanStep, ...]:
        return plan_steps(plan, self._situation.lexicon)


def _why_missing(evaluator: Evaluator) -> str | None:
    return None if evaluator.scorer_missing is None else evaluator.scorer_missing.message
