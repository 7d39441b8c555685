import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from plancritic.embedding import CachedEncoder, EmbeddingStore, TokenVectors, Vectors


class CountingEncoder:
    """Vectors of two numbers made from a text's length, a token for every character; remembers what it was asked."""

    name = "counting"
    dimensions = 2

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.asked_tokens: list[list[str]] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        angles = np.array([len(text) for text in texts], dtype=np.float32)
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        self.asked_tokens.append(list(texts))
        places = [tuple((place, place + 1) for place in range(len(text))) for text in texts]
        return [TokenVectors(np.ones((len(text), 2), np.float32), at) for text, at in zip(texts, places, strict=True)]


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


@pytest.mark.parametrize("room", ["capacity", "token_capacity"])
def test_a_cache_without_room_is_refused(counting_encoder: CountingEncoder, room: str) -> None:
    with pytest.raises(ValueError, match="0 texts"):
        CachedEncoder(counting_encoder, **{room: 0})


def test_the_tokens_of_each_text_are_encoded_once_and_apart_from_its_vector(counting_encoder: CountingEncoder) -> None:
    cached = CachedEncoder(counting_encoder)
    cached.encode(["a"])

    first = cached.encode_tokens(["a", "bb", "a"])
    second = cached.encode_tokens(["bb"])

    assert counting_encoder.asked_tokens == [["a", "bb"]]
    assert [len(tokens.vectors) for tokens in first] == [1, 2, 1]
    assert first[0] is first[2]
    assert second == [first[1]]
    assert (cached.hits, cached.misses) == (2, 3)
    assert cached.encode_tokens([]) == []


def test_the_tokens_least_recently_used_are_forgotten_and_no_vectors_for_them(
    counting_encoder: CountingEncoder,
) -> None:
    cached = CachedEncoder(counting_encoder, capacity=5, token_capacity=2)
    cached.encode(["a"])
    for texts in (["a", "b"], ["a"], ["c"], ["a"], ["b"]):
        cached.encode_tokens(texts)

    cached.encode(["a"])

    assert counting_encoder.asked_tokens == [["a", "b"], ["c"], ["b"]]
    assert counting_encoder.asked == [["a"]]


def test_threads_that_ask_for_the_same_texts_have_each_encoded_once(counting_encoder: CountingEncoder) -> None:
    cached = CachedEncoder(counting_encoder)
    texts = ["x" * length for length in range(1, 30)]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda start: cached.encode_tokens(texts[start:] + texts[:start]), range(29)))

    assert sorted(text for asked in counting_encoder.asked_tokens for text in asked) == texts
    for start, answer in enumerate(answers):
        assert [len(tokens.offsets) for tokens in answer] == [*range(start + 1, 30), *range(1, start + 1)]


class SlowEncoder(CountingEncoder):
    """Begins a call with a slow text and ends it when it is let; fails on what is bad."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go_on = threading.Event(), threading.Event()

    def encode(self, texts: Sequence[str]) -> Vectors:
        self._work(texts)
        return super().encode(texts)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        self._work(texts)
        return super().encode_tokens(texts)

    def _work(self, texts: Sequence[str]) -> None:
        if "slow" in texts:
            self.begun.set()
            assert self.go_on.wait(20)
        if "bad" in texts:
            raise OSError("no memory left")


@pytest.fixture
def slow_encoder() -> Iterator[SlowEncoder]:
    encoder = SlowEncoder()
    yield encoder
    encoder.go_on.set()


@pytest.mark.parametrize("asked", ["encode", "encode_tokens"])
def test_a_known_text_and_a_new_one_do_not_wait_while_another_thread_encodes(
    slow_encoder: SlowEncoder, asked: str, tmp_path: Path
) -> None:
    cached = CachedEncoder(slow_encoder, store=EmbeddingStore(tmp_path / "embeddings.sqlite"))
    ask = getattr(cached, asked)
    ask(["known"])
    with ThreadPoolExecutor(3) as pool:
        slow = pool.submit(ask, ["slow", "slower"])
        assert slow_encoder.begun.wait(10)

        assert len(pool.submit(ask, ["known", "new"]).result(timeout=10)) == 2
        assert not slow.done()

        same = pool.submit(ask, ["slower"])
        slow_encoder.go_on.set()
        np.testing.assert_equal(same.result(timeout=10)[0], slow.result(timeout=10)[1])
    encoded = slow_encoder.asked + slow_encoder.asked_tokens
    assert sorted(map(sorted, encoded)) == [["known"], ["new"], ["slow", "slower"]]
    assert (cached.hits, cached.misses) == (2, 4)


def test_what_another_thread_failed_to_encode_is_encoded_again(slow_encoder: SlowEncoder) -> None:
    cached = CachedEncoder(slow_encoder)
    with ThreadPoolExecutor(2) as pool:
        failing = pool.submit(cached.encode, ["slow", "good", "bad"])
        assert slow_encoder.begun.wait(10)
        waiting = pool.submit(cached.encode, ["good"])
        slow_encoder.go_on.set()

        with pytest.raises(OSError, match="no memory"):
            failing.result(timeout=10)
        assert waiting.result(timeout=10).shape == (1, 2)
    with pytest.raises(OSError, match="no memory"):
        cached.encode(["bad"])
    assert slow_encoder.asked == [["good"]]


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
