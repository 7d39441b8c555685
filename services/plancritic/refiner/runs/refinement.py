"""One request from its start domain to the best one found."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.refinement.knowledge import NOTHING_KNOWN, Knowledge
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    LeftComplaint,
    RefinementQuestion,
    RefinementRequested,
)
from plancritic.refiner.feedback.messages import Feedback
from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource
from plancritic.refiner.feedback.task import RefinementTask
from plancritic.refiner.pipelines.changes import changes
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.refiner.pipelines.own import ERROR_RATE
from plancritic.refiner.pipelines.tree import RefinementTree
from plancritic.refiner.runs.converting import complaint_of
from plancritic.refiner.runs.knowledge import readable_task
from plancritic.refiner.runs.search_thread import Search, Trees, searched
from plancritic.refiner.runs.telling_sureness import doubted_answers_of, sureness_of
from plancritic.refiner.runs.watched_feedback import StepsUsedUpError, Tell, WatchedFeedback
from plancritic.threads import in_thread

_ALL_KINDS: frozenset[FeedbackKind] = frozenset({"plan", "landmark"})
#: Makes the search that a request asks for.
MakeSearch = Callable[[RefinementRequested, RefinementTask], Search]
_Ended = Literal["searched", "steps", "deadline", "not_refined"]


@dataclass(frozen=True)
class Refining:
    """What a refinement needs of the world: searches, judgements of candidates, kept trees, and somebody to tell."""

    make_search: MakeSearch
    source: FeedbackSource
    trees: Trees
    tell: Tell
    #: Seconds for a request without a deadline.
    seconds: float
    #: The envelope of the end.
    end: Envelope
    #: The share of answers that may be wrong, for a request that names none.
    error_rate: float = ERROR_RATE

    async def refine(self, request: RefinementRequested) -> DomainRefined:
        """Carry a request to its end.

        Raises:
            ContractError: it cannot be worked on, with the reason.
        """
        request = self._settled(request)
        is_own = request.pipeline == "own"
        doubts = is_own and bool(request.answer_error_rate)
        task = await in_thread(
            lambda: readable_task(request.description, request.domain, request.problems, is_own, doubts)
        )
        if Knowledge(description=request.description, problems=request.problems).is_empty:
            return self._end(request, Refinement(request.domain, (), ()), "not_refined", NOTHING_KNOWN, 0)
        search = self.make_search(request, task)
        most = request.most_steps if request.pipeline == "own" else None
        watched = WatchedFeedback(self.source, request.domain, most, self.tell)
        try:
            return await self._searched(request, search, watched)
        finally:
            await watched.stop()

    def _settled(self, request: RefinementRequested) -> RefinementRequested:
        """Return the request with this service's limit and rate where it names none."""
        ours: dict[str, object] = {}
        if request.deadline is None:
            ours["deadline"] = datetime.now(UTC) + timedelta(seconds=self.seconds)
        if request.answer_error_rate is None:
            ours["answer_error_rate"] = self.error_rate
        return request.model_copy(update=ours)

    async def _searched(self, request: RefinementRequested, search: Search, watched: WatchedFeedback) -> DomainRefined:
        found: Refinement | None = None
        ended: _Ended = "searched"
        try:
            async with asyncio.timeout(seconds_until(request.deadline)) as limit:
                trees = _ToldTrees(self.trees, watched)
                found = await searched(search, watched, trees)
                ended = "deadline" if found.is_cut_off else "searched"
                found = await self._judged_whole(found)
        except TimeoutError:
            if not limit.expired():
                raise
            ended = "deadline"
        except StepsUsedUpError:
            ended = "steps"
        except ExceptionGroup as several:
            error = first_error(several)
            if not isinstance(error, StepsUsedUpError):
                raise error from None
            ended = "steps"
        if found is None and watched.best is None:
            reason = "not refined: the time ran out before any candidate was judged"
            return self._end(request, Refinement(request.domain, (), ()), ended, reason, watched.steps)
        if found is None:
            found = self._best(request, watched)
        judged, left = _counted(watched.steps, "candidate"), _counted(len(found.messages), "complaint")
        reason = _REASONS[ended].format(judged=judged, left=left)
        return self._end(request, found, ended, reason, watched.steps, is_judged=True)

    async def _judged_whole(self, found: Refinement) -> Refinement:
        """What is left counts both kinds of feedback, also where the search looked at one alone."""
        judgement = await self.source.judge(found.domain, _ALL_KINDS)
        if judgement.fault is not None:
            fault = Fault(
                code=FaultCode.WORKER_FAILED,
                message=f"the search ended with a domain that cannot be judged: {judgement.fault}",
                remedy="refine with another pipeline or proposer",
            )
            raise ContractError(fault)
        return replace(found, messages=found.complaints(judgement.messages))

    def _best(self, request: RefinementRequested, watched: WatchedFeedback) -> Refinement:
        best = watched.best
        assert best is not None
        return Refinement(
            best.domain, best.judgement.messages, changes(request.domain, best.domain, request.description)
        )

    def _end(
        self,
        request: RefinementRequested,
        found: Refinement,
        ended: _Ended,
        reason: str,
        steps: int,
        is_judged: bool = False,
    ) -> DomainRefined:
        return DomainRefined(
            envelope=self.end,
            domain=found.domain,
            refined=is_judged,
            reason=reason,
            ended=ended,
            left=tuple(map(_left, found.messages)),
            changes=found.changes,
            questions=tuple(
                RefinementQuestion(problem=each.problem, steps=each.steps, text=each.text, checks=each.checks)
                for each in found.questions
            ),
            sureness=sureness_of(found, request.description),
            doubted_answers=doubted_answers_of(found),
            steps=steps,
            pipeline=request.pipeline,
            proposer=request.proposer,
        )


@dataclass(frozen=True)
class _ToldTrees:
    """Keeps trees, and tells whoever follows the run what is new of them."""

    trees: Trees
    watched: WatchedFeedback

    async def kept(self) -> str | None:
        # Who asks for a kept tree is about to grow one.
        self.watched.grows_by_itself()
        return await self.trees.kept()

    async def keep(self, tree: str) -> None:
        await self.trees.keep(tree)
        await self.watched.grown(RefinementTree.model_validate_json(tree))


_REASONS: dict[_Ended, str] = {
    "searched": "the search ended after {judged}; the best one has {left}",
    "steps": "the search reached its limit ({judged}); the best one has {left}",
    "deadline": "the time ran out after {judged}; the best one has {left}",
}


def seconds_until(deadline: datetime | None) -> float | None:
    """Return the seconds until a deadline, 0 where it is over; None without one."""
    return None if deadline is None else max(0.0, (deadline - datetime.now(UTC)).total_seconds())


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _left(message: Feedback) -> LeftComplaint:
    return LeftComplaint(complaint=complaint_of(message), text=message.for_person)


def first_error(several: ExceptionGroup[Exception]) -> Exception:
    """The error that an exception group is about; parts of a search that were told to stop are not."""
    leaves: list[Exception] = []
    for each in several.exceptions:
        leaves.append(first_error(each) if isinstance(each, ExceptionGroup) else each)
    wanted = (each for each in leaves if isinstance(each, StepsUsedUpError | ContractError))
    return next(wanted, leaves[0])
