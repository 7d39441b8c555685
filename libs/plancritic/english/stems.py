"""The beginning that the forms of a word share."""

from __future__ import annotations

from plancritic.english.verbs import verb_of_forms


def stem(word: str) -> str:
    """Return the stem of a word in small letters: "leav" for "left", "leaves" and "leaving"."""
    word = verb_of_forms().get(word, word)
    for ending in ("ings", "ing", "ied", "ies", "ed", "es", "s"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= 3 and not word.endswith("ss"):
            word = root + ("y" if ending in ("ied", "ies") else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word
