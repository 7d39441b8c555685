"""Workers of a run in a session whose plan is being executed: the past stands, and only the rest is planned.

A plan of such a run is whole: it begins with the steps done. It is judged as a plan of the problem as it turned out,
under the constraints as they are. The planner plans the problem that is left, under progressed constraints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from plancritic.bus import Client
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.execution.record import Execution
from plancritic.contracts.feedback import ServiceJobs, Timing
from plancritic.contracts.planning import (
    Disputed,
    Impossible,
    Improvement,
    PlanProved,
    PreferenceOutcome,
    Rejected,
    Relaxation,
    SolveLimits,
    Verdict,
)
from plancritic.contracts.scoring import Scores
from plancritic.contracts.specification import STRENGTHS, PddlTexts, TracedConstraint
from plancritic.contracts.translation import Statement, Translation
from plancritic.contracts.validation import ConstraintProof, Finding, JudgeReport, Proof, Validation
from plancritic.coordinator.execution.record import history_of
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.workers.interface import Improving, Workers
from plancritic.coordinator.workers.over_bus import Sources
from plancritic.pddl.execution import History
from plancritic.pddl.language import PddlSyntaxError, Plan, Problem, parse_constraint, parse_plan
from plancritic.threads import in_thread
from plancritic.verdicts.cache.verdict_cache import problem_hash
from plancritic.verdicts.improvement.lower_bounds import bound_reason

#: Who says that something is impossible because of what happened.
ENGINE = "history"
#: Stands for the id of a job in a refusal that needed none.
_NO_JOB = "past"


@dataclass(frozen=True)
class Executed:
    """A run's problem, of which a part was executed.

    `situation` has the problem as it turned out, `sources` say where workers find that and what is left, and
    `verdict_key` is the hash of what is left.
    """

    history: History
    situation: Situation
    sources: Sources
    verdict_key: str

    def over(self, workers: Workers, origin: Envelope) -> HistoryWorkers:
        """Return the workers of the run over those of its bus."""
        return HistoryWorkers(workers, self.history, origin)


async def executed_part(client: Client, execution: Execution | None, situation: Situation) -> Executed | None:
    """Return what was executed of a run's problem, its texts stored for the workers; None where nothing was.

    Raises:
        ContractError: the problem has preferences on trajectories, or the object store does not take the texts.
    """
    if execution is None:
        return None
    found = await in_thread(partial(_texts_of, situation.problem, execution))
    solving = await _stored(client, *found.left)
    validating = None if found.judged is None else await _stored(client, *found.judged)
    sources = Sources(solving=solving, validating=validating)
    return Executed(found.history, replace(situation, problem=found.amended), sources, found.verdict_key)


@dataclass(frozen=True)
class _Texts:
    """What was executed, worked out: `left` and `judged` are a domain and a problem, `judged` where it has changed."""

    history: History
    amended: Problem
    left: tuple[str, str]
    judged: tuple[str, str] | None
    verdict_key: str


def _texts_of(problem: Problem, execution: Execution) -> _Texts:
    """Execute what was done and write down what is left: seconds of work where much was."""
    history = history_of(problem, execution)
    left, amended = (history.domain_left, history.problem_left), history.amended
    judged = (amended.domain.text, amended.text) if history.observed else None
    return _Texts(history, amended, left, judged, problem_hash(*left))


async def _stored(client: Client, domain: str, problem: str) -> PddlTexts:
    """Return where workers find a domain and a problem."""
    return PddlTexts(
        domain_text=await client.put_passing(domain.encode()), problem_text=await client.put_passing(problem.encode())
    )


class HistoryWorkers:
    """Workers that plan what is left of a problem, and hand out whole plans. Raises as `Workers`."""

    def __init__(self, workers: Workers, history: History, origin: Envelope) -> None:
        self._workers = workers
        self._history = history
        self._origin = origin

    async def translate(
        self, statements: Sequence[Statement], shown_plan: str, translator: str | None, seed: int | None
    ) -> Translation:
        """Return the readings of every statement."""
        return await self._workers.translate(statements, shown_plan, translator, seed)

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        """Return the learned scorer's adherence of every whole plan to every text."""
        return await self._workers.score(plans, texts)

    def timings(self) -> tuple[Timing, ...]:
        """Return the seconds of waiting for each service."""
        return self._workers.timings()

    def jobs(self) -> tuple[ServiceJobs, ...]:
        """Return how many jobs each service was asked for."""
        return self._workers.jobs()

    async def solve(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        explain: bool = False,
        seconds_wanted: float | None = None,
        tidy: bool = False,
    ) -> Verdict:
        """Return the verdict on a specification of the whole plan: a plan of it begins with the steps done.

        What happened may violate a must already: then it is impossible, and clashes with nothing else.
        """
        try:
            asked = _Asked.of(self._history, specification)
        except PddlSyntaxError:
            # The planner says what is wrong, and where.
            return await self._workers.solve(specification, limits, engine, explain, seconds_wanted, tidy)
        if asked.impossible is not None:
            return asked.impossible
        verdict = await self._workers.solve(asked.left, limits, engine, explain, seconds_wanted, tidy)
        return asked.whole(verdict)

    async def improve(self, wanted: Improving, seconds_wanted: float | None = None) -> Improvement | None:
        """Return the best whole plan around known ones that begin with the steps done; None where none of them does."""
        try:
            asked = _Asked.of(self._history, wanted.specification)
        except PddlSyntaxError:
            return None
        starts = tuple(rest for each in wanted.starts if (rest := self._rest(each)) is not None)
        if asked.impossible is not None or not starts:
            return None
        shown = None if wanted.shown is None else self._rest(wanted.shown)
        left = replace(wanted, specification=asked.left, starts=starts, shown=shown)
        found = await self._workers.improve(left, seconds_wanted)
        return None if found is None else self._whole_improvement(found)

    def _rest(self, plan: str) -> str | None:
        """Return what is left of a whole plan, its times from now; None for one that changes what was done."""
        steps = self._history.rest_of(parse_plan(plan))
        if steps is None:
            return None
        origin = self._history.origin
        return str(Plan(tuple(replace(step, start=round(step.start - origin, 6)) for step in steps)))

    def _whole_improvement(self, found: Improvement) -> Improvement:
        plan = self._history.joined(found.plan)
        whole = parse_plan(plan)
        bound = found.lower_bound
        if bound is not None:
            value = round(bound.value + self._history.origin, 6)
            bound = bound.model_copy(update={"value": value, "reason": bound_reason(value)})
        changes = {"plan": plan, "makespan": whole.makespan, "steps": len(whole.steps), "lower_bound": bound}
        return found.model_copy(update=changes)

    async def validate(
        self, plan: str, specification: Sequence[TracedConstraint], questions: Sequence[str]
    ) -> Validation:
        """Return the judges' proof of a whole plan; one that changes what was done is rejected."""
        try:
            begins_so = self._history.rest_of(parse_plan(plan)) is not None
        except PddlSyntaxError:
            begins_so = True  # the judges say what is wrong with it
        if begins_so:
            return await self._workers.validate(plan, specification, questions)
        reason = "the plan changes what was done already"
        finding = Finding(about="form", satisfied=False, explanation=reason)
        report = JudgeReport(judge="executor", ruling="rejected", findings=(finding,))
        proof = Proof(ruling="rejected", reports=(report,))
        return Validation(
            envelope=self._origin.caused(),
            job=_NO_JOB,
            proof=proof,
            answers=tuple(ConstraintProof(constraint=each, proof=proof) for each in questions),
        )


class _Asked:
    """A specification of the whole plan, and what it asks of the rest."""

    def __init__(self, history: History) -> None:
        self._history = history
        self.left: tuple[TracedConstraint, ...] = ()
        self.impossible: Impossible | None = None
        self._given: dict[str, tuple[TracedConstraint, ...]] = {}
        self._settled: list[PreferenceOutcome] = []

    @classmethod
    def of(cls, history: History, specification: Sequence[TracedConstraint]) -> _Asked:
        """Return what a specification asks of the rest.

        Raises:
            PddlSyntaxError: a constraint is none.
        """
        asked = cls(history)
        broken = next((each.violation for each in history.own if each.violation is not None), None)
        if broken is not None:
            asked._is_impossible(f"what happened violates {broken.constraint} of the problem: {broken.explanation}", ())
            return asked
        left: dict[str, TracedConstraint] = {}
        for traced in specification:
            found = history.progressed(parse_constraint(traced.constraint))
            if found.violation is not None:
                reason = f"what happened violates it already: {found.violation.explanation}"
                if traced.strength == "must":
                    asked._is_impossible(reason, (traced,))
                    return asked
                asked._settled.append(PreferenceOutcome(constraint=traced, kept=False, reason=reason))
            elif not found.constraints and traced.strength != "must":
                asked._settled.append(PreferenceOutcome(constraint=traced, kept=True))
            for constraint in found.constraints:
                text = str(constraint)
                asked._given[text] = (*asked._given.get(text, ()), traced)
                left[text] = _merged(left.get(text), traced, text)
        asked.left = tuple(left.values())
        return asked

    def _is_impossible(self, reason: str, clash: tuple[TracedConstraint, ...]) -> None:
        self.impossible = Impossible(engine=ENGINE, reason=reason, clash=clash, clash_minimal=bool(clash))

    def whole(self, verdict: Verdict) -> Verdict:
        """Return the verdict on the rest as one on the whole plan."""
        if isinstance(verdict, PlanProved):
            kept = [
                each.model_copy(update={"constraint": given})
                for each in verdict.preferences
                for given in self._given.get(each.constraint.constraint, (each.constraint,))
            ]
            changes = {"plan": self._history.joined(verdict.plan), "preferences": (*self._settled, *kept)}
            return verdict.model_copy(update=changes)
        if isinstance(verdict, Rejected | Disputed):
            return verdict.model_copy(update={"plan": self._history.joined(verdict.plan)})
        if isinstance(verdict, Impossible):
            relaxations = tuple(each for one in verdict.relaxations if (each := self._relaxation(one)) is not None)
            return verdict.model_copy(update={"clash": self._originals(verdict.clash), "relaxations": relaxations})
        return verdict

    def _originals(self, constraints: Iterable[TracedConstraint]) -> tuple[TracedConstraint, ...]:
        found = (given for each in constraints for given in self._given.get(each.constraint, (each,)))
        return tuple(dict.fromkeys(found))

    def _relaxation(self, relaxation: Relaxation) -> Relaxation | None:
        """Return a relaxation of the rest as one of the whole; None for later times, which count from elsewhere."""
        if relaxation.kind == "later_bound":
            return None
        changes = tuple(
            change.model_copy(update={"constraint": given})
            for change in relaxation.changes
            for given in self._given.get(change.constraint.constraint, (change.constraint,))
        )
        return relaxation.model_copy(update={"changes": changes, "plan": self._history.joined(relaxation.plan)})


def _merged(known: TracedConstraint | None, traced: TracedConstraint, text: str) -> TracedConstraint:
    """Return a constraint on the rest, with all statements that ask for it, as strong as the strongest."""
    if known is None:
        return traced.model_copy(update={"constraint": text})
    return known.model_copy(
        update={
            "statements": tuple(dict.fromkeys((*known.statements, *traced.statements))),
            "strength": min(known.strength, traced.strength, key=STRENGTHS.index),
        }
    )
