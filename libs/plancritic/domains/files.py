"""The files of a domain's folder, each read for itself; what is wrong names the file and, where known, the line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter, ValidationError

from plancritic.domains.archetypes import Archetype
from plancritic.domains.context import DomainContext
from plancritic.domains.errors import DomainFolderError
from plancritic.domains.places import yaml_line

DOMAIN_FILE = "domain.pddl"
PROBLEMS_FOLDER = "problems"
CONTEXT_FILE = "context.yaml"
ARCHETYPES_FILE = "archetypes.yaml"

_CONTEXT: TypeAdapter[DomainContext] = TypeAdapter(DomainContext)
_ARCHETYPES: TypeAdapter[tuple[Archetype, ...]] = TypeAdapter(tuple[Archetype, ...])


def read_text(file: Path) -> str:
    """A file as UTF-8 text. Raises DomainFolderError."""
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DomainFolderError(
            file, "the file is missing", "add it; domains/README.md lists what a domain needs"
        ) from None
    except UnicodeDecodeError as error:
        raise DomainFolderError(file, f"not UTF-8 text (byte {error.start})", "save it as UTF-8") from None
    except OSError as error:
        raise DomainFolderError(file, f"cannot be read ({error.strerror})", "make it readable for this user") from None


def problem_files(home: Path) -> dict[str, Path]:
    """The problem files of a domain's folder by the problem's id. Raises DomainFolderError where there is none."""
    files = {file.stem: file for file in sorted((home / PROBLEMS_FOLDER).glob("*.pddl"))}
    if not files:
        raise DomainFolderError(home / PROBLEMS_FOLDER, "no problem here", "add at least problems/1.pddl")
    return files


def read_context(home: Path) -> DomainContext:
    """The context of a domain's folder. Raises DomainFolderError."""
    context: DomainContext = _validated(home / CONTEXT_FILE, _CONTEXT)
    return context


def read_archetypes(home: Path, problems: Iterable[str]) -> tuple[Archetype, ...]:
    """The archetypes of a domain's folder, none without a file.

    Raises DomainFolderError, also where one speaks of a problem that is not among `problems`.
    """
    file = home / ARCHETYPES_FILE
    if not file.is_file():
        return ()
    known = dict.fromkeys(problems)
    archetypes: tuple[Archetype, ...] = _validated(file, _ARCHETYPES)
    for number, archetype in enumerate(archetypes):
        strange = sorted((archetype.ground_truth.keys() | archetype.left_out.keys()) - known.keys())
        if strange:
            raise DomainFolderError(
                file,
                f"archetype {archetype.name!r} speaks of problem {strange[0]!r}, which is not there",
                f"use the ids of the files in {home / PROBLEMS_FOLDER}: {', '.join(known)}",
                line=yaml_line(read_text(file), (number,)),
            )
    return archetypes


def _validated(file: Path, adapter: TypeAdapter[Any]) -> Any:
    text = read_text(file)
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise DomainFolderError(
            file,
            f"not YAML: {getattr(error, 'problem', None) or error}",
            "correct the line; a text with braces, colon or # needs quotes",
            line=None if mark is None else mark.line + 1,
        ) from None
    try:
        return adapter.validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the whole file"
        raise DomainFolderError(
            file,
            f"{place}: {first['msg']} ({error.error_count()} in all)",
            "the schema is in libs/plancritic/domains/" + file.stem + ".py",
            line=yaml_line(text, first["loc"]),
        ) from None
