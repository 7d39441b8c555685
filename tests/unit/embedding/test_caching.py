from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from plancritic.embedding import CachedEncoder, EmbeddingStore, Vectors


class CountingEncoder:
    """Vectors of two numbers made from a text's length; remembers what it was asked."""

    name = "counting"
    dimensions = 2

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        angles = np.array([len(text) for text in texts], dtype=np.float32)
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)


@pytest.fixture
def counting_encoder() -> CountingEncoder:
    return CountingEncoder()


def test_each_text_is_encoded_once(counting_encoder: CountingEncoder) -> None:
    cached = CachedEncoder(counting_encoder)

    first = cached.encode(["a", "bb", "a"])
    second = cached.encode(["bb", "ccc"])

    assert counting_encoder.asked == [["a", "bb"], ["ccc"]]
    np.testing.assert_array_equal(first[0], first[2])
    np.testing.assert_array_equal(first[1], second[0])
    assert (cached.hits, cached.misses, len(cached)) == (2, 3, 3)


def test_the_least_recently_used_text_is_forgotten(counting_encoder: CountingEncoder) -> None:
    cached = CachedEncoder(counting_encoder, capacity=2)
    cached.encode(["a", "b"])
    cached.encode(["a"])

    cached.encode(["c"])
    cached.encode(["a"])
    cached.encode(["b"])

    assert counting_encoder.asked == [["a", "b"], ["c"], ["b"]]


def test_a_call_larger_than_the_cache_is_answered_whole(counting_encoder: CountingEncoder) -> None:
    cached = CachedEncoder(counting_encoder, capacity=1)

    assert cached.encode(["a", "bb", "ccc"]).shape == (3, 2)
    assert len(cached) == 1


def test_no_texts_give_no_vectors(counting_encoder: CountingEncoder) -> None:
    assert CachedEncoder(counting_encoder).encode([]).shape == (0, 2)


def test_a_cache_without_room_is_refused(counting_encoder: CountingEncoder) -> None:
    with pytest.raises(ValueError, match="0 texts"):
        CachedEncoder(counting_encoder, capacity=0)


def test_a_store_outlives_the_process(counting_encoder: CountingEncoder, tmp_path: Path) -> None:
    path = tmp_path / "cache" / "embeddings.sqlite"
    store = EmbeddingStore(path)
    before = CachedEncoder(counting_encoder, store=store).encode(["a", "bb"])
    store.close()

    store = EmbeddingStore(path)
    cached = CachedEncoder(counting_encoder, store=store)
    after = cached.encode(["bb", "a"])
    store.close()

    assert counting_encoder.asked == [["a", "bb"]]
    assert (cached.stored, cached.misses) == (2, 0)
    np.testing.assert_array_equal(before, after[::-1])


def test_a_store_keeps_encoders_apart(counting_encoder: CountingEncoder, tmp_path: Path) -> None:
    store = EmbeddingStore(tmp_path / "embeddings.sqlite")
    CachedEncoder(counting_encoder, store=store).encode(["a"])

    assert store.read("another", ["a"]) == {}
    store.close()
