"""Elements as runs on the bus: so many at once, each measured, judged and handed on as a row."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from plancritic.client import PlancriticClient, RunEnd, make_feedback
from plancritic.contracts.envelope import Message
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import (
    FeedbackRefused,
    GenerationEvaluated,
    PlanRevised,
    StatementsTranslated,
)
from plancritic.contracts.questions import Choice, QuestionAsked
from plancritic.laboratory.feedback.judging import GroundTruthJudge
from plancritic.laboratory.feedback.posterior.meanings import MeaningJudge
from plancritic.laboratory.feedback.rows import Effort, Outcome, Row, UnderstoodStatement
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.laboratory.feedback.suites import Element
from plancritic.pddl.language import parse_constraint, parse_plan
from plancritic.threads import stop

#: So many runs in a row whose call to the language model failed: nothing more is to be had of it.
_FAILED_IN_A_ROW = 5
#: Faults that every element would meet.
_HOPELESS = {
    FaultCode.MODEL_MISSING,
    FaultCode.MODEL_UNUSABLE,
    FaultCode.SERVICE_UNAVAILABLE,
    FaultCode.UNKNOWN_DOMAIN,
}


@dataclass
class Course:
    """How one run went: its events, its end, and the wall seconds from submission to it."""

    ended: RunEnd
    events: list[Message] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def translated(self) -> StatementsTranslated | None:
        """What was understood; None where the run was refused before."""
        return next((event for event in self.events if isinstance(event, StatementsTranslated)), None)

    @property
    def generations(self) -> list[GenerationEvaluated]:
        """The generations, in order."""
        return [event for event in self.events if isinstance(event, GenerationEvaluated)]


class Evaluation:
    """Runs elements of one domain with the same settings, at most `workers` at once."""

    def __init__(
        self,
        client: PlancriticClient,
        settings: EvaluationSettings,
        judge: GroundTruthJudge,
        workers: int,
        meanings: MeaningJudge | None = None,
    ) -> None:
        """Without `meanings` no candidate is compared with the ground truth."""
        self._client = client
        self._settings = settings
        self._judge = judge
        self._workers = workers
        self._meanings = meanings
        self._failed_in_a_row = 0

    async def run(self, elements: Sequence[Element], done: Callable[[Row], None]) -> None:
        """Hand each element's row to `done` as it comes.

        Raises:
            ContractError: the services are gone, or every run would be refused (a model is missing, say; or call after
                call to the language model failed), or the broker knows another version of the domain than this folder.
        """
        waiting = iter(elements)

        async def work() -> None:
            for element in waiting:
                row = await self.row(element)
                done(row)
                self._raise_if_dead(row)

        tasks = [asyncio.create_task(work()) for _ in range(min(self._workers, len(elements)))]
        try:
            await asyncio.gather(*tasks)
        finally:
            await stop(*tasks)

    async def row(self, element: Element) -> Row:
        """Run one element, judge its plans against the ground truth, and say what came of it."""
        course = await self._course(element)
        run = course.ended.envelope.correlation_id
        empty = Row(element=element, settings=self._settings, bundle=self._judge.bundle.sha256, run=run)
        if isinstance(course.ended, FeedbackRefused):
            _raise_if_nothing_can_run(course.ended.fault)
            return empty.model_copy(update={"fault": course.ended.fault, "seconds": round(course.seconds, 3)})
        result = course.ended
        self._check_bundle(result)
        check_scorer(result, self._settings)
        understood = await self._compared(element, _understood(course, result))
        outcome = await self._outcome(element, result)
        alone = await self._translation_alone(element, result, understood, outcome)
        plan = parse_plan(result.plan)
        return empty.model_copy(
            update={
                "understood": understood,
                "specification": outcome.specification,
                "plan": outcome.plan,
                "questions": sum(isinstance(event, QuestionAsked) for event in course.events),
                "adherent": outcome.adherent,
                "judgement": outcome.judgement,
                "adherent_statements": await self._each(element, outcome),
                "base_plan": result.base_plan,
                "base_adherent": await self._holds_before(element, result.base_plan),
                "translate_only": None if isinstance(alone, Fault) else alone,
                "translate_only_fault": alone if isinstance(alone, Fault) else None,
                "effort": _effort(course, result),
                "steps": len(plan.steps),
                "makespan": round(plan.makespan, 3),
                "constraint_types": tuple(str(parse_constraint(each).type) for each in outcome.specification),
                "seconds": round(course.seconds, 3),
                "timings": {timing.part: timing.seconds for timing in result.timings},
                "translator": result.translator,
                "scorer": result.scorer,
            }
        )

    async def _compared(
        self, element: Element, understood: tuple[UnderstoodStatement, ...]
    ) -> tuple[UnderstoodStatement, ...]:
        """Tell of each candidate whether it behaves like the ground truth of its statement."""
        truths = element.ground_truth
        if self._meanings is None:
            return understood
        if truths and len(truths) != len(understood):
            # One list that stands for several statements says nothing of each.
            return understood
        compared = []
        for place, each in enumerate(understood):
            right: list[bool] = []
            for candidate in each.meanings.candidates if each.meanings else ():
                alike = bool(truths) and await self._meanings.behaves_like(
                    element.problem, candidate.constraints, truths[place]
                )
                right.append(alike)
            compared.append(each.model_copy(update={"candidates_right": tuple(right)}))
        return tuple(compared)

    async def _course(self, element: Element, translate_only: bool | None = None) -> Course:
        feedback = make_feedback(
            element.domain,
            element.problem,
            element.statements,
            self._settings.search(translate_only),
            shown_plan=element.shown_plan,
            questions="none" if self._settings.answers == "none" else "ask",
        )
        started = time.monotonic()
        run = await self._client.submit(feedback)
        seen: list[Message] = []
        async with aclosing(run.follow()) as events:
            async for event in events:
                if isinstance(event, RunEnd):
                    return Course(event, seen, time.monotonic() - started)
                seen.append(event)
                if isinstance(event, QuestionAsked):
                    await run.answer(event, await self._answer(element, event))
        raise AssertionError("a run is followed to its end, or given up with an error")

    async def _answer(self, element: Element, asked: QuestionAsked) -> int | None:
        """Return the first choice that behaves like the ground truth, as a person would who knows it; None for none."""
        assert self._meanings is not None, "whoever answers from the ground truth compares with it"
        truths = element.ground_truth
        place = int(asked.statement.id.removeprefix("s")) - 1
        # One list that stands for several statements is what each of them may mean a part of.
        truth = truths[place] if len(truths) == len(element.statements) else element.constraints
        for choice in asked.choices if truth else ():
            if await self._is_meant(element.problem, choice, truth):
                return choice.number
        return None

    async def _is_meant(self, problem: str, choice: Choice, truth: Sequence[str]) -> bool:
        """Return whether a choice behaves like the ground truth; of a plan that will do, whether that plan meets it."""
        assert self._meanings is not None, "whoever answers from the ground truth compares with it"
        if not choice.plan_only:
            return await self._meanings.behaves_like(problem, choice.constraints, truth)
        return choice.plan is not None and (await self._judge.judge(problem, choice.plan, truth)).adherent

    async def _translation_alone(
        self, element: Element, result: PlanRevised, understood: Sequence[UnderstoodStatement], outcome: Outcome
    ) -> Outcome | Fault:
        """What comes of the best readings without a search; the fault where that run is refused."""
        if self._settings.mode == "translate-only" or is_readings_alone(result, understood):
            return outcome
        ended = (await self._course(element, translate_only=True)).ended
        if isinstance(ended, FeedbackRefused):
            _raise_if_nothing_can_run(ended.fault)
            return ended.fault
        return await self._outcome(element, ended)

    async def _outcome(self, element: Element, result: PlanRevised) -> Outcome:
        """The plan handed over, judged; words without a meaning are answered rightly by "not understood"."""
        judgement = await self._judge.judge(element.problem, result.plan, element.constraints)
        refused = all(each.verdict == "not_understood" for each in result.statements)
        return Outcome(
            specification=tuple(traced.constraint for traced in result.specification),
            plan=result.plan,
            adherent=judgement.adherent and (bool(element.ground_truth) or refused),
            judgement=judgement,
        )

    async def _each(self, element: Element, outcome: Outcome) -> tuple[bool, ...]:
        """Whether the plan satisfies each list of the ground truth by itself."""
        if len(element.ground_truth) < 2 or outcome.adherent:
            return (outcome.adherent,) * len(element.ground_truth)
        judged = [await self._judge.judge(element.problem, outcome.plan, group) for group in element.ground_truth]
        return tuple(each.adherent for each in judged)

    async def _holds_before(self, element: Element, base_plan: str) -> bool | None:
        """Whether the plan without feedback satisfies the ground truth already; None where there is none."""
        if not element.ground_truth:
            return None
        return (await self._judge.judge(element.problem, base_plan, element.constraints)).adherent

    def _raise_if_dead(self, row: Row) -> None:
        """A language model that fails call after call ends the evaluation; one call that failed is told in its row."""
        fault = row.failed_call
        if fault is None:
            self._failed_in_a_row = 0
            return
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= _FAILED_IN_A_ROW:
            message = f"the language model failed in {_FAILED_IN_A_ROW} runs in a row, the last time: {fault.message}"
            raise ContractError(fault.model_copy(update={"message": message}))

    def _check_bundle(self, result: PlanRevised) -> None:
        """The judges read the domain from the folder: it has to be the one that the services plan with."""
        if result.problem.bundle != self._judge.bundle.sha256:
            raise ContractError(
                Fault(
                    code=FaultCode.UNKNOWN_DOMAIN,
                    message=f"the services plan with another version of {result.problem.domain!r} than the folder's",
                    remedy=f"plancritic domain publish {result.problem.domain}, or leave PLANCRITIC_NATS_URL unset",
                )
            )


def check_scorer(result: PlanRevised, settings: EvaluationSettings) -> None:
    """A scorer that cannot use the model it was given goes on with another: that is not what is measured.

    Raises:
        ContractError: another model judged than the one of the settings.
    """
    if settings.scorer is not None and settings.scorer[:12] not in (result.scorer or ""):
        raise ContractError(
            Fault(
                code=FaultCode.MODEL_UNUSABLE,
                message=f"the services judge with {result.scorer or 'no scorer'}, not with the model of --scorer",
                remedy="run `plancritic evaluate scorer --model FOLDER` to see what is wrong with it",
            )
        )


def _raise_if_nothing_can_run(fault: Fault) -> None:
    """A fault of the services, not of one element, ends the evaluation: it would stand in every row."""
    if fault.code in _HOPELESS:
        raise ContractError(fault)


def is_readings_alone(result: PlanRevised, understood: Sequence[UnderstoodStatement]) -> bool:
    """Return whether the plan is the one under the best readings, so that it need not be made again.

    It is where the translator read nothing (the plan without feedback is all there is) and nothing was guessed, and
    where the specification is the readings' and came about in one step; a plan without feedback that happens to satisfy
    them is another, and so is one under a reading that was not the first.
    """
    if any(each.is_exchanged or each.is_guess for each in understood):
        return False
    reading = {constraint for each in understood for constraint in each.constraints}
    if not reading:
        return not any(each.first_read for each in understood)
    specification = {traced.constraint for traced in result.specification}
    return specification == reading and len(result.lineage) == 1 and result.plan != result.base_plan


def _understood(course: Course, result: PlanRevised) -> tuple[UnderstoodStatement, ...]:
    translated = {each.statement.id: each for each in course.translated.statements} if course.translated else {}
    rows = []
    for outcome in result.statements:
        read = translated.get(outcome.statement.id)
        rows.append(
            UnderstoodStatement(
                statement=outcome.statement.text,
                mid_level_goal=outcome.mid_level_goal,
                constraints=outcome.constraints,
                score=outcome.evidence.reading if outcome.evidence is not None else None,
                alternatives=read.alternatives if read is not None else 0,
                reason=read.reason if read is not None else None,
                verdict=outcome.verdict,
                check=outcome.evidence.check if outcome.evidence is not None else None,
                scorer=outcome.evidence.scorer if outcome.evidence is not None else None,
                impossible_with=outcome.impossible_with,
                first_read=None if read is None else () if read.reading is None else read.reading.constraints,
                meanings=outcome.meanings,
            )
        )
    return tuple(rows)


def _effort(course: Course, result: PlanRevised) -> Effort:
    verdicts: Counter[str] = Counter()
    for generation in course.generations:
        verdicts.update(generation.verdicts)
    return Effort(
        generations=result.generations,
        individuals=sum(verdicts.values()),
        from_cache=sum(generation.from_cache for generation in course.generations),
        verdicts=dict(sorted(verdicts.items())),
        lineage=result.lineage,
        ended=result.ended,
    )
