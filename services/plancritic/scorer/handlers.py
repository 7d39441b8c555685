"""Messages in, scores out."""

from __future__ import annotations

import asyncio

import structlog

from plancritic.bus import Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.scoring import ScorePlans, Scores
from plancritic.embedding import CachedEncoder, Encoder, EncoderMissingError, load_encoder
from plancritic.scorer.published import PublishedModels, PublishedSentences
from plancritic.scorer.settings import ScorerSettings

_log = structlog.get_logger("plancritic.scorer")


def register(service: Service, settings: ScorerSettings, encoder: Encoder | None) -> None:
    """Adds the scorer's handlers to its service; without an `encoder` the one in the cache is loaded at start."""
    parts: list[tuple[PublishedModels, PublishedSentences]] = []

    @service.on_start
    async def open_parts() -> None:
        loaded = encoder if encoder is not None else await asyncio.to_thread(_load, settings)
        used = CachedEncoder(loaded, settings.remembered_texts)
        models = PublishedModels(service.client, used, settings.cache, settings.threads)
        parts.append((models, PublishedSentences(service.client)))
        # Loaded now, so that the first job does not wait and a bad model is in the log from the start.
        for domain in await models.domains():
            try:
                sha256, model = await models.current(domain)
            except ContractError as error:
                service.detail[domain] = error.fault.message
                _log.error("model cannot be used", domain=domain, reason=error.fault.message, remedy=error.fault.remedy)
            else:
                service.detail[domain] = f"{model.card.name} ({sha256[:12]})"
                _log.info("model loaded", domain=domain, model=model.card.name, sha256=sha256[:12])

    @service.work(subjects.SCORE, concurrency=settings.concurrency)
    async def score(job: ScorePlans, _work: Work) -> Scores:
        models, sentences = parts[0]
        sha256, model = await models.named(job.problem.domain, job.model)
        plans = await sentences.of(job.problem, job.plans)
        adherence = await asyncio.to_thread(model.score, plans, job.texts)
        return Scores(
            envelope=job.envelope.caused("result"),
            job=job.envelope.message_id,
            model=f"{model.card.name} ({sha256[:12]})",
            threshold=model.card.threshold,
            # Python's shortest writing of the rounded number, not of the float32 nearest to it.
            adherence=tuple(tuple(round(float(value), 5) for value in row) for row in adherence),
        )


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
