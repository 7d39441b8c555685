"""How fast a recording is replayed."""

from __future__ import annotations

import pytest

from plancritic.recorder.pace import Pace


@pytest.mark.parametrize(("text", "seconds"), [("max", 0.0), ("recorded", 60.0), ("x10", 6.0), ("x0.5", 120.0)])
def test_a_minute_takes_as_long_as_the_pace_says(text: str, seconds: float) -> None:
    assert Pace.of(text).seconds(60.0) == seconds


@pytest.mark.parametrize("text", ["", "fast", "x", "x0", "x-1", "10", "xnan"])
def test_anything_else_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(ValueError, match="x10"):
        Pace.of(text)
