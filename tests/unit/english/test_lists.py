from __future__ import annotations

from plancritic.english.lists import enumerated


def test_words_are_enumerated_with_commas_and_a_conjunction() -> None:
    assert [enumerated(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert enumerated(("a", "b", "c"), "or") == "a, b or c"
