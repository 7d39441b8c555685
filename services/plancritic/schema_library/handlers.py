"""Descriptions in, interpretations out; and combinations to be decided."""

from __future__ import annotations

import time
from collections.abc import Mapping

import orjson

from plancritic.bus import Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.messages import (
    CombinationsDecided,
    CombinationTask,
    DecideCombinations,
    DomainDescribed,
    LibraryList,
    LibraryShown,
    ListLibraries,
    ModellingPhase,
    ModellingProgressed,
    ModellingRefused,
    ShowLibrary,
)
from plancritic.llm import LanguageModelSettings
from plancritic.schema_library.building.kept_answers import KeptAnswers
from plancritic.schema_library.building.modelling import Modelling, shown_library
from plancritic.schema_library.building.semantic import SemanticFilter
from plancritic.schema_library.building.workers import Workers
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.candidates.settings import CandidateSettings
from plancritic.schema_library.candidates.sources import ModelAnswers
from plancritic.schema_library.candidates.stored import library_key
from plancritic.schema_library.combination.task import decided_boxes, shared_steps
from plancritic.schema_library.settings import SchemaLibrarySettings
from plancritic.threads import in_thread


def register(
    service: Service, settings: SchemaLibrarySettings, instances: CandidateSettings, endpoint: LanguageModelSettings
) -> None:
    """Adds the handlers to their service."""
    semantic = SemanticFilter(settings)

    async def refuse(fault: Fault, envelope: Envelope, _digest: str) -> None:
        refused = ModellingRefused(envelope=envelope.caused("end"), fault=fault)
        await service.client.publish_once(refused, subjects.MODELLING_REFUSED)

    @service.work(subjects.DOMAIN_DESCRIBED, concurrency=settings.runs, refused=refuse)
    async def model(request: DomainDescribed, work: Work) -> None:
        kept = KeptAnswers(service.client)

        async def collect(wanted: DomainDescribed) -> Mapping[str, str]:
            return await _answers(wanted, kept, instances, endpoint)

        async def tell(phase: ModellingPhase, done: int, total: int, text: str) -> None:
            # Of a run begun anew the same word is the same message: nobody hears it twice.
            envelope = request.envelope.caused(f"{phase} {done} {total} {text}")
            progressed = ModellingProgressed(envelope=envelope, phase=phase, done=done, total=total, text=text)
            await service.client.publish(progressed, subjects.MODELLING_PROGRESSED)

        workers = Workers(service.client, request.envelope, settings.patience)
        modelled = await Modelling(settings, semantic, workers, collect, tell).model(request)
        await service.client.publish_once(modelled, subjects.DOMAIN_MODELLED)

    @service.work(subjects.DECIDE_COMBINATIONS)
    async def decide(job: DecideCombinations, _work: Work) -> CombinationsDecided:
        started = time.perf_counter()
        task = CombinationTask.model_validate_json(await service.client.get_object(job.task))
        box = tuple(sum(1 << each for each in chosen) for chosen in job.box)
        shared = await in_thread(lambda: shared_steps(task))
        if len(box) != len(shared.sizes) or any(each >> size for each, size in zip(box, shared.sizes, strict=True)):
            message = "the box names candidates that the task does not have"
            fault = Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy="send task and box of one library")
            raise ContractError(fault)
        found = await in_thread(lambda: decided_boxes(shared, box, job.most_states))
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
        library = await in_thread(lambda: library_of(first.description, first.style, answers))
        return LibraryShown(library=shown_library(first.description.domain, first.style, library, tuple(answers)))


async def _answers(
    request: DomainDescribed, kept: KeptAnswers, instances: CandidateSettings, endpoint: LanguageModelSettings
) -> Mapping[str, str]:
    """Return the answers that came with a request, else those of language models; new ones are kept."""

    async def keep(instance: str, text: str) -> None:
        await kept.keep(request.description, request.style, instance, text)

    known = {name: each.text for name, each in (await kept.of(library_key(request.description, request.style))).items()}
    if request.answers:
        for instance, text in request.answers.items():
            if known.get(instance) != text:
                await keep(instance, text)
        return request.answers
    source = ModelAnswers(instances, endpoint)
    return (await source.collect(request.description, request.style, known, keep)).answers
