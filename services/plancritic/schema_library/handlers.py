"""Descriptions in, interpretations out; and combinations to be decided."""

from __future__ import annotations

import threading
import time

import orjson

from plancritic.bus import EventRuns, RunRows, Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.messages import (
    CombinationsDecided,
    CombinationTask,
    DecideCombinations,
    DomainDescribed,
    DomainModelled,
    LibraryList,
    LibraryShown,
    ListLibraries,
    ModellingPhase,
    ModellingProgressed,
    SchemaLibrary,
    ShowLibrary,
)
from plancritic.contracts.service import CancelRun, RunCancelled
from plancritic.llm import LanguageModelSettings
from plancritic.schema_library.building.kept_answers import KeptAnswers, library_id
from plancritic.schema_library.building.modelling import Modelling, Progress
from plancritic.schema_library.building.semantic import SemanticFilter, scored_library
from plancritic.schema_library.building.workers import Workers
from plancritic.schema_library.candidates.settings import CandidateSettings
from plancritic.schema_library.candidates.sources import Collected, ModelAnswers
from plancritic.schema_library.combination.product import box_of
from plancritic.schema_library.combination.task import decided_boxes, shared_steps
from plancritic.schema_library.settings import SchemaLibrarySettings
from plancritic.threads import in_thread

_ROWS = RunRows("modelling", subjects.DOMAIN_DESCRIBED, subjects.DOMAIN_MODELLED, subjects.MODELLING_REFUSED)


def register(
    service: Service, settings: SchemaLibrarySettings, instances: CandidateSettings, endpoint: LanguageModelSettings
) -> None:
    """Adds the handlers to their service."""
    semantic = SemanticFilter(settings)
    runs = EventRuns(_ROWS, lambda: service.client, lambda client, run: KeptAnswers(client).run_key(run))

    async def refuse(fault: Fault, envelope: Envelope, _digest: str) -> None:
        await runs.refuse(fault, envelope)

    @service.work(subjects.DOMAIN_DESCRIBED, concurrency=settings.runs, refused=refuse)
    async def model(request: DomainDescribed, _work: Work) -> None:
        await runs.carry(request, lambda end, key: modelled(request, end, key))

    async def modelled(request: DomainDescribed, end: Envelope, key: str) -> DomainModelled:
        client, kept = service.client, KeptAnswers(service.client)

        async def tell(phase: ModellingPhase, done: int, total: int, text: str) -> None:
            envelope = request.envelope.caused(f"{phase} {done} {total} {text}", key)
            progressed = ModellingProgressed(envelope=envelope, phase=phase, done=done, total=total, text=text)
            await client.publish(progressed, subjects.MODELLING_PROGRESSED)

        async def collect(wanted: DomainDescribed, progress: Progress) -> Collected:
            return await _answers(wanted, kept, instances, endpoint, progress)

        async def store(library: SchemaLibrary) -> str:
            return await client.put_passing(orjson.dumps(library.model_dump(mode="json")))

        workers = Workers(client, request.envelope, key, settings)
        modelling = Modelling(settings, semantic, workers, collect, tell, store, end)
        # Answers of language models take minutes: until then nothing else says that somebody is at it.
        await tell("answers", 0, 0, "")
        return await modelling.model(request)

    @service.ask(subjects.CANCEL_RUN)
    async def cancel(ask: CancelRun) -> RunCancelled | None:
        return await runs.cancel(ask)

    @service.work(subjects.DECIDE_COMBINATIONS)
    async def decide(job: DecideCombinations, _work: Work) -> CombinationsDecided:
        return await runs.unless_cancelled(job.envelope, decided(job))

    async def decided(job: DecideCombinations) -> CombinationsDecided:
        started = time.perf_counter()
        task = CombinationTask.model_validate_json(await service.client.get_object(job.task))
        shared = await in_thread(lambda: shared_steps(task))
        try:
            box = box_of(job.box, shared.sizes)
        except ValueError as error:
            message = f"the box is none of the task's: {error}"
            fault = Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy="send task and box of one library")
            raise ContractError(fault) from None
        stopped = threading.Event()
        try:
            found = await in_thread(lambda: decided_boxes(shared, box, job.most_states, job.seconds, stopped.is_set))
        finally:
            # A thread that nobody waits for any more would go on to the job's limit.
            stopped.set()
        stored = await service.client.put_passing(orjson.dumps(found.model_dump(mode="json")))
        return CombinationsDecided(
            envelope=job.envelope.caused("result"),
            job=job.envelope.message_id,
            decisions=stored,
            boxes=len(found.solved) + len(found.unsolvable) + len(found.undecided),
            seconds=time.perf_counter() - started,
        )

    @service.ask(subjects.LIST_LIBRARIES)
    async def libraries(_ask: ListLibraries) -> LibraryList:
        return LibraryList(libraries=await KeptAnswers(service.client).libraries())

    @service.ask(subjects.SHOW_LIBRARY)
    async def show(ask: ShowLibrary) -> LibraryShown:
        kept = await KeptAnswers(service.client).one(ask.library)
        first = next(iter(kept.values()))
        answers = {name: each.text for name, each in sorted(kept.items())}
        shown = await in_thread(lambda: scored_library(semantic, first.description, first.described_in, answers))
        stored = await service.client.put_passing(orjson.dumps(shown.model_dump(mode="json")))
        return LibraryShown(library=stored)


async def _answers(
    request: DomainDescribed,
    kept: KeptAnswers,
    instances: CandidateSettings,
    endpoint: LanguageModelSettings,
    progress: Progress,
) -> Collected:
    """Return the answers that came with a request, else those of language models; new ones are kept."""
    library = library_id(request.description, request.described_in, request.answers)
    known = {name: each.text for name, each in (await kept.of(library)).items()}
    if request.answers:
        for instance, text in request.answers.items():
            if known.get(instance) != text:
                await kept.keep(library, request.description, request.described_in, instance, text)
        return Collected(dict(request.answers))
    source = ModelAnswers(instances, endpoint)
    if request.instances is not None:
        source.instances = source.instances[: request.instances]
    there = sum(each.name in known for each in source.instances)

    async def keep(instance: str, text: str) -> None:
        nonlocal there
        await kept.keep(library, request.description, request.described_in, instance, text)
        there += 1
        await progress("answers", there, len(source.instances), instance)

    return await source.collect(request.description, request.described_in, known, keep)
