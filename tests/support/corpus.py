"""The corpus of bad input and of its good neighbours: pieces as data, and how they become files.

A piece's content is a text; or a list of contents, one after another; or a mapping:

| mapping | content |
|---|---|
| `{text, times}` | a text repeated |
| `{numbered, times}` | a text with `#` in it, once for each number from 0 |
| `{base, replace}` | a file of `cases/bad_input/base`, some of its texts replaced, `replace` being a mapping |
| `{base, upto}` | the beginning of such a file, before a text |
| `{hex}` | bytes |
| `{encode, of}` | a content in another encoding than UTF-8 |
| `{newlines, of}` | a content with other ends of lines |
| `{special, to}` | no file: `fifo`, `folder`, `nothing`, `link` |

`@@` in a content is taken out: it marks the place where a fault is expected, by line and column; `@-` by its line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

CASES = Path(__file__).resolve().parents[1] / "cases"
BASE = CASES / "bad_input" / "base"
_MARKS = {b"@@": True, b"@-": False}


@dataclass(frozen=True)
class Piece:
    """One piece of input with the answer that it has to get; `fields` are all of its file's."""

    id: str
    kind: str
    expect: Mapping[str, Any]
    fields: Mapping[str, Any] = field(default_factory=dict)


@cache
def pieces(file: str) -> tuple[Piece, ...]:
    """The pieces of a file below `tests/cases`: a list, or lists by kind."""
    found = yaml.load((CASES / file).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    made = [
        Piece(each["id"], kind, each.get("expect") or {}, each) for kind, members in found.items() for each in members
    ]
    ids = [piece.id for piece in made]
    assert len(ids) == len(set(ids)), f"{file}: ids twice: {sorted({each for each in ids if ids.count(each) > 1})}"
    return tuple(made)


def parameters(*files: str, kind: str | None = None) -> list[Any]:
    """The pieces of files as parameters of a test, each called by its id.

    A piece that is `open` gets another answer today, and says which: mended, its test fails until the word is gone.
    """
    found = [piece for file in files for piece in pieces(file) if kind in (None, piece.kind)]
    return [
        pytest.param(piece, id=piece.id, marks=[pytest.mark.xfail(reason=piece.fields["open"])])
        if "open" in piece.fields
        else pytest.param(piece, id=piece.id)
        for piece in found
    ]


def allowed(expected: Any) -> tuple[Any, ...]:
    """What an entry of `expect` allows: one answer, or a small set of them."""
    return tuple(expected) if isinstance(expected, list) else (expected,)


def written(folder: Path, files: Mapping[str, Any]) -> list[str]:
    """Write the files of a piece; the places that are marked in them, as `file:line:column` or `file:line:`."""
    places: list[str] = []
    for name, content in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Mapping) and "special" in content:
            _make_special(target, content)
            continue
        data, place = _unmarked(as_bytes(content))
        target.write_bytes(data)
        if place:
            places.append(f"{name}:{place}")
    return places


def as_bytes(content: Any) -> bytes:
    """The bytes of a content."""
    if isinstance(content, list):
        return b"".join(map(as_bytes, content))
    if not isinstance(content, Mapping):
        return str(content).encode()
    if "hex" in content:
        return bytes.fromhex(content["hex"])
    if "encode" in content:
        return as_bytes(content["of"]).decode().encode(content["encode"])
    if "newlines" in content:
        return as_bytes(content["of"]).replace(b"\n", content["newlines"].encode())
    if "base" in content:
        return _edited(content).encode()
    if "numbered" in content:
        return "".join(_numbered(content["numbered"], content["times"])).encode()
    return str(content["text"]).encode() * int(content["times"])


def _edited(content: Mapping[str, Any]) -> str:
    text = (BASE / content["base"]).read_text(encoding="utf-8")
    for old, new in content.get("replace", {}).items():
        assert old in text, f"{content['base']} has no {old!r}"
        text = text.replace(old, as_bytes(new).decode(), 1)
    return text.partition(content["upto"])[0] if "upto" in content else text


def _numbered(text: str, times: int) -> Iterator[str]:
    return (text.replace("#", str(number)) for number in range(times))


def _unmarked(data: bytes) -> tuple[bytes, str]:
    for mark, exact in _MARKS.items():
        before, found, after = data.partition(mark)
        if found:
            line = before.count(b"\n") + 1
            column = len(before.rpartition(b"\n")[2].decode(errors="replace")) + 1
            return before + after, f"{line}:{column}" if exact else f"{line}:"
    return data, ""


def _make_special(target: Path, content: Mapping[str, Any]) -> None:
    match content["special"]:
        case "fifo":
            os.mkfifo(target)
        case "folder":
            target.mkdir()
        case "link":
            target.symlink_to(content["to"])
        case "nothing":
            return
        case other:
            raise ValueError(f"no such special file: {other!r}")


def standard_files(piece: Piece) -> dict[str, Any]:
    """The files of a piece for `plan`, `validate` and `explain`: those of the base, as far as it has no others."""
    files: dict[str, Any] = {f"{name}.pddl": {"base": f"{name}.pddl"} for name in ("domain", "problem")}
    for name in ("domain", "problem"):
        if name in piece.fields:
            files[f"{name}.pddl"] = {"base": f"{name}.pddl", "replace": piece.fields[name]}
    for field_name, file in (("constraints", "constraints.pddl"), ("plan", "plan")):
        if field_name in piece.fields:
            files[file] = piece.fields[field_name]
    return files | dict(piece.fields.get("files", {}))


def standard_arguments(piece: Piece, files: Mapping[str, Any], limit: float) -> list[str]:
    """`plan`, or the command of the piece, on its files."""
    command = piece.fields.get("command", "validate" if "plan" in files else "plan")
    given = [command, "domain.pddl", "problem.pddl", *(["plan"] if "plan" in files else [])]
    given += ["--constraints", "constraints.pddl"] if "constraints.pddl" in files else []
    return [*given, *(["--limit", f"{limit:g}"] if command != "validate" else []), "--json"]
