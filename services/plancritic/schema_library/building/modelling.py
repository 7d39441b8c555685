"""One description from its answers to its ranked interpretations."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.contracts.modelling.messages import (
    CombinationCounts,
    DecidedBoxes,
    DomainDescribed,
    DomainModelled,
    Interpretation,
    KnownFit,
    ModellingPhase,
    SchemaLibrary,
)
from plancritic.contracts.syntax_faults import fault_of
from plancritic.domains.descriptions import skeleton_of
from plancritic.pddl.language import PddlSyntaxError, Problem, parse_domain, parse_problem
from plancritic.schema_library.building.kept_answers import library_id
from plancritic.schema_library.building.known_fit import check_known
from plancritic.schema_library.building.known_order import in_known_order
from plancritic.schema_library.building.ordering import Decided, order
from plancritic.schema_library.building.semantic import SemanticFilter
from plancritic.schema_library.building.shown import counts_of, outcome_of, shown_library
from plancritic.schema_library.building.timed_planning import (
    decidable_known,
    decidable_texts,
    is_timed,
    with_timed_plans,
)
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
        wanted = request
        request = await in_thread(lambda: _decidable(wanted))
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
        until_library = problem is None or request.until == "library"
        if not until_library:
            _check_complete(library)
        if request.known and not until_library:
            read = library
            library = await in_thread(lambda: in_known_order(read, request.description, request.known))
        floored = None
        # Without filter nobody asks for scores, unless interpretations are ranked by them.
        if request.epsilon is not None or not (until_library or request.ranking == "votes"):
            floored = await in_thread(
                lambda: self.semantic.judge(
                    request.description,
                    request.described_in,
                    library,
                    problem,
                    request.epsilon,
                    request.score,
                    request.known,
                )
            )
            await self.progress("filter", 1, 1, floored.reason)
        shown = shown_library(
            request.description.domain, request.described_in, library, tuple(answers), failures, floored
        )
        if until_library:
            return await self._ended(request, shown, floored)
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
        found = await in_thread(lambda: order(decided, library.skeleton, kept, scores, request))
        # What takes time or has numbers was decided without them: its plan is one with times.
        whole_problem = await in_thread(lambda: parse_problem(problem, library.skeleton))
        ordered, without_plan = await with_timed_plans(found, whole_problem, self.settings.plan_seconds)
        shown_first, starts = ordered.interpretations, ordered.starts
        models = [(each.domain, each.plan) for each in shown_first] + [(each.domain, plan) for plan, each in starts]
        # Most starts are interpretations that are shown, too.
        several = list(dict.fromkeys(models))
        await self.progress("proofs", 0, len(several), _found(decided, ordered.known))
        rulings = dict(zip(several, await self.workers.prove(problem, several), strict=True))
        await self.progress("proofs", len(several), len(several), "")
        accepted, disputed = _by_ruling([each.interpretation(rulings[each.domain, each.plan]) for each in shown_first])
        # Sets with times may have one plan and be told apart all the same; else a plan stands for its sets.
        ranks = {each.plan: each.rank for each in reversed(accepted)}
        own_ranks = {(each.domain, each.plan): each.rank for each in accepted}
        proved = tuple(
            start.model_copy(update={"interpretation": own_ranks.get((start.domain, plan), ranks[plan])})
            for plan, start in starts
            if plan in ranks and rulings[start.domain, plan].ruling == "accepted"
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
        left_out = "; ".join(without_plan)
        ended = await self._ended(request, shown, floored, counts, accepted, disputed, left_out)
        return ended.model_copy(update={"known": ordered.known, "starts": proved})

    async def _ended(
        self,
        request: DomainDescribed,
        shown: SchemaLibrary,
        floored: Floored | None = None,
        counts: CombinationCounts | None = None,
        accepted: tuple[Interpretation, ...] = (),
        disputed: tuple[Interpretation, ...] = (),
        left_out: str = "",
    ) -> DomainModelled:
        return DomainModelled(
            envelope=self.end,
            domain=shown.domain,
            described_in=request.described_in,
            library=await self.store(shown),
            library_id=library_id(request.description, request.described_in, request.answers),
            counts=counts_of(shown),
            ranking=request.ranking,
            filter=outcome_of(floored),
            combinations=counts,
            interpretations=accepted,
            disputed=disputed,
            problem=None if counts is None else request.description.problem,
            description=request.description.model_copy(update={"problem": None}),
            text=left_out
            if counts is None or accepted or left_out
            else _why_none(counts, disputed, request.description),
        )

    async def _decide(self, library: Library, problem: str, kept: Mapping[str, Sequence[Candidate]]) -> Decided:
        sizes = tuple(len(each) for each in kept.values())
        total = volume(whole(sizes))
        parts = parts_of(sizes, self.settings.part_size, self.settings.parts)
        await self.progress("combinations", 0, total, f"{len(parts)} {'part' if len(parts) == 1 else 'parts'}")
        skeleton, facts = await in_thread(lambda: decidable_texts(library.skeleton, problem))
        task = task_of(skeleton, facts, kept)
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


def _decidable(request: DomainDescribed) -> DomainDescribed:
    """Return a request whose known problems can be held against STRIPS parts."""
    skeleton = skeleton_of(request.description)
    if not request.known or not is_timed(skeleton):
        return request
    return request.model_copy(update={"known": decidable_known(request.known, skeleton)})


def _readable(request: DomainDescribed) -> Problem | None:
    """Read what the request holds before anybody is paid for an answer to it; of a timed problem its STRIPS part."""
    skeleton = skeleton_of(request.description)
    if request.until == "library":
        return None
    check_known(request, skeleton)
    if request.description.problem is None:
        raise _refused("the description has no problem", "add `problem`: objects, initial state and goal in PDDL")
    try:
        problem = parse_problem(request.description.problem, skeleton)
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None
    if not is_timed(skeleton):
        return problem
    facts_only, facts = decidable_texts(skeleton, request.description.problem)
    return parse_problem(facts, parse_domain(facts_only))


def _by_ruling(
    found: Sequence[Interpretation],
) -> tuple[tuple[Interpretation, ...], tuple[Interpretation, ...]]:
    """Return the interpretations whose plans the judges accept, ranked anew, and the others."""
    accepted = [each for each in found if each.proof.ruling == "accepted"]
    others = tuple(each for each in found if each.proof.ruling != "accepted")
    return tuple(each.model_copy(update={"rank": rank}) for rank, each in enumerate(accepted, 1)), others


def _found(decided: Decided, known: KnownFit | None) -> str:
    plans = f"{decided.distinct} distinct plans"
    if known is None:
        return plans
    return f"{plans}; {known.contradicting} of {known.interpretations} contradict what is known"


def _product(candidates: Mapping[str, Sequence[Candidate]]) -> int:
    return volume(whole(tuple(len(each) for each in candidates.values())))


def _check_complete(library: Library) -> None:
    for action, candidates in library.candidates.items():
        if not candidates:
            reasons = [f"{each.instance}: {each.reason}" for each in library.dropped if each.action == action]
            why = f" ({'; '.join(reasons[:3])})" if reasons else ", in no answer"
            raise _refused(f"there is no usable schema for the action {action!r}{why}", "ask more instances")


def _why_none(counts: CombinationCounts, disputed: tuple[Interpretation, ...], description: DomainDescription) -> str:
    if disputed:
        return f"the judges accept none of {len(disputed)} plans: engines disagree, so nothing is claimed"
    if counts.undecided:
        return f"no set of schemas was found solvable; {counts.undecided} were too large to be decided"
    if description.is_temporal or description.functions:
        return "no set of schemas has a plan by its facts alone; overlapping steps were not checked"
    if counts.kept < counts.all:
        return "it is proved that no set of schemas kept by the filter has a plan"
    return (
        "it is proved that no set of schemas has a plan: ask more instances, or correct the description or the problem"
    )


def _refused(message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
