"""How alike texts are by any encoder: numbers in [-1, 1], in the order of the texts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from plancritic.embedding import TokenVectors, Vectors, cosines

VECTORS = {"east": (1.0, 0.0), "north": (0.0, 1.0), "west": (-1.0, 0.0), "north-east": (0.70710678, 0.70710678)}
VECTORS["far east"] = (1.0000001, 0.0)


class Compass:
    name = "compass"
    dimensions = 2

    def encode(self, texts: Sequence[str]) -> Vectors:
        return np.array([VECTORS[text] for text in texts], dtype=np.float32)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        raise NotImplementedError


def test_cosines_come_in_the_order_of_the_texts() -> None:
    found = cosines(Compass(), "east", ["north-east", "west", "east", "north"])
    assert found == pytest.approx((0.7071, -1.0, 1.0, 0.0), abs=1e-4)


def test_rounding_carries_no_cosine_past_one() -> None:
    assert cosines(Compass(), "far east", ["far east", "west"]) == (1.0, -1.0)


def test_nothing_to_compare_with_is_not_encoded() -> None:
    assert cosines(Compass(), "nowhere on this compass", []) == ()
