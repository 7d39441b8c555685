"""Planning domains in words with their action schemas: what the encoder is tuned and the filter calibrated on."""

from plancritic.laboratory.schema.corpus.corpus import (
    Corpus,
    CorpusDomain,
    CorpusError,
    CorpusPart,
    TruePair,
    load_corpus,
    read_described_domain,
    reference_domain,
    true_pairs,
)

__all__ = [
    "Corpus",
    "CorpusDomain",
    "CorpusError",
    "CorpusPart",
    "TruePair",
    "load_corpus",
    "read_described_domain",
    "reference_domain",
    "true_pairs",
]
