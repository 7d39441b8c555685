"""An encoder that remembers the texts it has seen, in memory and, where a file is named, on disk."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plancritic.embedding.encoder import Encoder, Vectors


class CachedEncoder:
    """Encodes each text once: the least recently used beyond `capacity` are forgotten. Thread-safe.

    `hits`, `misses` (texts encoded) and `stored` (texts found on disk) count since construction; a text that
    stands twice in one call counts once as a miss and then as a hit.
    """

    def __init__(self, encoder: Encoder, capacity: int = 50_000, store: EmbeddingStore | None = None) -> None:
        if capacity < 1:
            raise ValueError(f"a cache of {capacity} texts cannot hold one")
        self._encoder = encoder
        self._capacity = capacity
        self._store = store
        self._vectors: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
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
        return len(self._vectors)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The vectors of the texts, in their order: shape (len(texts), dimensions)."""
        with self._lock:
            known: dict[str, NDArray[np.float32]] = {}
            unknown: dict[str, None] = {}
            for text in texts:
                if text in known or text in unknown:
                    self.hits += 1
                elif (vector := self._vectors.get(text)) is not None:
                    self._vectors.move_to_end(text)
                    known[text] = vector
                    self.hits += 1
                else:
                    unknown[text] = None
            known.update(self._fetch(list(unknown)))
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return np.stack([known[text] for text in texts])

    def _fetch(self, texts: list[str]) -> dict[str, NDArray[np.float32]]:
        found = dict(self._store.read(self.name, texts)) if self._store is not None and texts else {}
        self.stored += len(found)
        missing = [text for text in texts if text not in found]
        if missing:
            fresh = dict(zip(missing, self._encoder.encode(missing), strict=True))
            self.misses += len(missing)
            if self._store is not None:
                self._store.write(self.name, fresh)
            found.update(fresh)
        for text, vector in found.items():
            self._vectors[text] = vector
        while len(self._vectors) > self._capacity:
            self._vectors.popitem(last=False)
        return found


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
