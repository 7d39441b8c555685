"""A whole domain in one value, known by the hash of its content."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cached_property
from pathlib import Path
from typing import Self

from pydantic import Field

from plancritic.contracts.envelope import Contract
from plancritic.domains.archetypes import Archetype
from plancritic.domains.context import DomainContext
from plancritic.domains.errors import UnknownDomainError, UnknownProblemError
from plancritic.domains.files import DOMAIN_FILE, problem_files, read_archetypes, read_context, read_text
from plancritic.domains.settings import DomainSettings

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")


class DomainBundle(Contract):
    """What every service needs to know of a domain: models, problems by id, context and archetypes.

    It travels as canonical JSON (`to_json`) and is known by the SHA-256 of that, so equal content has one
    name everywhere, whoever reads it from whichever folder.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_-]{0,63}$")
    domain_pddl: str
    problems: dict[str, str] = Field(min_length=1)
    context: DomainContext
    archetypes: tuple[Archetype, ...] = ()

    def to_json(self) -> bytes:
        """Canonical JSON: sorted keys, no blanks, UTF-8."""
        content = self.model_dump(mode="json")
        return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    @classmethod
    def from_json(cls, content: bytes | str) -> Self:
        """The bundle written by `to_json`; pydantic's ValidationError where it is none."""
        return cls.model_validate_json(content)

    @cached_property
    def sha256(self) -> str:
        """The bundle's name in the object store: 64 hexadecimal digits over `to_json`."""
        return hashlib.sha256(self.to_json()).hexdigest()

    def problem(self, problem_id: str) -> str:
        """The problem's PDDL text; raises UnknownProblemError."""
        try:
            return self.problems[problem_id]
        except KeyError:
            raise UnknownProblemError(self.name, problem_id, tuple(sorted(self.problems))) from None


def domains_root(root: Path | None = None) -> Path:
    """The folder of domains: the argument, else the setting PLANCRITIC_DOMAINS, else its default."""
    return root if root is not None else DomainSettings().domains


def known_domains(root: Path | None = None) -> tuple[str, ...]:
    """Names of the domains in the folder, sorted: its subfolders that hold a `domain.pddl`."""
    folder = domains_root(root)
    if not folder.is_dir():
        return ()
    return tuple(
        sorted(
            entry.name for entry in folder.iterdir() if _NAME.fullmatch(entry.name) and (entry / DOMAIN_FILE).is_file()
        )
    )


def load_domain(name: str, root: Path | None = None) -> DomainBundle:
    """Read a domain's folder.

    Raises UnknownDomainError, or DomainFolderError naming the file that is missing or wrong. The PDDL is
    read as text: whether it is good PDDL is said by `plancritic.pddl`, with line and column.
    """
    folder = domains_root(root)
    known = known_domains(folder)
    if name not in known:
        raise UnknownDomainError(name, known, folder)
    home = folder / name
    problems = {number: read_text(file) for number, file in problem_files(home).items()}
    context = read_context(home)
    return DomainBundle(
        name=name,
        domain_pddl=read_text(home / DOMAIN_FILE),
        problems=problems,
        context=context,
        archetypes=read_archetypes(home, problems),
    )
