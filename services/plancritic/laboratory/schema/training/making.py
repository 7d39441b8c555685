"""Make the model folder of a tuned encoder: changes, card, calibration."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import torch
from safetensors.numpy import save
from tokenizers import Tokenizer

from plancritic.embedding import OnnxEncoder
from plancritic.embedding.model_folder import ModelFolder
from plancritic.laboratory.schema.calibration.similarity import calibrate, write_calibration
from plancritic.laboratory.schema.corpus import Corpus
from plancritic.laboratory.schema.training.sentence_model import SentenceModel
from plancritic.laboratory.schema.training.tuning import Progress, TuningSettings, tune
from plancritic.schema_library.filtering.schema_text import TEXT_VERSION
from plancritic.schema_library.filtering.tuned_encoder import (
    CALIBRATION_FILE,
    CARD_FILE,
    CHANGES_FILE,
    ENCODER_FOLDER,
    ModelCard,
    assemble,
    tuned_encoder,
)


def make_model(
    base: ModelFolder,
    corpus: Corpus,
    settings: TuningSettings,
    out: Path,
    command: str,
    whole: bool,
    progress: Callable[[Progress], None] = lambda _: None,
    cache: Path | None = None,
) -> ModelCard:
    """Tune a base on the corpus's training part and write the model folder; `whole`: the entire encoder, too.

    The calibration is made with the encoder as it will run, from the changes as they are written (16 bits).
    """
    out.mkdir(parents=True, exist_ok=True)
    model = sentence_model(base, settings)
    tuned = tune(model, corpus.part("train"), settings, progress)
    changes = save({name: change.astype("float16") for name, change in sorted(tuned.changes.items())})
    digest = hashlib.sha256(changes).hexdigest()
    card = ModelCard(
        name=f"{base.name}+{digest[:12]}",
        base=base.name,
        base_sha256=base.sha256,
        changes_sha256=digest,
        corpus_sha256=corpus.sha256,
        text_version=TEXT_VERSION,
        train_domains=tuned.train_domains,
        validation_domains=tuned.validation_domains,
        seed=settings.seed,
        settings={name: value for name, value in asdict(settings).items() if name not in {"seed", "threads"}},
        epoch=tuned.epoch,
        epochs=tuned.epochs,
        ended=tuned.ended,
        validation_accuracy_before=tuned.accuracy_before,
        validation_accuracy=tuned.accuracy,
        command=command,
    )
    (out / CHANGES_FILE).write_bytes(changes)
    (out / CARD_FILE).write_text(card.model_dump_json(indent=2) + "\n")
    if whole:
        assemble(out, base, out / ENCODER_FOLDER)
    encoder = OnnxEncoder(out / ENCODER_FOLDER) if whole else tuned_encoder(cache or _cache(), out)
    write_calibration(out / CALIBRATION_FILE, calibrate(encoder, corpus))
    return card


def sentence_model(base: ModelFolder, settings: TuningSettings) -> SentenceModel:
    """Return a base in torch, with changes that are nothing yet."""
    torch.manual_seed(settings.seed)
    weights = {name: torch.from_numpy(weight) for name, weight in base.weights.items()}
    tokenizer = Tokenizer.from_str(base.tokenizer.decode())
    return SentenceModel(weights, base.architecture, tokenizer, settings.rank, settings.dropout, settings.tuned_layers)


def _cache() -> Path:
    from plancritic.embedding.settings import EmbeddingSettings

    return EmbeddingSettings().cache
