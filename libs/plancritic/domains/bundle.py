"""A whole domain in one value, known by the hash of its content."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Self

from pydantic import Field

from plancritic.contracts.envelope import Contract
from plancritic.domains.context import DomainContext
from plancritic.domains.errors import UnknownDomainError, UnknownProblemError
from plancritic.domains.files import DOMAIN_FILE, problem_files, read_context, read_pddl
from plancritic.domains.settings import DomainSettings

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")


class DomainBundle(Contract):
    """What every service needs to know of a domain: models, problems by id and context.

    Archetypes are the answer key of evaluations and stay in the folder (`DomainFolder`). The bundle travels as
    canonical JSON (`to_json`) and is known by the SHA-256 of that, so equal content has one name everywhere, whoever
    reads it from whichever folder.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_-]{0,63}$")
    domain_pddl: str
    problems: dict[str, str] = Field(min_length=1)
    context: DomainContext

    def to_json(self) -> bytes:
        """Canonical JSON: sorted keys, no blanks, UTF-8."""
        return canonical_json(self.model_dump(mode="json", include=set(DomainBundle.model_fields)))

    @classmethod
    def from_json(cls, content: bytes | str) -> Self:
        """Return the bundle written by `to_json`; pydantic's ValidationError where it is none."""
        return cls.model_validate_json(content)

    @cached_property
    def sha256(self) -> str:
        """The bundle's name in the object store: 64 hexadecimal digits over `to_json`."""
        return hashlib.sha256(self.to_json()).hexdigest()

    def problem(self, problem_id: str) -> str:
        """Return the problem's PDDL text; raises UnknownProblemError."""
        try:
            return self.problems[problem_id]
        except KeyError:
            raise UnknownProblemError(self.name, problem_id, tuple(sorted(self.problems))) from None


def canonical_json(content: Mapping[str, object]) -> bytes:
    """Return the content as JSON with sorted keys and without blanks, in UTF-8."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def domains_root(root: Path | None = None) -> Path:
    """Return the folder of domains: the argument, else the setting PLANCRITIC_DOMAINS, else its default."""
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
    """Read what services need of a domain's folder; `load_folder` reads all of it.

    Raises UnknownDomainError, or DomainFolderError naming the file that is missing or wrong. The PDDL is
    read as text: whether it is good PDDL is said by `plancritic.pddl`, with line and column.
    """
    home = domain_home(name, root)
    problems = {number: read_pddl(file) for number, file in problem_files(home).items()}
    context = read_context(home)
    return DomainBundle(name=name, domain_pddl=read_pddl(home / DOMAIN_FILE), problems=problems, context=context)


def domain_home(name: str, root: Path | None = None) -> Path:
    """Return the folder of a domain; raises UnknownDomainError."""
    folder = domains_root(root)
    known = known_domains(folder)
    if name not in known:
        raise UnknownDomainError(name, known, folder)
    return folder / name
