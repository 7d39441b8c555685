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
    DomainDescribed,
    DomainModelled,
    DroppedSchema,
    FilterOutcome,
    Interpretation,
    ModellingPhase,
    SchemaCandidate,
    SchemaLibrary,
)
from plancritic.contracts.syntax_faults import fault_of
from plancritic.contracts.validation import PlanRuling
from plancritic.pddl.language import PddlSyntaxError, Problem, parse_problem, write_domain
from plancritic.schema_library.building.semantic import SemanticFilter
from plancritic.schema_library.building.workers import Workers
from plancritic.schema_library.candidates.candidate import Candidate, Library
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.candidates.skeleton import domain_of
from plancritic.schema_library.combination.decision import Solved
from plancritic.schema_library.combination.product import volume, whole
from plancritic.schema_library.combination.task import parts_of, task_of
from plancritic.schema_library.filtering.semantic_filter import Floored
from plancritic.schema_library.ranking.differences import differences
from plancritic.schema_library.ranking.interpretations import RankedPlan, ranked
from plancritic.schema_library.ranking.scoring import Combination, Scores
from plancritic.schema_library.settings import SchemaLibrarySettings
from plancritic.threads import in_thread

#: Tells how far a run is: phase, done, total, words.
Progress = Callable[[ModellingPhase, int, int, str], Awaitable[None]]
#: Gives the answers of a request.
Collect = Callable[[DomainDescribed], Awaitable[Mapping[str, str]]]


@dataclass(frozen=True)
class Modelling:
    """What a run needs of the world: the answers, the filter, other copies and the judges, and somebody to tell."""

    settings: SchemaLibrarySettings
    semantic: SemanticFilter
    workers: Workers
    collect: Collect
    progress: Progress

    async def model(self, request: DomainDescribed) -> DomainModelled:
        """Carry a request to its end.

        Raises:
            ContractError: it cannot be worked on, with the reason.
        """
        problem_text = request.description.problem
        if request.until == "interpretations" and problem_text is None:
            raise _refused("the description has no problem", "add `problem`: objects, initial state and goal in PDDL")
        answers = await self.collect(request)
        if request.instances is not None:
            answers = dict(list(answers.items())[: request.instances])
        library = await in_thread(lambda: library_of(request.description, request.style, answers))
        count = sum(map(len, library.candidates.values()))
        await self.progress(
            "answers", len(answers), len(answers), f"{count} candidates, {len(library.dropped)} dropped"
        )
        if request.until == "library":
            return DomainModelled(envelope=_end(request), library=_shown(request, library, tuple(answers), None))
        _check_complete(library)
        assert problem_text is not None
        problem = _read(problem_text, library)
        floored = None
        if request.epsilon is not None:
            epsilon = request.epsilon
            floored = await in_thread(
                lambda: self.semantic.judge(request.description, request.style, library, problem, epsilon)
            )
            await self.progress("filter", 1, 1, floored.reason)
        return await self._interpret(request, library, tuple(answers), problem_text, floored)

    async def _interpret(
        self,
        request: DomainDescribed,
        library: Library,
        instances: tuple[str, ...],
        problem: str,
        floored: Floored | None,
    ) -> DomainModelled:
        kept = library.candidates if floored is None else floored.filtered.kept
        scores = Scores(kept, _similarities(floored), request.ranking)
        started = time.monotonic()
        plans, decided = await self._decide(library, problem, kept)
        seconds = time.monotonic() - started
        interpretations = ranked(decided.solved, scores)
        chosen = interpretations[: request.most]
        texts = [plans[each.plan[0]] for each in chosen]
        domains = [domain_of(library.skeleton, _chosen(kept, each.representative)).text for each in chosen]
        await self.progress("proofs", 0, len(chosen), f"{len(interpretations)} distinct plans")
        rulings = await self.workers.prove(problem, list(zip(domains, texts, strict=True)))
        await self.progress("proofs", len(chosen), len(chosen), "")
        solvable = sum(volume(each.box) for each in decided.solved)
        steps = sum(volume(each.box) * len(plans[each.plan[0]].splitlines()) for each in decided.solved)
        return DomainModelled(
            envelope=_end(request),
            library=_shown(request, library, instances, floored),
            filter=_outcome(floored),
            combinations=CombinationCounts(
                all=_product(library.candidates),
                kept=_product(kept),
                solvable=solvable,
                unsolvable=decided.unsolvable,
                undecided=decided.undecided,
                distinct_plans=len(interpretations),
                mean_length=steps / solvable if solvable else None,
                seconds=seconds,
            ),
            interpretations=tuple(
                self._interpretation(request, kept, scores, chosen, rank, texts[rank], domains[rank], rulings[rank])
                for rank in range(len(chosen))
            ),
            problem=problem,
            text="" if chosen else _why_none(decided),
        )

    def _interpretation(
        self,
        request: DomainDescribed,
        kept: Mapping[str, Sequence[Candidate]],
        scores: Scores,
        chosen: Sequence[RankedPlan],
        rank: int,
        plan: str,
        domain: str,
        ruling: PlanRuling,
    ) -> Interpretation:
        each = chosen[rank]
        first = tuple(_chosen(kept, chosen[0].representative).values())
        return Interpretation(
            rank=rank + 1,
            plan=plan,
            sets=each.sets,
            near=scores.near(each.boxes, each.best),
            similarity=scores.similarity(each.best),
            votes=scores.votes(each.best),
            domain=domain,
            differences=differences(first, tuple(_chosen(kept, each.representative).values()), request.description),
            proof=ruling,
        )

    async def _decide(
        self, library: Library, problem: str, kept: Mapping[str, Sequence[Candidate]]
    ) -> tuple[tuple[str, ...], _Decided]:
        task = task_of(write_domain(library.skeleton), problem, kept)
        sizes = tuple(len(each) for each in kept.values())
        parts = parts_of(sizes, self.settings.part_size, self.settings.parts)
        await self.progress("combinations", 0, volume(whole(sizes)), f"{len(parts)} parts")
        deciding = [asyncio.ensure_future(each) for each in self.workers.decide(task, parts, self.settings.most_states)]
        plans: dict[str, int] = {}
        solved: list[Solved] = []
        counts = {"done": 0, "unsolvable": 0, "undecided": 0}
        try:
            for finished in asyncio.as_completed(deciding):
                found = await finished
                for each in found.solved:
                    # Plans of parts are told apart by their text; the number takes the place of the steps.
                    number = plans.setdefault(found.plans[each.plan], len(plans))
                    solved.append(Solved(each.box, (number,)))
                counts["unsolvable"] += sum(map(volume, found.unsolvable))
                counts["undecided"] += sum(map(volume, found.undecided))
                counts["done"] = sum(volume(each.box) for each in solved) + counts["unsolvable"] + counts["undecided"]
                await self.progress(
                    "combinations", counts["done"], volume(whole(sizes)), f"{len(plans)} distinct plans"
                )
        finally:
            for task_part in deciding:
                task_part.cancel()
        return _in_order(tuple(plans), solved, counts["unsolvable"], counts["undecided"])


@dataclass(frozen=True)
class _Decided:
    solved: tuple[Solved, ...]
    unsolvable: int
    undecided: int


def _in_order(
    plans: tuple[str, ...], solved: Sequence[Solved], unsolvable: int, undecided: int
) -> tuple[tuple[str, ...], _Decided]:
    """Number plans by length and text, whichever part was ready first: ranking breaks ties by these numbers."""
    ordered = tuple(sorted(plans, key=lambda each: (len(each.splitlines()), each)))
    number = {text: place for place, text in enumerate(ordered)}
    renumbered = tuple(Solved(each.box, (number[plans[each.plan[0]]],)) for each in solved)
    return ordered, _Decided(tuple(sorted(renumbered, key=lambda each: (each.plan, each.box))), unsolvable, undecided)


def _chosen(kept: Mapping[str, Sequence[Candidate]], combination: Combination) -> dict[str, Candidate]:
    return {name: kept[name][number] for name, number in zip(kept, combination, strict=True)}


def _product(candidates: Mapping[str, Sequence[Candidate]]) -> int:
    return volume(whole(tuple(len(each) for each in candidates.values())))


def _similarities(floored: Floored | None) -> dict[str, list[float]] | None:
    if floored is None:
        return None
    scored = floored.filtered.candidates
    return {name: [each.similarity for each in several if each.kept] for name, several in scored.items()}


def _outcome(floored: Floored | None) -> FilterOutcome | None:
    if floored is None:
        return None
    found = floored.filtered
    return FilterOutcome(threshold=found.threshold, epsilon=found.epsilon, asked=floored.asked, text=floored.reason)


def _shown(
    request: DomainDescribed, library: Library, instances: tuple[str, ...], floored: Floored | None
) -> SchemaLibrary:
    return shown_library(request.description.domain, request.style, library, instances, floored)


def shown_library(
    domain: str, style: str, library: Library, instances: tuple[str, ...], floored: Floored | None = None
) -> SchemaLibrary:
    """Return a library as messages carry it."""
    judged = (
        {}
        if floored is None
        else {
            (name, each.candidate.text): each
            for name, several in floored.filtered.candidates.items()
            for each in several
        }
    )
    candidates = []
    for name, several in library.candidates.items():
        for each in several:
            scored = judged.get((name, each.text))
            candidates.append(
                SchemaCandidate(
                    action=name,
                    text=each.text,
                    instances=each.instances,
                    corrections=tuple(one.text for one in each.corrections),
                    similarity=None if scored is None else scored.similarity,
                    kept=scored is None or scored.kept,
                )
            )
    dropped = tuple(
        DroppedSchema(action=each.action, instance=each.instance, text=each.text, reason=each.reason)
        for each in library.dropped
    )
    return SchemaLibrary.model_validate(
        {"domain": domain, "style": style, "instances": instances, "candidates": candidates, "dropped": dropped}
    )


def _check_complete(library: Library) -> None:
    for action, candidates in library.candidates.items():
        if not candidates:
            reasons = [f"{each.instance}: {each.reason}" for each in library.dropped if each.action == action]
            why = f" ({'; '.join(reasons[:3])})" if reasons else ", in no answer"
            raise _refused(f"there is no usable schema for the action {action!r}{why}", "ask more instances")


def _read(text: str, library: Library) -> Problem:
    try:
        return parse_problem(text, library.skeleton)
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None


def _why_none(decided: _Decided) -> str:
    if decided.undecided:
        return f"no set of schemas was found solvable; {decided.undecided} were too large to be decided"
    return "no set of schemas has a plan, which is proved: ask more instances, or mend the description or the problem"


def _end(request: DomainDescribed) -> Envelope:
    return request.envelope.caused("end")


def _refused(message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
