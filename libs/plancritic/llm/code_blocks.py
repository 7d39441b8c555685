"""The parts of a free-text answer: thoughts that stand before it, and code in fences."""

from __future__ import annotations

import re

_THOUGHTS = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_FENCE = re.compile(r"^[ \t]*(?:```+|~~~+)", re.MULTILINE)


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
