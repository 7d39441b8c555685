"""Makes the calibration of an encoder: the similarities of true pairs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from plancritic.contracts.modelling.descriptions import Register
from plancritic.embedding import Encoder
from plancritic.laboratory.schema.corpus import Corpus, CorpusDomain, true_pairs
from plancritic.schema_library.filtering.calibration import REGISTERS, Calibration
from plancritic.schema_library.filtering.schema_text import TEXT_VERSION, description_text, schema_text

#: Similarities are written with so many digits: runs of one encoder differ beyond them.
_DIGITS = 5


def calibrate(encoder: Encoder, corpus: Corpus) -> Calibration:
    """Return the calibration of an encoder on the corpus's calibrating part."""
    domains = corpus.part("calibrate")
    return Calibration(
        encoder=encoder.name,
        text_version=TEXT_VERSION,
        corpus=corpus.sha256,
        domains=corpus.split["calibrate"],
        similarities={
            register: tuple(round(each, _DIGITS) for each in true_similarities(encoder, domains, register))
            for register in REGISTERS
        },
    )


def true_similarities(encoder: Encoder, domains: Sequence[CorpusDomain], register: Register) -> tuple[float, ...]:
    """Return the cosine of each action's description and its schema, in the order of the domains and their actions."""
    pairs = true_pairs(domains, register)
    described = encoder.encode([description_text(each.domain.description, each.action, register) for each in pairs])
    schemas = encoder.encode([schema_text(each.schema) for each in pairs])
    return tuple(float(each) for each in np.sum(described * schemas, axis=1))


def write_calibration(path: Path, made: Calibration) -> None:
    """Write a calibration."""
    path.write_text(json.dumps(made.model_dump(mode="json"), indent=1) + "\n")
