"""The parts of a free-text answer: thoughts that stand before it, and code in fences."""

from __future__ import annotations

import re

_THOUGHTS = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_FENCE = re.compile(r"^[ \t]*(?:```+|~~~+)", re.MULTILINE)


def code_parts(answer: str, mark: str) -> tuple[str, ...]:
    """Return the blocks of an answer with a mark in them; without such a fence, the text from the first mark on.

    That text ends with its last parenthesis. Thoughts before the answer are no part of it.
    """
    spoken = without_thoughts(answer)
    blocks = tuple(each for each in fenced_blocks(spoken) if mark in each)
    start, end = spoken.find(mark), spoken.rfind(")")
    return blocks or ((spoken[start : end + 1],) if 0 <= start < end else ())


def without_thoughts(text: str) -> str:
    """Return an answer without what some models write down before it, which may hold drafts of it."""
    return _THOUGHTS.sub("", text)


def fenced_blocks(text: str) -> tuple[str, ...]:
    """Return the contents of the fences of a text, in their order; a fence that nothing closes reaches to the end."""
    blocks: list[str] = []
    lines: list[str] | None = None
    for line in text.splitlines():
        if _FENCE.match(line) is None:
            if lines is not None:
                lines.append(line)
        elif lines is None:
            lines = []
        else:
            blocks.append("\n".join(lines))
            lines = None
    return (*blocks, "\n".join(lines)) if lines else tuple(blocks)
