"""An encoder that remembers the texts it has seen, in memory and, where a file is named, on disk."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from plancritic.embedding.encoder import Encoder, TokenVectors, Vectors

Value = TypeVar("Value")


class CachedEncoder:
    """Encodes each text once: the least recently used beyond `capacity` are forgotten. Thread-safe.

    Tokens are remembered apart from sentence vectors, of `token_capacity` texts (1.5 KB a token), in memory only.

    `hits`, `misses` (texts encoded) and `stored` (texts found on disk) count since construction; a text that
    stands twice in one call counts once as a miss and then as a hit.
    """

    def __init__(
        self,
        encoder: Encoder,
        capacity: int = 50_000,
        store: EmbeddingStore | None = None,
        token_capacity: int = 2_000,
    ) -> None:
        self._encoder = encoder
        self._store = store
        self._vectors: _Remembered[NDArray[np.float32]] = _Remembered(capacity)
        self._tokens: _Remembered[TokenVectors] = _Remembered(token_capacity)
        self._lock = threading.Lock()
        self.hits = 0
        self.misses = 0
        self.stored = 0

    @property
    def name(self) -> str:
        """The name of the encoder inside."""
        return self._encoder.name

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return self._encoder.dimensions

    def __len__(self) -> int:
        """How many sentence vectors are remembered."""
        return len(self._vectors)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The vectors of the texts, in their order: shape (len(texts), dimensions)."""
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        rows: list[NDArray[np.float32]] = self._look_up(self._vectors, texts, self._fetch)
        return np.stack(rows)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The vectors of each text's tokens, in the order of the texts. They are shared: not to be changed."""
        return self._look_up(self._tokens, texts, self._fetch_tokens)

    def _look_up(
        self, remembered: _Remembered[Value], texts: Sequence[str], fetch: Callable[[list[str]], dict[str, Value]]
    ) -> list[Value]:
        with self._lock:
            known: dict[str, Value] = {}
            unknown: dict[str, None] = {}
            for text in texts:
                if text in known or text in unknown:
                    self.hits += 1
                elif (value := remembered.get(text)) is not None:
                    known[text] = value
                    self.hits += 1
                else:
                    unknown[text] = None
            if unknown:
                fresh = fetch(list(unknown))
                remembered.add(fresh)
                known.update(fresh)
        return [known[text] for text in texts]

    def _fetch(self, texts: list[str]) -> dict[str, NDArray[np.float32]]:
        found = dict(self._store.read(self.name, texts)) if self._store is not None else {}
        self.stored += len(found)
        missing = [text for text in texts if text not in found]
        if missing:
            fresh = dict(zip(missing, self._encoder.encode(missing), strict=True))
            self.misses += len(missing)
            if self._store is not None:
                self._store.write(self.name, fresh)
            found.update(fresh)
        return found

    def _fetch_tokens(self, texts: list[str]) -> dict[str, TokenVectors]:
        fresh = self._encoder.encode_tokens(texts)
        self.misses += len(texts)
        return dict(zip(texts, fresh, strict=True))


class _Remembered(Generic[Value]):
    """The values of the texts last used."""

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError(f"a cache of {capacity} texts cannot hold one")
        self._capacity = capacity
        self._values: OrderedDict[str, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, text: str) -> Value | None:
        value = self._values.get(text)
        if value is not None:
            self._values.move_to_end(text)
        return value

    def add(self, values: Mapping[str, Value]) -> None:
        self._values.update(values)
        while len(self._values) > self._capacity:
            self._values.popitem(last=False)


class EmbeddingStore:
    """Vectors in one SQLite file, by encoder and text. Several processes may share it."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(path, timeout=30, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS embedding"
            " (encoder TEXT NOT NULL, text TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (encoder, text))"
            " WITHOUT ROWID"
        )

    def read(self, encoder: str, texts: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """Those of the texts that are known."""
        found = {}
        for text in texts:
            query = "SELECT vector FROM embedding WHERE encoder = ? AND text = ?"
            row = self._connection.execute(query, (encoder, text)).fetchone()
            if row is not None:
                found[text] = np.frombuffer(row[0], dtype="<f4").astype(np.float32)
        return found

    def write(self, encoder: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Remember these; a text that is known already is left as it is."""
        with self._connection:
            self._connection.executemany(
                "INSERT OR IGNORE INTO embedding VALUES (?, ?, ?)",
                [(encoder, text, vector.astype("<f4").tobytes()) for text, vector in vectors.items()],
            )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
