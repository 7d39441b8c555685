"""S-expressions with their places: what PDDL files, constraint files and plans are made of.

The places let errors point at the file and let the writer edit a text without touching the rest of it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from plancritic.pddl.language.errors import PddlSyntaxError
from plancritic.pddl.language.finite import LARGEST, REMEDY, out_of_range

_TOKEN = re.compile(r"\s+|;[^\n]*|(?P<open>\()|(?P<close>\))|(?P<symbol>[^\s();]+)")
_COMMENT = re.compile(r";[^\n]*")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?\Z", re.IGNORECASE)
#: What numbers begin with, and few names.
_NUMERIC = frozenset("+-.0123456789")


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the offsets at which its lines start."""

    text: str
    file: str
    line_starts: tuple[int, ...]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both counted from one, of an offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def error(self, message: str, offset: int, code: str, remedy: str | None = None) -> PddlSyntaxError:
        """Return the error to raise about something at `offset`."""
        return PddlSyntaxError(message, self.file, *self.place(offset), code, remedy)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A word: `text` as written, `name` in lower case; it lies at `[start, end)`."""

    text: str
    start: int
    end: int
    source: Source

    @property
    def name(self) -> str:
        """The word in lower case: PDDL is case-blind."""
        return self.text.lower()

    @property
    def number(self) -> float | None:
        """The word's value if it is a number."""
        return float(self.text) if _NUMBER.match(self.text) else None

    @property
    def head(self) -> str:
        """Never that of a group."""
        return ""

    def error(self, message: str, code: str, remedy: str | None = None) -> PddlSyntaxError:
        """Return the error to raise about this word."""
        return self.source.error(message, self.start, code, remedy)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Group:
    """A list in parentheses, which lie at `start` and `end - 1`."""

    children: tuple[Symbol | Group, ...]
    start: int
    end: int
    source: Source

    @property
    def head(self) -> str:
        """The first word in lower case, or nothing."""
        first = self.children[0] if self.children else None
        return first.name if isinstance(first, Symbol) else ""

    @property
    def text(self) -> str:
        """As written, comments included."""
        return self.source.text[self.start : self.end]

    @property
    def number(self) -> None:
        """No list is a number."""

    def error(self, message: str, code: str, remedy: str | None = None) -> PddlSyntaxError:
        """Return the error to raise about this list."""
        return self.source.error(message, self.start, code, remedy)

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.children))})"


Node = Symbol | Group

#: Lists nested deeper are refused: readers of conditions recurse, and no sensible text comes near.
DEEPEST = 100


def read(text: str, file: str) -> tuple[Node, ...]:
    """Return all words and lists at the top of a text.

    Raises:
        PddlSyntaxError: A parenthesis has no partner, lists are nested deeper than `DEEPEST`, or a number is larger
            than `LARGEST`.
    """
    starts = (0, *(match.end() for match in re.finditer("\n", text)))
    source = Source(text, file, starts)
    stack: list[tuple[int, list[Node]]] = [(-1, [])]
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "symbol":
            symbol = Symbol(match.group(), match.start(), match.end(), source)
            if symbol.text[0] in _NUMERIC and abs(symbol.number or 0.0) > LARGEST:
                raise symbol.error(out_of_range(symbol.text), "parse.number", REMEDY)
            stack[-1][1].append(symbol)
        elif kind == "open":
            if len(stack) > DEEPEST:
                message = f"nesting deeper than {DEEPEST} levels"
                raise source.error(message, match.start(), "parse.nesting_too_deep")
            stack.append((match.start(), []))
        elif kind == "close":
            if len(stack) == 1:
                raise source.error("')' closes nothing", match.start(), "parse.unopened")
            start, children = stack.pop()
            stack[-1][1].append(Group(tuple(children), start, match.end(), source))
    if len(stack) > 1:
        raise source.error("this '(' is never closed", stack[-1][0], "parse.unclosed")
    return tuple(stack[0][1])


def without_comments(text: str) -> str:
    """Return the text less its comments; everything else keeps its line and column.

    Planners and VAL are slow readers: five megabytes of comment take some of them ten seconds.
    """
    return _COMMENT.sub("", text)


# One text is read for its bounds, for its model and for its edits, one after the other.
@lru_cache(maxsize=8)
def read_one(text: str, file: str) -> Group:
    """Return the only list of a text.

    Raises:
        PddlSyntaxError: There is none, or more than one thing.
    """
    nodes = read(text, file)
    if not nodes:
        raise PddlSyntaxError("there is nothing here", file, 1, 1, "parse.unexpected_end")
    first = nodes[0]
    if not isinstance(first, Group):
        raise first.error(f"expected '(', found {first.text!r}", "parse.unexpected_token")
    if len(nodes) > 1:
        raise nodes[1].error("nothing may follow the closing ')'", "parse.unexpected_token")
    return first


def typed_list(nodes: tuple[Node, ...]) -> Iterator[tuple[Symbol, tuple[str, ...]]]:
    """Words with their types from `a b - t c - (either u v) d`; a word without a type is an `object`.

    Raises:
        PddlSyntaxError: A list stands where a word should, or a `-` has no type after it.
    """
    pending: list[Symbol] = []
    position = 0
    while position < len(nodes):
        node = nodes[position]
        if isinstance(node, Group):
            raise node.error("expected a name, found a list", "parse.unexpected_token")
        if node.text == "-":
            if position + 1 == len(nodes):
                raise node.error("expected a type after '-'", "parse.unexpected_end")
            types = _types(nodes[position + 1])
            yield from ((symbol, types) for symbol in pending)
            pending = []
            position += 2
        else:
            pending.append(node)
            position += 1
    yield from ((symbol, ("object",)) for symbol in pending)


def _types(node: Node) -> tuple[str, ...]:
    if isinstance(node, Symbol):
        return (node.name,)
    names = tuple(child.name for child in node.children[1:] if isinstance(child, Symbol))
    if node.head != "either" or not names or len(names) != len(node.children) - 1:
        raise node.error("expected a type or (either TYPE ...)", "parse.unexpected_token")
    return names
