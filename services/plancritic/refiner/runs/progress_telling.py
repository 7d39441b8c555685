"""The events that say how far a refinement is."""

from __future__ import annotations

import asyncio
import hashlib
import time
from itertools import count

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    RefinementProgressed,
    RefinementRequested,
    SearchedCandidate,
    candidate_id,
)
from plancritic.refiner.feedback.source import FeedbackSource
from plancritic.refiner.runs.measuring import ReferenceMeasure
from plancritic.refiner.runs.requested_searches import most_candidates
from plancritic.refiner.runs.watched_feedback import Best

#: A search that finds nothing better says that it goes on.
_SIGN_OF_LIFE_SECONDS = 5.0
#: Candidates in one event.
_TOGETHER = 25


class ProgressTelling:
    """Publishes the progress of one run, with the HDE of the best candidate where the request has a reference."""

    def __init__(self, client: Client, request: RefinementRequested, key: str, source: FeedbackSource) -> None:
        """`key` is the run's; ids of events are made of it."""
        self._client = client
        self._request = request
        self._key = key
        most = most_candidates(request.pipeline, request.most_steps)
        starts = min(1 + len(request.others), request.most_refined)
        self._most = None if most is None else most * starts
        self._last: tuple[float, Best] | None = None
        self._judgements = count(1)
        #: Candidates are judged at once; whoever follows the run sees them in their order.
        self._turn = asyncio.Lock()
        self._measure: ReferenceMeasure | None = None
        if request.reference is not None:
            self._measure = ReferenceMeasure(source, request.reference, [each.text for each in request.problems])

    async def check_reference(self) -> None:
        """Plan with the reference, if there is one. Raises `ContractError` where nothing can be measured by it."""
        if self._measure is not None:
            await self._measure.true_plans()

    async def measured(self, end: DomainRefined) -> DomainRefined:
        """Return the end of the run with the HDE of its domain, where there is a reference."""
        if self._measure is None or not end.refined:
            return end
        return end.model_copy(update={"equivalence": await self._measure.equivalence(end.domain)})

    async def tell(self, step: int, best: Best, new: tuple[SearchedCandidate, ...]) -> None:
        """Publish that so many candidates were judged, the best one, and what is new of the tree."""
        async with self._turn:
            # One candidate may be judged by one kind of feedback after the other: steps are no names of messages.
            number = next(self._judgements)
            last = self._last
            is_news = bool(new) or last is None or last[1] != best
            # The recording keeps every event: no more than what is new, and a sign of life.
            if not is_news and last is not None and time.monotonic() - last[0] < _SIGN_OF_LIFE_SECONDS:
                return
            equivalence = None if self._measure is None else await self._measure.equivalence(best.domain, best)
            self._last = (time.monotonic(), best)
            for first in range(0, max(len(new), 1), _TOGETHER):
                part = new[first : first + _TOGETHER]
                progressed = RefinementProgressed(
                    envelope=self._request.envelope.caused(self._cause(number, part), self._key),
                    step=max(step, 1),
                    of=self._most,
                    unsettled=len(best.judgement.messages),
                    changes=best.changes,
                    best=candidate_id(best.domain),
                    equivalence=equivalence,
                    candidates=part,
                )
                await self._client.publish(progressed, subjects.REFINEMENT_PROGRESSED)

    def _cause(self, number: int, part: tuple[SearchedCandidate, ...]) -> str:
        """The name of an event: a copy that goes on from a kept tree counts judgements anew, and tells others."""
        told = hashlib.sha256("".join(each.model_dump_json() for each in part).encode()).hexdigest()[:12]
        return f"judgement {number}, {told}"
