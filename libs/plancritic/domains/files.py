"""The files of a domain's folder, each read for itself; what is wrong names the file and, where known, the line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from plancritic.contracts.feedback import PROBLEM_NAME
from plancritic.domains.context import DomainContext
from plancritic.domains.errors import DomainFolderError
from plancritic.domains.patterns import MAXIMUM_NAME
from plancritic.domains.places import repeated_key, yaml_place
from plancritic.domains.yaml_text import YamlTextError, parse_yaml
from plancritic.paths import regular_files
from plancritic.paths.regular_files import UnreadableFileError
from plancritic.pddl.language import without_comments

DOMAIN_FILE = "domain.pddl"
PROBLEMS_FOLDER = "problems"
CONTEXT_FILE = "context.yaml"
ARCHETYPES_FILE = "archetypes.yaml"

#: No PDDL written by people or generators that we know comes near it.
MAXIMUM_PDDL_BYTES = 16 * 1024 * 1024
MAXIMUM_YAML_BYTES = 1024 * 1024
MAXIMUM_PROBLEMS = 1000
_PROBLEM_NAME = re.compile(PROBLEM_NAME)
_LONG_NAME = re.compile(rf"[^\s()]{{{MAXIMUM_NAME + 1},}}")

_Content = TypeVar("_Content")
_CONTEXT: TypeAdapter[DomainContext] = TypeAdapter(DomainContext)


def read_text(file: Path, maximum: int = MAXIMUM_PDDL_BYTES) -> str:
    """Return a regular file of so many bytes at most as UTF-8 text. Raises DomainFolderError."""
    try:
        return regular_files.read_text(file, maximum)
    except UnreadableFileError as error:
        raise DomainFolderError(file, error.fault, error.remedy) from None
    except FileNotFoundError:
        raise DomainFolderError(
            file, "the file is missing", "add it; domains/README.md lists what a domain needs"
        ) from None
    except UnicodeDecodeError as error:
        raise DomainFolderError(file, f"not UTF-8 text (byte {error.start})", "save it as UTF-8") from None
    except OSError as error:
        raise DomainFolderError(file, f"cannot be read ({error.strerror})", "make it readable for this user") from None


def read_pddl(file: Path) -> str:
    """The text of a PDDL file. Raises DomainFolderError, also for a name longer than patterns are matched against."""
    text = read_text(file)
    bare = without_comments(text)
    found = _LONG_NAME.search(bare)
    if found:
        raise DomainFolderError(
            file,
            f"a name of more than {MAXIMUM_NAME} characters: {found[0][:40]}...",
            "give it a shorter name",
            line=bare.count("\n", 0, found.start()) + 1,
        )
    return text


def problem_files(home: Path) -> dict[str, Path]:
    """The problem files of a domain's folder by the problem's id. Raises DomainFolderError where there is none."""
    folder = home / PROBLEMS_FOLDER
    files = {file.stem: file for file in sorted(folder.glob("*.pddl"))}
    if not files:
        raise DomainFolderError(folder, "no problem here", "add at least problems/1.pddl")
    if len(files) > MAXIMUM_PROBLEMS:
        raise DomainFolderError(folder, f"more than {MAXIMUM_PROBLEMS} problems", "make several domains of them")
    for name, file in files.items():
        if not _PROBLEM_NAME.fullmatch(name):
            remedy = "use letters, digits, blanks and .+()_- in its name, 100 characters at most"
            raise DomainFolderError(file, "no name for a problem", remedy)
    return files


def read_context(home: Path) -> DomainContext:
    """Return the context of a domain's folder. Raises DomainFolderError."""
    return validated(home / CONTEXT_FILE, _CONTEXT)


def context_from(text: str) -> DomainContext:
    """Return the context that a text says. Raises DomainFolderError with line and column."""
    return _validated_text(Path(CONTEXT_FILE), text, _CONTEXT)


def validated(file: Path, adapter: TypeAdapter[_Content]) -> _Content:
    """Return a YAML file's content as a type. Raises DomainFolderError with the line."""
    return _validated_text(file, read_text(file, MAXIMUM_YAML_BYTES), adapter)


def read_data(file: Path, adapter: TypeAdapter[_Content], remedy: str) -> _Content:
    """Return the content of a YAML file that ships beside the code, as a type; no key may stand twice.

    Raises:
        DomainFolderError: The file is missing or wrong; it names file, line and, for what is not of the type, the
            `remedy`.
    """
    text = read_text(file, MAXIMUM_YAML_BYTES)
    if (repeated := repeated_key(text)) is not None:
        key, line = repeated
        raise DomainFolderError(file, f"the key {key!r} stands twice", "join the two, or rename one", line)
    return _validated_text(file, text, adapter, remedy)


def _validated_text(file: Path, text: str, adapter: TypeAdapter[_Content], remedy: str | None = None) -> _Content:
    try:
        content = parse_yaml(text)
    except YamlTextError as error:
        raise DomainFolderError(file, error.fault, error.remedy, error.line, error.column) from None
    try:
        return adapter.validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        line, column = yaml_place(text, first["loc"]) or (None, None)
        place = ".".join(str(part) for part in first["loc"]) or "the whole file"
        raise DomainFolderError(
            file,
            f"{place}: {first['msg']} ({error.error_count()} in all)",
            remedy or "the schema is in libs/plancritic/domains/" + file.stem + ".py",
            line,
            column,
        ) from None
