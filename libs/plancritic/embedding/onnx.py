"""The default encoder: all-MiniLM-L6-v2 on ONNX Runtime."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from plancritic.embedding.assembly import ASSEMBLY, CARD_FILE, FOLDER, GRAPH_FILE, TOKENIZER_FILE
from plancritic.embedding.encoder import TokenVectors, Vectors
from plancritic.embedding.errors import EncoderMissingError

#: Tokens of a text that are looked at, as sentence-transformers sets it for this model.
MAXIMUM_TOKENS = 256
_BATCH = 32


class OnnxEncoder:
    """An assembled encoder folder, loaded. Thread-safe.

    Texts are batched with those of the same number of tokens, so that no vector is touched by padding.
    """

    def __init__(self, folder: Path, threads: int = 0) -> None:
        """Load the folder that `assemble` made; `threads` 0 takes one a core. Raises `EncoderMissingError`."""
        card = _read_card(folder)
        self._name = str(card["name"])
        self._dimensions = int(str(card["dimensions"]))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        # Threads that wait for work by spinning take the cores from the planners beside them.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(
                str(folder / GRAPH_FILE), options, providers=["CPUExecutionProvider"]
            )
            self._tokenizer = Tokenizer.from_file(str(folder / TOKENIZER_FILE))
        except Exception as error:  # both libraries raise undocumented types of their own
            raise EncoderMissingError(folder, f"it cannot be loaded ({error})") from error
        # The file asks for truncation at 128 and padding of everything to 128.
        self._tokenizer.enable_truncation(MAXIMUM_TOKENS)
        self._tokenizer.no_padding()

    @property
    def name(self) -> str:
        """Which weights these are."""
        return self._name

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return self._dimensions

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of the texts: shape (len(texts), dimensions), each of length one."""
        vectors = np.empty((len(texts), self._dimensions), dtype=np.float32)
        for batch, rows in self._run("embedding", self._tokenizer.encode_batch(list(texts))):
            vectors[batch] = rows
        return vectors

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Return the vectors and places of each text's tokens (see `TokenVectors`), at the price of `encode`."""
        encodings = self._tokenizer.encode_batch(list(texts))
        # Copied, so that who keeps one text does not keep its whole batch.
        rows = {
            index: row.copy()
            for batch, states in self._run("tokens", encodings)
            for index, row in zip(batch, states, strict=True)
        }
        return [TokenVectors(rows[index], tuple(encoding.offsets)) for index, encoding in enumerate(encodings)]

    def _run(self, output: str, encodings: Sequence[Encoding]) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
        """One output of the graph, by batches of texts that have equally many tokens: their indices and rows."""
        by_length: dict[int, list[int]] = {}
        for index, encoding in enumerate(encodings):
            by_length.setdefault(len(encoding.ids), []).append(index)
        for indices in by_length.values():
            for first in range(0, len(indices), _BATCH):
                batch = indices[first : first + _BATCH]
                matrix = np.array([encodings[index].ids for index in batch], dtype=np.int64)
                feed = {"input_ids": matrix, "attention_mask": np.ones_like(matrix)}
                yield batch, self._session.run([output], feed)[0]


def load_encoder(cache: Path, threads: int = 0) -> OnnxEncoder:
    """Return the encoder in `cache/encoder`. Raises `EncoderMissingError`, which names the remedy."""
    return OnnxEncoder(cache / FOLDER, threads)


def _read_card(folder: Path) -> dict[str, object]:
    path = folder / CARD_FILE
    try:
        card: dict[str, object] = json.loads(path.read_bytes())
        size = (folder / GRAPH_FILE).stat().st_size
        if card["assembly"] != ASSEMBLY:
            raise EncoderMissingError(folder, "it was assembled by another version")
        if size != card["graph_bytes"]:
            raise EncoderMissingError(folder, f"{GRAPH_FILE} has {size} bytes, not {card['graph_bytes']}")
    except FileNotFoundError as error:
        raise EncoderMissingError(folder, f"{Path(error.filename).name} is not there") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EncoderMissingError(folder, f"{CARD_FILE} cannot be read ({error})") from error
    return card
