"""Where in a file something is said: lines and columns, counted from one."""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

from plancritic.domains.yaml_text import compose_yaml

_COMMENT = re.compile(r";[^\n]*")


def yaml_line(text: str, path: Sequence[str | int]) -> int | None:
    """Return the line of what stands at a path of keys and indices, or of the last part of the path that is there.

    None where not even the first part is there, or where the text is no YAML.
    """
    place = yaml_place(text, path)
    return None if place is None else place[0]


def yaml_place(text: str, path: Sequence[str | int]) -> tuple[int, int] | None:
    """Return line and column of what stands at a path, as `yaml_line` finds it."""
    node = compose_yaml(text)
    found: tuple[int, int] | None = None
    for part in path:
        if isinstance(node, yaml.MappingNode):
            pair = next((pair for pair in node.value if str(pair[0].value) == str(part)), None)
            if pair is None:
                break
            found, node = _counted_from_one(pair[0]), pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            found = _counted_from_one(node)
        else:
            break
    return found


def repeated_key(text: str) -> tuple[str, int] | None:
    """Return a key that stands twice in one mapping, and the line of the second; None where there is none.

    PyYAML keeps the last value of such a key and says nothing.
    """
    nodes = [compose_yaml(text)]
    while nodes:
        node = nodes.pop(0)
        if isinstance(node, yaml.MappingNode):
            keys: set[str] = set()
            for key, value in node.value:
                name = str(key.value)
                if name in keys:
                    return name, _counted_from_one(key)[0]
                keys.add(name)
                nodes.append(value)
        elif isinstance(node, yaml.SequenceNode):
            nodes += node.value
    return None


def _counted_from_one(node: yaml.Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def pddl_line(text: str, name: str) -> int | None:
    """The line in which a PDDL name first stands as a word of its own, comments left aside; names are case-blind."""
    bare = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    found = re.search(rf"(?<![\w?-]){re.escape(name)}(?![\w-])", bare, re.IGNORECASE)
    return None if found is None else bare.count("\n", 0, found.start()) + 1
