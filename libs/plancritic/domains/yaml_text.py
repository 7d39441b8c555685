"""YAML of a domain's folder, held to bounds before anything is built from it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import yaml

#: Our schemas need six levels and no aliases (`*name`), which could stand for billions of copies of a text.
MAXIMUM_DEPTH = 32
MAXIMUM_NODES = 50_000

# The parser in C where the wheel has it: the other takes seconds for what this reads at once.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_OPENING = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
_CLOSING = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


class YamlTextError(Exception):
    """The text is no YAML that we read; `line` and `column` count from one."""

    def __init__(self, fault: str, remedy: str, line: int | None = None, column: int | None = None) -> None:
        self.fault = fault
        self.remedy = remedy
        self.line = line
        self.column = column
        super().__init__(f"{fault}; {remedy}")


def parse_yaml(text: str) -> Any:
    """Return the text's content.

    Raises:
        YamlTextError: it is not YAML, or nested too deeply, or too much, or uses aliases.
    """
    try:
        _check_bounds(text)
        return yaml.load(text, _LOADER)  # noqa: S506 - one of the two safe loaders
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        fault = f"not YAML: {getattr(error, 'problem', None) or error}"
        remedy = "correct the line; a text with braces, colon or # needs quotes"
        place = () if mark is None else (mark.line + 1, mark.column + 1)
        raise YamlTextError(fault, remedy, *place) from None
    except (ValueError, OverflowError) as error:
        # A number or a date that Python cannot hold: PyYAML lets these through without a place.
        raise YamlTextError(
            f"a value cannot be read: {error}", "put quotes around texts and use usual numbers"
        ) from None


@lru_cache(maxsize=4)
def compose_yaml(text: str) -> yaml.Node | None:
    """Return the tree of the text with its lines; None where it is empty, or YAML that we do not read."""
    try:
        _check_bounds(text)
        node: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
    except (yaml.YAMLError, YamlTextError):
        return None
    return node


def _check_bounds(text: str) -> None:
    depth = 0
    for count, event in enumerate(yaml.parse(text, Loader=_LOADER)):
        line = None if event.start_mark is None else event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            raise YamlTextError(f"the alias *{event.anchor} is not read", "write out what it stands for", line)
        if isinstance(event, _OPENING):
            depth += 1
            if depth > MAXIMUM_DEPTH:
                raise YamlTextError(
                    f"nested more than {MAXIMUM_DEPTH} levels deep", "see the schema: it needs six levels", line
                )
        elif isinstance(event, _CLOSING):
            depth -= 1
        if count > 2 * MAXIMUM_NODES:
            raise YamlTextError(f"more than {MAXIMUM_NODES} entries", "keep what the domain needs", line)
