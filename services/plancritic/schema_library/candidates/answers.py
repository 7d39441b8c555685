"""The blocks of an answer: one for each action that a model wrote, whatever the layout of the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from plancritic.llm import without_thoughts

#: Characters of an answer that are looked at; ten actions take some five thousand.
LONGEST_ANSWER = 200_000
#: How much of the rest is shown.
_SHOWN = 1_000
#: Ends a stored text that reached its limit of tokens: a library made anew from it has to know that as well.
_CUT_OFF = "[The answer reached its limit of tokens and was cut off here.]"
#: Stands between the first answer of a conversation and the second.
_ONCE_MORE = "\n\n# Once more\n\n"
_UNFINISHED_THOUGHTS = re.compile(r"\A\s*<think(?:ing)?>")
_FENCE = re.compile(r"\s*(```+|~~~+)\s*(\S*)")
_HASHES = re.compile(r"\s{0,3}#{1,6}\s*(\S.*)")
#: A bold line, a numbered or a bulleted one, `Action: move`: what stands for a heading.
_OTHER_HEADING = re.compile(r"\s*(?:\*\*|__|[-*+]\s|\d+[.)]\s|action\b\s*\d*\s*:)\s*(\S.*)", re.IGNORECASE)
_ACTION = re.compile(
    r"(?:\(\s*)?:(?:durative-)?action(?=[\s:])|\(\s*action(?=\s+[^\s()]+\s*(?:\(\s*)?:?param)", re.IGNORECASE
)
_NAME = re.compile(r"\(?\s*:?(?:durative-)?action[\s:]+([^\s()]+)", re.IGNORECASE)
_SECTION = re.compile(r":(?:param|precond|effect)", re.IGNORECASE)
#: A section with its list, rather than the mere mention of one.
_WRITTEN_SECTION = re.compile(r":(?:param|precond|effect)\w*\s*\(", re.IGNORECASE)
#: The same at the beginning of a line: what an action without a name begins with where there is no fence.
_LINE_OF_SECTION = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?\(?:(?:param|precond|effect)\w*\s*\(", re.IGNORECASE | re.MULTILINE
)
_COMMENT = re.compile(r";[^\n]*")


@dataclass(frozen=True, slots=True)
class Block:
    """The text of one action. `name` is what it calls itself, `heading` the heading above it; None where none is.

    `aside` is whether it stands outside the fences of an answer that has actions in fences. `unread` is why it cannot
    be used, whatever it says.
    """

    text: str
    name: str | None = None
    heading: str | None = None
    aside: bool = False
    unread: str | None = None


def stored_text(first: str, first_cut_off: bool, second: str | None = None, second_cut_off: bool = False) -> str:
    """Return the answers of a conversation as one text that says which of them was cut off at its limit."""
    whole = _marked(first, first_cut_off)
    # The heading keeps a fence that the first answer left open from swallowing the second.
    return whole if second is None else f"{whole}{_ONCE_MORE}{_marked(second, second_cut_off)}"


def blocks_of(answer: str) -> tuple[Block, ...]:
    """Return the blocks of an answer in their order.

    A block reaches to where its parentheses close, or to the next action: a missing parenthesis does not swallow the
    action that follows. The block in which an answer was cut off, and what follows after `LONGEST_ANSWER` characters,
    are `unread`.
    """
    rest = answer[LONGEST_ANSWER:]
    parts = answer[:LONGEST_ANSWER].split(_ONCE_MORE)
    found: list[Block] = []
    for number, part in enumerate(parts):
        text, cut_off = part.rstrip(), None
        if text.endswith(_CUT_OFF):
            text, cut_off = text.removesuffix(_CUT_OFF), "the answer was cut off here at its limit of tokens"
        elif rest and number == len(parts) - 1:
            cut_off = f"not read to its end: the answer has more than {LONGEST_ANSWER:,} characters"
        found.extend(_blocks_of_part(text, cut_off))
    if rest:
        reason = f"not read: the answer has more than {LONGEST_ANSWER:,} characters; {len(rest):,} follow"
        found.append(Block(rest[:_SHOWN], unread=reason))
    return tuple(found)


def prose_about(answer: str, action: str) -> str | None:
    """Return what an answer says of an action, from where it first names it; None where it does not name it."""
    spoken = without_thoughts(answer[:LONGEST_ANSWER])
    words = r"[\s_-]+".join(map(re.escape, re.split("[_-]", action)))
    found = re.search(rf"(?<![\w-]){words}(?![\w-])", spoken, re.IGNORECASE)
    return None if found is None else spoken[found.start() : found.start() + _SHOWN].strip()


def _marked(text: str, cut_off: bool) -> str:
    return f"{text}\n\n{_CUT_OFF}" if cut_off else text


def _blocks_of_part(text: str, cut_off: str | None) -> Iterator[Block]:
    """Blocks of one of a conversation's answers; `cut_off` is why its end is missing."""
    spoken = without_thoughts(text)
    if cut_off and _UNFINISHED_THOUGHTS.match(spoken):
        yield Block(spoken, unread=f"{cut_off}, before its thoughts ended")
        return
    regions = list(_regions(spoken))
    has_fences = any(map(_holds_action, regions))
    for region in regions:
        blocks = list(_blocks(region, aside=has_fences and not _holds_action(region)))
        if cut_off and region is regions[-1]:
            if not blocks and region.is_code and region.text.strip():
                blocks = [Block(region.text.strip(), None, region.heading)]
            if blocks and not _is_closed(blocks[-1].text):
                blocks[-1] = replace(blocks[-1], unread=cut_off)
        yield from blocks


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


def _holds_action(region: _Region) -> bool:
    return region.is_code and _SECTION.search(region.text) is not None


def _blocks(region: _Region, aside: bool) -> Iterator[Block]:
    bare = _blanked(region.text)
    starts = [found.start() for found in _ACTION.finditer(bare)]
    # Only the first action after a heading is the one that it announces.
    heading = region.heading
    if not starts and _holds_action(region):
        yield Block(region.text, None, heading, aside)
        return
    nameless = _LINE_OF_SECTION.search(bare[: starts[0]] if starts else bare)
    if nameless:
        end = starts[0] if starts else len(bare)
        yield Block(region.text[nameless.start() : end].strip(), None, heading, aside)
        heading = None
    for start, end in zip(starts, (*starts[1:], len(bare)), strict=False):
        text = _trimmed(region.text[start:end])
        # An explanation beside the fences may well name `:action`.
        if aside and not text.startswith("(") and not _WRITTEN_SECTION.search(text):
            continue
        name = _NAME.match(text)
        yield Block(text, name[1] if name else None, heading, aside)
        heading = None


def _is_closed(text: str) -> bool:
    """Whether a block ends with its own parenthesis."""
    bare = _blanked(text)
    return bare.startswith("(") and bare.count("(") <= bare.count(")")


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
