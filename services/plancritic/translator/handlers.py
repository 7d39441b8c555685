"""Statements in, readings out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import structlog

from plancritic.bus import Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.translation import PreviewReading, ReadingPreviewed, TranslateStatements, Translation
from plancritic.domains import domains_root
from plancritic.domains.published import PublishedDomains
from plancritic.embedding import CachedEncoder, Encoder, EncoderMissingError, load_encoder
from plancritic.llm import LanguageModel, LanguageModelNotConfigured, LanguageModelSettings
from plancritic.reading.model import Reader, read_card
from plancritic.reading.own import OwnReaders, Readers
from plancritic.reading.shipped import shipped_reader
from plancritic.translator.candidates.retrieval import Retrieval
from plancritic.translator.error_injection import weakened
from plancritic.translator.previews import Previews
from plancritic.translator.settings import TranslatorSettings
from plancritic.translator.translation import Translator
from plancritic.wording import Lexicon

_log = structlog.get_logger("plancritic.translator")


def register(
    service: Service, settings: TranslatorSettings, language_model: LanguageModelSettings, encoder: Encoder | None
) -> None:
    """Adds the translator's handler; a language model is used where one is configured."""
    parts: list[tuple[PublishedDomains, Translator]] = []
    previews: list[Previews] = []
    models: list[LanguageModel] = []

    @service.on_start
    async def open_parts() -> None:
        missing = language_model.missing
        if missing is not None and language_model.model is not None:
            # A model was asked for: reading without it would be another translator than the one configured.
            raise LanguageModelNotConfigured(missing)
        if missing is None:
            models.append(LanguageModel(language_model))
        found = await asyncio.to_thread(_encoder, settings, encoder)
        retrieval = None if found is None else Retrieval(found)
        readers = await asyncio.to_thread(_readers, settings, found, service.detail)
        translator = Translator(
            models[0] if models else None,
            retrieval,
            missing or "PLANCRITIC_LLM_MODEL",
            settings.candidates,
            readers,
            settings.learned,
        )
        parts.append((PublishedDomains(service.client), translator))
        previews.append(Previews(retrieval, readers, settings.learned))
        service.detail["translator"] = translator.default
        if settings.misread:
            # Whoever meets this copy has to know that it is wrong on purpose.
            service.detail["misread on purpose"] = f"{settings.misread:.0%}, seed {settings.misread_seed}"
            _log.warning("statements are misread on purpose", share=settings.misread, seed=settings.misread_seed)
        service.detail["reader"] = "none: readings of the grammar alone" if readers.shared is None else "in use"
        service.detail["encoder"] = "none: closest sentences unsorted, no similarity" if retrieval is None else "in use"

    @service.on_stop
    async def close_model() -> None:
        for model in models:
            await model.close()

    @service.ask(subjects.PREVIEW_READING)
    async def preview(ask: PreviewReading) -> ReadingPreviewed:
        return ReadingPreviewed(reading=await previews[0].read(ask.draft, ask.problem, ask.text))

    @service.work(subjects.TRANSLATE, concurrency=settings.concurrency)
    async def translate(job: TranslateStatements, _work: Work) -> Translation:
        domains, translator = parts[0]
        bundle = await domains.bundle(job.problem)
        who, statements = await translator.translate(
            bundle,
            job.problem.problem,
            job.statements,
            job.shown_plan,
            job.earlier_goals,
            job.readings,
            job.translator,
            job.seed,
            job.envelope.correlation_id,
        )
        if settings.misread:
            words = await asyncio.to_thread(Lexicon, bundle, job.problem.problem)
            statements = weakened(job.statements, statements, words, settings.misread, settings.misread_seed)
            who = f"{who}, {settings.misread:.0%} misread on purpose"
        return Translation(
            envelope=job.envelope.caused("result"),
            job=job.envelope.message_id,
            translator=who,
            statements=statements,
        )


def _encoder(settings: TranslatorSettings, encoder: Encoder | None) -> Encoder | None:
    """Return the encoder. Where none is there the grammar reads alone, unless another reader was asked for."""
    if encoder is not None:
        return encoder
    try:
        return CachedEncoder(load_encoder(settings.cache, settings.threads))
    except EncoderMissingError as error:
        if isinstance(settings.reader, Path):
            raise
        _log.warning("no sentence encoder", reason=error.reason, remedy=error.remedy)
        return None


def _readers(settings: TranslatorSettings, encoder: Encoder | None, detail: dict[str, str]) -> Readers:
    """Return the readers that the settings name: one for all domains, or the one that ships beside domains' own.

    One that was asked for by its folder and cannot be used stops the copy; without the one that ships, the grammar
    reads alone where a domain has none of its own.
    """
    if settings.reader == "none" or encoder is None:
        return Readers(None)
    if isinstance(settings.reader, Path):
        return Readers(Reader(settings.reader, encoder))
    return Readers(_shipped(encoder), OwnReaders(domains_root(), encoder), detail)


def _shipped(encoder: Encoder) -> Reader | None:
    folder = shipped_reader()
    if folder is None:
        _log.warning("no reader ships here: readings of the grammar alone", remedy="PLANCRITIC_TRANSLATOR_READER")
        return None
    if (needed := read_card(folder).encoder) != encoder.name:
        _log.warning("the reader needs another encoder: readings of the grammar alone", needs=needed, has=encoder.name)
        return None
    return Reader(folder, encoder)
