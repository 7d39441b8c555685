"""Messages in, scores out."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from plancritic.bus import Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.scoring import ScorePlans, Scores
from plancritic.contracts.syntax_faults import fault_of
from plancritic.embedding import CachedEncoder, Encoder, EncoderMissingError, load_encoder
from plancritic.pddl.language import ExpansionTooLargeError
from plancritic.scorer.model_registry import CurrentModels
from plancritic.scorer.published import PublishedLexicons, PublishedModel, PublishedModels
from plancritic.scorer.reader_model import ReaderModel, reader_model
from plancritic.scorer.serving import model_missing
from plancritic.scorer.settings import ScorerSettings


def register(service: Service, settings: ScorerSettings, encoder: Encoder | None) -> None:
    """Adds the scorer's handlers to its service; without an `encoder` the one in the cache is loaded at start."""
    parts: list[_Parts] = []

    @service.on_start
    async def open_parts() -> None:
        loaded = encoder if encoder is not None else await asyncio.to_thread(_load, settings)
        used = CachedEncoder(loaded, settings.remembered_texts, token_capacity=settings.remembered_statements)
        models = PublishedModels(service.client, used, settings.cache, settings.threads)
        current = CurrentModels(service.client, models, service.detail, service.registry)
        shared = await asyncio.to_thread(
            reader_model, settings.reader, used, settings.threads, settings.remembered_statements
        )
        service.detail["shared reader"] = "none" if shared is None else shared.label
        parts.append(_Parts(models, current, PublishedLexicons(service.client), shared))
        await current.open()

    @service.on_stop
    async def close_parts() -> None:
        await parts[0].current.close()

    @service.work(subjects.SCORE, concurrency=settings.concurrency)
    async def score(job: ScorePlans, _work: Work) -> Scores:
        used = await parts[0].model_for(job)
        try:
            lexicon = await parts[0].lexicons.of(job.problem)
            adherence = await asyncio.to_thread(used.score, lexicon, job.plans, job.texts)
        except ExpansionTooLargeError as error:
            raise ContractError(fault_of(error)) from None
        return Scores(
            envelope=job.envelope.caused("result"),
            job=job.envelope.message_id,
            model=used.label,
            version=used.version,
            judged_by=used.judged_by,
            threshold=used.threshold,
            unsure=used.unsure,
            # Python's shortest writing of the rounded number, not of the float32 nearest to it.
            adherence=tuple(tuple(round(float(value), 5) for value in row) for row in adherence),
        )


class _Parts(NamedTuple):
    """What is opened at start."""

    models: PublishedModels
    current: CurrentModels
    lexicons: PublishedLexicons
    shared: ReaderModel | None

    async def model_for(self, job: ScorePlans) -> PublishedModel | ReaderModel:
        """Return what judges a job: the model that it names, else its domain's, else the reader that all share.

        Raises `ContractError`: `model_unusable`, and `model_missing` where there is no reader either.
        """
        domain, shared = job.problem.domain, self.shared
        if shared is not None and job.model == shared.version:
            return shared
        if job.model is not None:
            return await self.models.load(domain, job.model)
        found = await self.current.of(domain) or shared
        if found is None:
            raise model_missing(f"no scorer model is published for the domain {domain!r}")
        return found


def _load(settings: ScorerSettings) -> Encoder:
    try:
        return load_encoder(settings.cache, settings.threads)
    except EncoderMissingError as error:
        raise ContractError(
            Fault(
                code=FaultCode.MODEL_MISSING,
                message=f"no usable sentence encoder in {str(error.folder)!r}: {error.reason}",
                remedy=error.remedy,
            )
        ) from error
