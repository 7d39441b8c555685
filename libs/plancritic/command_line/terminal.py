"""What reaches a terminal: the one place that makes consoles, so that no text of others acts on the terminal.

Names, statements, plans and faults come from messages and files. Shown as they are, an escape character could move the
cursor or rewrite the screen, a mark that turns text round could make a name read as another, and `[bold]` or `[/x]`
would be taken for rich's markup. Here they are shown as `\\x1b`, `\\u202e` and as they are written.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any

import rich.console
from rich.segment import Segment

#: Control characters but line feed and tab, marks of direction and of lines, and halves of surrogate pairs.
_ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
#: The same in JSON, which escapes most control characters itself; all of these stand inside its strings.
_ACTING_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def shown(text: str) -> str:
    """Return the text with everything that would act on a terminal written as an escape, `\\x1b` for example."""
    return _ACTING.sub(lambda found: _escaped(found[0]), text)


def shown_json(text: str) -> str:
    """Return a JSON text that means the same and has nothing in it that would act on a terminal."""
    return _ACTING_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class Console(rich.console.Console):
    """A console of rich's without markup, emoji codes or highlighting, on which no text acts."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"markup": False, "emoji": False, "highlight": False, **options})

    def _render_buffer(self, buffer: Iterable[Segment]) -> str:
        # The last step before text is written, whatever put it together. Control segments are rich's own.
        return super()._render_buffer(
            segment if segment.control else Segment(shown(segment.text), _unlinked(segment)) for segment in buffer
        )


def write_lines(text: str) -> None:
    """Write a text to standard output as it is, but for what would act on a terminal, and a line feed at its end."""
    sys.stdout.write(shown(text).rstrip("\n") + "\n")
    sys.stdout.flush()


def _unlinked(segment: Segment) -> Any:
    return segment.style.update_link(None) if segment.style is not None and segment.style.link else segment.style


def _escaped(character: str) -> str:
    number = ord(character)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"
