"""Turns of phrase that must not come back into the source and its documents, each with the plain form to use."""

from __future__ import annotations

from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
PLAIN = {
    "in so far as": "as far as, where",
    "insofar as": "as far as, where",
    "that which is": "what is",
    "what lies at": "the thing itself: event 7",
    "is to be so": "must hold",
    "are to be so": "must hold",
    "comes of it": "the result",
    "what would do": "what would help",
    "otherwise than": "differently from",
    "something already": "something is already there",
    "this is no terminal": "this is not a terminal",
    "the time was over": "the time ran out",
    "begin anew": "start again",
    "planned anew": "planned again",
    "may be repeated. else": "repeatable. By default",
    "at most so many": "at most this many",
}


@pytest.mark.parametrize("folder", ["libs", "services", "deploy"])
def test_no_phrase_that_sounds_like_a_literal_translation_comes_back(folder: str) -> None:
    files = sorted(path for kind in ("py", "html", "md") for path in (CHECKOUT / folder).rglob(f"*.{kind}"))
    texts = {path.relative_to(CHECKOUT): path.read_text(encoding="utf-8").lower() for path in files}
    found = [
        f"{path}:{text[: text.index(phrase)].count(chr(10)) + 1}: write {plain!r} instead of {phrase!r}"
        for path, text in texts.items()
        for phrase, plain in PLAIN.items()
        if phrase in text
    ]
    assert not found, "\n".join(found)
