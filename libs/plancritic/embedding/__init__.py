"""Sentence encoders behind one small interface: texts in; L2-normalised vectors, or vectors of their tokens, out.

The default is all-MiniLM-L6-v2 as an ONNX graph, assembled once by `python -m plancritic.embedding` and run
without torch; `CachedEncoder` remembers what it has seen.
"""

from plancritic.embedding.caching import CachedEncoder, EmbeddingStore
from plancritic.embedding.encoder import Encoder, TokenVectors, Vectors
from plancritic.embedding.errors import EncoderMissingError, EncoderSourceError
from plancritic.embedding.onnx import OnnxEncoder, load_encoder
from plancritic.embedding.similarity import cosines

__all__ = [
    "CachedEncoder",
    "EmbeddingStore",
    "Encoder",
    "EncoderMissingError",
    "EncoderSourceError",
    "OnnxEncoder",
    "TokenVectors",
    "Vectors",
    "cosines",
    "load_encoder",
]
