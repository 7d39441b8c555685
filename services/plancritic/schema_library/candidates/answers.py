"""The blocks of an answer: one for each action that a model wrote, whatever the layout of the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: Characters of an answer that are looked at; ten actions take some five thousand.
LONGEST_ANSWER = 200_000
#: What some models write down before they answer; it may hold drafts.
_THOUGHTS = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_FENCE = re.compile(r"\s*(```+|~~~+)\s*(\S*)")
_HASHES = re.compile(r"\s{0,3}#{1,6}\s*(\S.*)")
#: A bold line, a numbered or a bulleted one, `Action: move`: what stands for a heading.
_OTHER_HEADING = re.compile(r"\s*(?:\*\*|__|[-*+]\s|\d+[.)]\s|action\b\s*\d*\s*:)\s*(\S.*)", re.IGNORECASE)
_ACTION = re.compile(
    r"(?:\(\s*)?:(?:durative-)?action(?=[\s:])|\(\s*action(?=\s+[^\s()]+\s*(?:\(\s*)?:?param)", re.IGNORECASE
)
_NAME = re.compile(r"\(?\s*:?(?:durative-)?action[\s:]+([^\s()]+)", re.IGNORECASE)
_SECTION = re.compile(r":(?:param|precond|effect)", re.IGNORECASE)
_COMMENT = re.compile(r";[^\n]*")


@dataclass(frozen=True, slots=True)
class Block:
    """The text of one action. `name` is what it calls itself, `heading` the heading above it; None where none is."""

    text: str
    name: str | None = None
    heading: str | None = None


def blocks_of(answer: str) -> tuple[Block, ...]:
    """Return the blocks of an answer in their order.

    Fenced text counts where a fence holds an action, else all of the text. A block reaches to where its parentheses
    close, or to the next action: a missing parenthesis does not swallow the action that follows.
    """
    regions = tuple(_regions(_THOUGHTS.sub("", answer[:LONGEST_ANSWER])))
    fenced = tuple(each for each in regions if each.is_code and _SECTION.search(each.text))
    return tuple(block for each in fenced or regions for block in _blocks(each))


@dataclass(frozen=True, slots=True)
class _Region:
    """Text inside or outside a fence, and the last heading before it."""

    is_code: bool
    text: str
    heading: str | None


def _regions(answer: str) -> Iterator[_Region]:
    heading: str | None = None
    lines: list[str] = []
    is_code = False
    for line in answer.splitlines():
        fence, hashes = _FENCE.match(line), _HASHES.match(line)
        if not fence and not hashes:
            lines.append(line)
            if not is_code and (found := _OTHER_HEADING.match(line)):
                heading = found[1]
            continue
        yield _Region(is_code, "\n".join(lines), heading)
        lines = []
        if hashes:
            # PDDL has no such line: whoever wrote it forgot to close the fence.
            is_code, heading = False, hashes[1]
        elif fence:
            is_code = not is_code or bool(fence[2])
    yield _Region(is_code, "\n".join(lines), heading)


def _blocks(region: _Region) -> Iterator[Block]:
    starts = [found.start() for found in _ACTION.finditer(_blanked(region.text))]
    if not starts:
        if region.is_code and _SECTION.search(region.text):
            yield Block(region.text, None, region.heading)
        return
    for start, end in zip(starts, (*starts[1:], len(region.text)), strict=True):
        text = _trimmed(region.text[start:end])
        name = _NAME.match(text)
        # Only the first action after a heading is the one that it announces.
        heading = region.heading if start == starts[0] else None
        yield Block(text, name[1] if name else None, heading)


def _trimmed(text: str) -> str:
    """The text up to where its first parenthesis closes, if no section of the action follows."""
    depth = 0
    bare = _blanked(text)
    for place, character in enumerate(bare):
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth == 0 and bare.startswith("(") and not _SECTION.search(bare, place):
                return text[: place + 1]
    return text.strip()


def _blanked(text: str) -> str:
    """The text with blanks for its comments: every place stays the same."""
    return _COMMENT.sub(lambda found: " " * len(found[0]), text)
