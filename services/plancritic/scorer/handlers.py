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
from plancritic.scorer.published import PublishedLexicons, PublishedModels
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
        parts.append(_Parts(models, current, PublishedLexicons(service.client)))
        await current.open()

    @service.on_stop
    async def close_parts() -> None:
        await parts[0].current.close()

    @service.work(subjects.SCORE, concurrency=settings.concurrency)
    async def score(job: ScorePlans, _work: Work) -> Scores:
        models, current, lexicons = parts[0]
        domain = job.problem.domain
        used = await (current.of(domain) if job.model is None else models.load(domain, job.model))
        try:
            lexicon = await lexicons.of(job.problem)
            adherence = await asyncio.to_thread(used.model.score, lexicon, job.plans, job.texts)
        except ExpansionTooLargeError as error:
            raise ContractError(fault_of(error)) from None
        card = used.model.card
        return Scores(
            envelope=job.envelope.caused("result"),
            job=job.envelope.message_id,
            model=used.label,
            version=used.version,
            threshold=card.threshold,
            unsure=card.unsure,
            # Python's shortest writing of the rounded number, not of the float32 nearest to it.
            adherence=tuple(tuple(round(float(value), 5) for value in row) for row in adherence),
        )


class _Parts(NamedTuple):
    """What is opened at start."""

    models: PublishedModels
    current: CurrentModels
    lexicons: PublishedLexicons


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
