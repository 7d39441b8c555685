"""Planning domains in words with their action schemas: what the encoder is tuned and the filter calibrated on."""

from plancritic.schema_library.corpus.corpus import (
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
from plancritic.schema_library.corpus.faults import FAULT_KINDS, FaultKind, FaultySchema, faulty_schemas

__all__ = [
    "FAULT_KINDS",
    "Corpus",
    "CorpusDomain",
    "CorpusError",
    "CorpusPart",
    "FaultKind",
    "FaultySchema",
    "TruePair",
    "faulty_schemas",
    "load_corpus",
    "read_described_domain",
    "reference_domain",
    "true_pairs",
]
