"""Thoughts and code in free-text answers."""

from __future__ import annotations

import pytest

from plancritic.llm import code_parts, fenced_blocks, without_thoughts


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("no code", ()),
        ("a\n```pddl\n(b)\n```\nc\n~~~\n(d)\n(e)\n~~~", ("(b)", "(d)\n(e)")),
        ("a\n```\n(never closed\n", ("(never closed",)),
        ("  ```\n  (indented)\n  ```", ("  (indented)",)),
        ("```\n```\n", ("",)),
        ("a `word` in the line", ()),
    ],
)
def test_the_blocks_of_an_answer(text: str, blocks: tuple[str, ...]) -> None:
    assert fenced_blocks(text) == blocks


def test_thoughts_stand_at_the_beginning_alone() -> None:
    assert without_thoughts("<think>```\n(draft)\n```</think>\n(answer)") == "\n(answer)"
    assert without_thoughts("(answer) <think>later</think>") == "(answer) <think>later</think>"


@pytest.mark.parametrize(
    ("answer", "parts"),
    [
        ("```\n(:a x)\n```\nthen\n```\n(:a y)\n```\n```\nno\n```", ("(:a x)", "(:a y)")),
        ("I write (:a x (y)) for you.", ("(:a x (y))",)),
        ("I write (:a x", ()),
        ("```\n(b)\n```\nnothing", ()),
        ("<think>(:a draft)</think>(:a x)", ("(:a x)",)),
    ],
)
def test_the_parts_of_an_answer_with_a_mark(answer: str, parts: tuple[str, ...]) -> None:
    assert code_parts(answer, "(:a") == parts
