"""One description from its answers to its ranked interpretations."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.messages import (
    CombinationCounts,
    DecidedBoxes,
    DomainDescribed,
    DomainModelled,
    FilterOutcome,
    Interpretation,
    ModellingPhase,
    SchemaLibrary,
)
from plancritic.contracts.syntax_faults import fault_of
from plancritic.domains.descriptions import skeleton_of
from plancritic.pddl.language import PddlSyntaxError, Problem, parse_problem, write_domain
from plancritic.schema_library.building.ordering import Decided, order
from plancritic.schema_library.building.semantic import SemanticFilter
from plancritic.schema_library.building.shown import counts_of, shown_library
from plancritic.schema_library.building.workers import Workers
from plancritic.schema_library.candidates.candidate import Candidate, Library
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.candidates.sources import Collected
from plancritic.schema_library.combination.product import volume, whole
from plancritic.schema_library.combination.task import parts_of, task_of
from plancritic.schema_library.filtering.semantic_filter import Floored
from plancritic.schema_library.ranking.scoring import Scores
from plancritic.schema_library.settings import SchemaLibrarySettings
from plancritic.threads import in_thread

#: Tells how far a run is: phase, done, total, words.
Progress = Callable[[ModellingPhase, int, int, str], Awaitable[None]]
#: Gives the answers to a request, telling how far it is.
Collect = Callable[[DomainDescribed, Progress], Awaitable[Collected]]
#: Stores a library and returns its hash.
Store = Callable[[SchemaLibrary], Awaitable[str]]


@dataclass(frozen=True)
class Modelling:
    """What a run needs of the world: answers, filter, other copies and the judges, a store, and somebody to tell."""

    settings: SchemaLibrarySettings
    semantic: SemanticFilter
    workers: Workers
    collect: Collect
    progress: Progress
    store: Store
    #: The envelope of the run's end.
    end: Envelope

    async def model(self, request: DomainDescribed) -> DomainModelled:
        """Carry a request to its end.

        Raises:
            ContractError: it cannot be worked on, with the reason. What can be seen of the description and the problem
                is looked at before anybody is asked for answers.
        """
        problem = await in_thread(lambda: _readable(request))
        collected = await self.collect(request, self.progress)
        answers = collected.answers
        if request.instances is not None:
            answers = dict(list(answers.items())[: request.instances])
        library = await in_thread(lambda: library_of(request.description, request.described_in, answers))
        failures = {instance: fault.message for instance, fault in collected.failures.items()}
        found = sum(map(len, library.candidates.values()))
        text = f"{found} candidates, {len(library.dropped)} dropped, {len(failures)} instances failed"
        await self.progress("answers", len(answers), len(answers), text)
        shown = shown_library(request.description.domain, request.described_in, library, tuple(answers), failures)
        if problem is None or request.until == "library":
            return await self._ended(request, shown)
        _check_complete(library)
        floored = None
        # Without filter and with votes as ranking nobody asks for similarities.
        if request.epsilon is not None or request.ranking != "votes":
            floored = await in_thread(
                lambda: self.semantic.judge(
                    request.description, request.described_in, library, problem, request.epsilon, request.score
                )
            )
            await self.progress("filter", 1, 1, floored.reason)
            shown = shown_library(
                request.description.domain, request.described_in, library, tuple(answers), failures, floored
            )
        return await self._interpret(request, library, shown, floored)

    async def _interpret(
        self, request: DomainDescribed, library: Library, shown: SchemaLibrary, floored: Floored | None
    ) -> DomainModelled:
        kept = library.candidates if floored is None else floored.filtered.kept
        similarities = None if floored is None else floored.filtered.kept_similarities
        scores = Scores(kept, similarities, request.ranking)
        problem = request.description.problem or ""
        started = time.monotonic()
        decided = await self._decide(library, problem, kept)
        seconds = time.monotonic() - started
        ordered = await in_thread(lambda: order(decided, library.skeleton, kept, scores, request))
        await self.progress("proofs", 0, len(ordered), f"{decided.distinct} distinct plans")
        rulings = await self.workers.prove(problem, [(each.domain, each.plan) for each in ordered])
        await self.progress("proofs", len(ordered), len(ordered), "")
        accepted, disputed = _by_ruling(
            [each.interpretation(ruling) for each, ruling in zip(ordered, rulings, strict=True)]
        )
        counts = CombinationCounts(
            all=_product(library.candidates),
            kept=_product(kept),
            solvable=decided.solvable,
            unsolvable=decided.unsolvable,
            undecided=decided.undecided,
            distinct_plans=decided.distinct,
            mean_length=decided.mean_length,
            seconds=seconds,
        )
        return await self._ended(request, shown, floored, counts, accepted, disputed)

    async def _ended(
        self,
        request: DomainDescribed,
        shown: SchemaLibrary,
        floored: Floored | None = None,
        counts: CombinationCounts | None = None,
        accepted: tuple[Interpretation, ...] = (),
        disputed: tuple[Interpretation, ...] = (),
    ) -> DomainModelled:
        return DomainModelled(
            envelope=self.end,
            domain=shown.domain,
            described_in=request.described_in,
            library=await self.store(shown),
            counts=counts_of(shown),
            ranking=request.ranking,
            filter=_outcome(request, floored),
            combinations=counts,
            interpretations=accepted,
            disputed=disputed,
            problem=None if counts is None else request.description.problem,
            description=request.description.model_copy(update={"problem": None}),
            text="" if counts is None or accepted else _why_none(counts, disputed),
        )

    async def _decide(self, library: Library, problem: str, kept: Mapping[str, Sequence[Candidate]]) -> Decided:
        sizes = tuple(len(each) for each in kept.values())
        total = volume(whole(sizes))
        parts = parts_of(sizes, self.settings.part_size, self.settings.parts)
        await self.progress("combinations", 0, total, f"{len(parts)} {'part' if len(parts) == 1 else 'parts'}")
        task = task_of(write_domain(library.skeleton), problem, kept)
        deciding = [asyncio.ensure_future(each) for each in self.workers.decide(task, parts)]
        boxes: list[DecidedBoxes] = []
        try:
            for finished in asyncio.as_completed(deciding):
                boxes.append(await finished)
                decided = await in_thread(lambda: Decided.of(boxes, sizes))
                await self.progress("combinations", decided.count, total, f"{decided.distinct} distinct plans")
        finally:
            for part in deciding:
                part.cancel()
        return await in_thread(lambda: Decided.of(boxes, sizes))


def _readable(request: DomainDescribed) -> Problem | None:
    """Read what the request holds before anybody is paid for an answer to it."""
    skeleton = skeleton_of(request.description)
    if request.until == "library":
        return None
    if request.description.problem is None:
        raise _refused("the description has no problem", "add `problem`: objects, initial state and goal in PDDL")
    try:
        return parse_problem(request.description.problem, skeleton)
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None


def _by_ruling(
    found: Sequence[Interpretation],
) -> tuple[tuple[Interpretation, ...], tuple[Interpretation, ...]]:
    """Return the interpretations whose plans the judges accept, ranked anew, and the others."""
    accepted = [each for each in found if each.proof.ruling == "accepted"]
    others = tuple(each for each in found if each.proof.ruling != "accepted")
    return tuple(each.model_copy(update={"rank": rank}) for rank, each in enumerate(accepted, 1)), others


def _outcome(request: DomainDescribed, floored: Floored | None) -> FilterOutcome | None:
    if floored is None or request.epsilon is None:
        return None
    found = floored.filtered
    return FilterOutcome(
        score=found.score,
        threshold=found.threshold,
        epsilon=found.epsilon,
        asked=floored.asked,
        text=floored.reason,
    )


def _product(candidates: Mapping[str, Sequence[Candidate]]) -> int:
    return volume(whole(tuple(len(each) for each in candidates.values())))


def _check_complete(library: Library) -> None:
    for action, candidates in library.candidates.items():
        if not candidates:
            reasons = [f"{each.instance}: {each.reason}" for each in library.dropped if each.action == action]
            why = f" ({'; '.join(reasons[:3])})" if reasons else ", in no answer"
            raise _refused(f"there is no usable schema for the action {action!r}{why}", "ask more instances")


def _why_none(counts: CombinationCounts, disputed: tuple[Interpretation, ...]) -> str:
    if disputed:
        return f"the judges accept none of {len(disputed)} plans: engines disagree, so nothing is claimed"
    if counts.undecided:
        return f"no set of schemas was found solvable; {counts.undecided} were too large to be decided"
    if counts.kept < counts.all:
        return "no set of schemas that the filter kept has a plan, which is proved"
    return "no set of schemas has a plan, which is proved: ask more instances, or mend the description or the problem"


def _refused(message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
