"""An encoder that remembers the texts it has seen, in memory and, where a file is named, on disk."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from plancritic.embedding.encoder import Encoder, TokenVectors, Vectors

Value = TypeVar("Value")


class CachedEncoder:
    """Encodes each text once: the least recently used beyond `capacity` are forgotten.

    Thread-safe, if the encoder inside is: it is asked by several threads at a time, but never twice for one text. Who
    asks for texts that are remembered does not wait for those who have others encoded.

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
        return len(self._vectors.values)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of the texts, in their order: shape (len(texts), dimensions)."""
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        rows: list[NDArray[np.float32]] = self._look_up(self._vectors, texts, self._fetch)
        return np.stack(rows)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Return the vectors of each text's tokens, in the order of the texts. They are shared: not to be changed."""
        return self._look_up(self._tokens, texts, self._fetch_tokens)

    def _look_up(
        self, remembered: _Remembered[Value], texts: Sequence[str], fetch: Callable[[list[str]], dict[str, Value]]
    ) -> list[Value]:
        known: dict[str, Value] = {}
        mine: dict[str, Future[Value]] = {}
        others: dict[str, Future[Value]] = {}
        # The lock is held for looking only: a text that is known does not wait for those that are encoded.
        with self._lock:
            for text in texts:
                if text in known or text in mine or text in others:
                    self.hits += 1
                elif (value := remembered.values.get(text)) is not None:
                    known[text] = value
                    self.hits += 1
                elif (coming := remembered.coming.get(text)) is not None:
                    others[text] = coming
                    self.hits += 1
                else:
                    mine[text] = remembered.coming[text] = Future()
        if mine:
            known.update(self._made(remembered, mine, fetch))
        # Own texts first, so that no two threads wait for each other.
        failed = []
        for text, coming in others.items():
            if coming.exception() is None:
                known[text] = coming.result()
            else:
                failed.append(text)
        if failed:
            # What another's call failed of may not be this text.
            known.update(zip(failed, self._look_up(remembered, failed, fetch), strict=True))
        return [known[text] for text in texts]

    def _made(
        self,
        remembered: _Remembered[Value],
        wanted: Mapping[str, Future[Value]],
        fetch: Callable[[list[str]], dict[str, Value]],
    ) -> dict[str, Value]:
        try:
            fresh = fetch(list(wanted))
        except BaseException as error:
            with self._lock:
                for text in wanted:
                    del remembered.coming[text]
            for future in wanted.values():
                future.set_exception(error)
            raise
        with self._lock:
            remembered.values.update(fresh)
            for text in wanted:
                del remembered.coming[text]
        for text, future in wanted.items():
            future.set_result(fresh[text])
        return fresh

    def _fetch(self, texts: list[str]) -> dict[str, NDArray[np.float32]]:
        found = dict(self._store.read(self.name, texts)) if self._store is not None else {}
        missing = [text for text in texts if text not in found]
        fresh = dict(zip(missing, self._encoder.encode(missing), strict=True)) if missing else {}
        if fresh and self._store is not None:
            self._store.write(self.name, fresh)
        self._count(stored=len(found), misses=len(missing))
        return {**found, **fresh}

    def _fetch_tokens(self, texts: list[str]) -> dict[str, TokenVectors]:
        fresh = self._encoder.encode_tokens(texts)
        self._count(misses=len(texts))
        return dict(zip(texts, fresh, strict=True))

    def _count(self, misses: int, stored: int = 0) -> None:
        with self._lock:
            self.misses += misses
            self.stored += stored


class _Remembered(Generic[Value]):
    """The values of the texts last used, and those that a thread is at work on."""

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError(f"a cache of {capacity} texts cannot hold one")
        self.values: LRUCache[str, Value] = LRUCache(capacity)
        self.coming: dict[str, Future[Value]] = {}


class EmbeddingStore:
    """Vectors in one SQLite file, by encoder and text. Thread-safe; several processes may share it."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # One connection is one transaction at a time.
        self._lock = threading.Lock()
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
        query = "SELECT vector FROM embedding WHERE encoder = ? AND text = ?"
        with self._lock:
            for text in texts:
                row = self._connection.execute(query, (encoder, text)).fetchone()
                if row is not None:
                    found[text] = np.frombuffer(row[0], dtype="<f4").astype(np.float32)
        return found

    def write(self, encoder: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Remember these; a text that is known already is left as it is."""
        with self._lock, self._connection:
            self._connection.executemany(
                "INSERT OR IGNORE INTO embedding VALUES (?, ?, ?)",
                [(encoder, text, vector.astype("<f4").tobytes()) for text, vector in vectors.items()],
            )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
