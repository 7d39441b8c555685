"""The other services as this run sees them: typed requests with ids that depend on run and content alone."""

from __future__ import annotations

import hashlib
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TypeVar

from plancritic.bus import Client, RequestTimedOut
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import Timing
from plancritic.contracts.planning import Solution, SolveLimits, SolveProblem, Verdict
from plancritic.contracts.scoring import ScorePlans, Scores
from plancritic.contracts.specification import ProblemReference, TracedConstraint
from plancritic.contracts.subjects import Subject
from plancritic.contracts.translation import Statement, TranslateStatements, Translation
from plancritic.contracts.validation import ValidatePlan, Validation

Answer = TypeVar("Answer", bound=Message)


class Workers:
    """Requests to translator, planner, validator and scorer on behalf of one run.

    A job's id is derived from the run and the job's content, so that a copy that takes the run over asks
    for the same jobs and finds the results that are already there. `patience` is how long (wall seconds)
    to wait for one answer before the service is taken for absent.
    """

    def __init__(self, client: Client, origin: Envelope, problem: ProblemReference, patience: float) -> None:
        self._client = client
        self._origin = origin
        self._problem = problem
        self._patience = patience
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._counts: defaultdict[str, int] = defaultdict(int)

    async def translate(
        self, statements: Sequence[Statement], shown_plan: str | None, translator: str | None
    ) -> Translation:
        """The readings of every statement."""
        return await self._request(
            subjects.TRANSLATE,
            Translation,
            TranslateStatements,
            {"statements": tuple(statements), "shown_plan": shown_plan, "translator": translator},
        )

    async def solve(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        explain_clash: bool = False,
    ) -> Verdict:
        """The planner's verdict on a specification."""
        fields = {
            "specification": tuple(specification),
            "limits": limits,
            "engine": engine,
            "explain_clash": explain_clash,
        }
        return (await self._request(subjects.SOLVE, Solution, SolveProblem, fields)).verdict

    async def validate(
        self, plan: str, specification: Sequence[TracedConstraint], questions: Sequence[str]
    ) -> Validation:
        """The judges' proof of a plan, whole and question by question."""
        fields = {"plan": plan, "specification": tuple(specification), "questions": tuple(questions)}
        return await self._request(subjects.VALIDATE, Validation, ValidatePlan, fields)

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        """The learned scorer's adherence of every plan to every text."""
        return await self._request(subjects.SCORE, Scores, ScorePlans, {"plans": tuple(plans), "texts": tuple(texts)})

    def timings(self) -> tuple[Timing, ...]:
        """Seconds of waiting for each service, summed over its jobs (jobs overlap), and the number of jobs."""
        return tuple(
            Timing(part=part, seconds=round(self._seconds[part], 4), count=self._counts[part]) for part in self._seconds
        )

    async def _request(
        self, subject: Subject, answer: type[Answer], job: type[Message], fields: dict[str, Any]
    ) -> Answer:
        draft = job.model_validate({"envelope": self._origin, "problem": self._problem, **fields})
        content = hashlib.sha256(draft.model_dump_json(exclude={"envelope"}).encode()).hexdigest()
        message = draft.model_copy(update={"envelope": self._origin.caused(f"{subject.name}:{content}")})
        started = time.perf_counter()
        try:
            result = await self._client.request(message, subject, timeout=self._patience)
        except RequestTimedOut as error:
            raise ContractError(
                Fault(
                    code=FaultCode.SERVICE_UNAVAILABLE,
                    message=f"no {subject.noun} answered {subject.verb!r} within {self._patience:g} s",
                    remedy=f"start one: python -m plancritic.{subject.noun}; `plancritic status` shows what runs",
                )
            ) from error
        finally:
            self._seconds[subject.noun] += time.perf_counter() - started
            self._counts[subject.noun] += 1
        if not isinstance(result, answer):
            raise TypeError(f"{subject.name} was answered with {type(result).__name__}, not {answer.__name__}")
        return result
