"""What the other services answered in a run, so that nothing is asked twice, also after the run was continued."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import ServiceJobs, Timing
from plancritic.contracts.planning import Improvement, PlanProved, PreferenceOutcome, SolveLimits, Verdict
from plancritic.contracts.scoring import JudgedBy, Scores
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Statement, Translation
from plancritic.contracts.validation import ConstraintProof, Proof, Validation
from plancritic.coordinator.evaluation.preferences import musts
from plancritic.coordinator.problem.bank import Bank
from plancritic.coordinator.workers.interface import Improving, Workers
from plancritic.pddl.language import PddlSyntaxError, UnsupportedFeatureError

#: Stands for the id of the job in an answer that is put together from several jobs' answers.
_REMEMBERED = "remembered"
#: What verdicts name as their engine where the preferred plan is the answer.
PREFERRED = "plan_shown"


class KnownScores(BaseModel):
    """What the one scorer model of a run said; `adherence` is by plan and texts (see `_key`)."""

    model_config = ConfigDict(frozen=True)

    model: str
    version: str
    judged_by: JudgedBy = "model"
    threshold: float
    unsure: tuple[float, float]
    adherence: dict[str, tuple[float, ...]]


class KnownAnswers(BaseModel):
    """All answers of a run's planner, validator and scorer so far, each by the hash of what was asked."""

    model_config = ConfigDict(frozen=True)

    verdicts: dict[str, Verdict] = {}
    proofs: dict[str, Proof] = {}
    answers: dict[str, ConstraintProof] = {}
    scores: KnownScores | None = None


class RememberingWorkers:
    """Workers that ask other ones for what is not known yet, and know it from then on.

    A plan's proof, each of its questions and its scores are known one by one, whichever job they came with.
    Translations and improvements are not remembered: a run keeps in its checkpoint what it makes of them.
    """

    def __init__(self, workers: Workers, origin: Envelope, known: KnownAnswers) -> None:
        self._workers = workers
        self._origin = origin
        self._verdicts = dict(known.verdicts)
        self._proofs = dict(known.proofs)
        self._answers = dict(known.answers)
        self._scores = known.scores
        self._preferred: Bank | None = None

    def prefer(self, bank: Bank | None) -> None:
        """Answer every specification that the one plan of the bank meets with that plan, from now on.

        It is proved under the specification before it is the answer. None takes the preference back.
        """
        self._preferred = bank

    def known(self) -> KnownAnswers:
        """Return what is known by now; what becomes known later does not change it."""
        return KnownAnswers(
            verdicts=dict(self._verdicts), proofs=dict(self._proofs), answers=dict(self._answers), scores=self._scores
        )

    async def translate(
        self, statements: Sequence[Statement], shown_plan: str, translator: str | None, seed: int | None
    ) -> Translation:
        """Return the readings of every statement. Raises as `Workers`."""
        return await self._workers.translate(statements, shown_plan, translator, seed)

    async def solve(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        explain: bool = False,
        seconds_wanted: float | None = None,
        tidy: bool = False,
    ) -> Verdict:
        """Return the verdict on a specification. Raises as `Workers`."""
        key = _key(_written(specification), limits.model_dump_json(), engine, explain, *(("tidy",) if tidy else ()))
        if key not in self._verdicts:
            preferred = None if tidy or limits.anytime else await self._by_preferred(specification)
            self._verdicts[key] = preferred or await self._workers.solve(
                specification, limits, engine, explain, seconds_wanted=seconds_wanted, tidy=tidy
            )
        return self._verdicts[key]

    async def _by_preferred(self, specification: Sequence[TracedConstraint]) -> PlanProved | None:
        """Return the preferred plan, proved, where it meets all of the specification; None else, or without one."""
        bank = self._preferred
        if bank is None or not specification:
            return None
        constraints = [traced.constraint for traced in specification]
        try:
            # In this thread: it takes 0.05 ms a constraint, and requests made at once keep their order.
            if not all(bank.satisfied(constraints)):
                return None
        except (PddlSyntaxError, UnsupportedFeatureError):
            return None  # the planner says what is wrong with it
        (plan,) = bank.plans
        proof = (await self.validate(plan, musts(tuple(specification)), ())).proof
        if proof.ruling != "accepted":
            return None
        kept = tuple(PreferenceOutcome(constraint=each, kept=True) for each in specification if each.strength != "must")
        return PlanProved(engine=PREFERRED, plan=plan, proof=proof, preferences=kept)

    async def improve(self, wanted: Improving, seconds_wanted: float | None = None) -> Improvement | None:
        """Return the best plan around known ones. Raises as `Workers`."""
        return await self._workers.improve(wanted, seconds_wanted)

    def remember(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        verdict: Verdict,
    ) -> None:
        """Answer a specification with a verdict that is known from elsewhere, from now on."""
        self._verdicts[_key(_written(specification), limits.model_dump_json(), engine, False)] = verdict

    async def validate(
        self, plan: str, specification: Sequence[TracedConstraint], questions: Sequence[str]
    ) -> Validation:
        """Return the judges' proof of a plan and their answers. Raises as `Workers`."""
        whole = _key(plan, _written(specification))
        single = {question: _key(plan, question) for question in questions}
        if whole not in self._proofs or any(key not in self._answers for key in single.values()):
            found = await self._workers.validate(plan, specification, questions)
            self._proofs[whole] = found.proof
            self._answers |= dict(zip(single.values(), found.answers, strict=True))
        return Validation(
            envelope=self._origin,
            job=_REMEMBERED,
            proof=self._proofs[whole],
            answers=tuple(self._answers[single[question]] for question in questions),
        )

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        """Return the adherence of every plan to every text. Raises as `Workers`."""
        keys = [_key(plan, list(texts)) for plan in plans]
        before = self._scores.adherence if self._scores is not None else {}
        new = [plan for plan, key in zip(plans, keys, strict=True) if key not in before]
        if new or self._scores is None:
            found = await self._workers.score(new, texts)
            # What other requests have found out meanwhile stays.
            before = self._scores.adherence if self._scores is not None else {}
            rows = {_key(plan, list(texts)): row for plan, row in zip(new, found.adherence, strict=True)}
            self._scores = KnownScores(
                model=found.model,
                version=found.version,
                judged_by=found.judged_by,
                threshold=found.threshold,
                unsure=found.unsure,
                adherence={**before, **rows},
            )
        known = self._scores
        return Scores(
            envelope=self._origin,
            job=_REMEMBERED,
            model=known.model,
            version=known.version,
            judged_by=known.judged_by,
            threshold=known.threshold,
            unsure=known.unsure,
            adherence=tuple(known.adherence[key] for key in keys),
        )

    def timings(self) -> tuple[Timing, ...]:
        """Return the seconds of waiting and the number of jobs; what was known made none."""
        return self._workers.timings()

    def jobs(self) -> tuple[ServiceJobs, ...]:
        """Return the jobs of each service; what was known made none."""
        return self._workers.jobs()


def _written(specification: Iterable[TracedConstraint]) -> list[str]:
    return [traced.model_dump_json() for traced in specification]


def _key(*parts: object) -> str:
    """Return the hash of what was asked."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
