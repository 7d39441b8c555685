from __future__ import annotations

from plancritic.english.phrases import lengths_known


def test_the_longest_phrase_comes_first() -> None:
    known = {("end",), ("end", "point"), ("point",)}
    assert list(lengths_known(["end", "point", "b"], known)) == [2, 1]
    assert list(lengths_known([], known)) == []
