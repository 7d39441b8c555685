"""The session that a person worked on last in this folder, for each tenant, domain and problem."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from plancritic.contracts.sessions import Revision
from plancritic.contracts.subjects import Naming

#: Beside what `make up` writes down.
MEMORY_FILE = Path(".plancritic/sessions.json")
_MOST_KEPT = 100


class RememberedSession(BaseModel):
    """A session and the revision of it that the person has seen."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    namespace: str
    tenant: str
    domain: str
    problem: str
    session: str
    revision: str


class _Memory(BaseModel):
    sessions: tuple[RememberedSession, ...] = ()


def at_terminal() -> bool:
    """Return whether a person sits there: only then anything is remembered."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def remembered(naming: Naming, domain: str, problem: str, file: Path = MEMORY_FILE) -> RememberedSession | None:
    """Return the session that the person worked on last about a problem; None without one."""
    wanted = (naming.namespace, naming.tenant, domain, problem)
    return next((each for each in _read(file).sessions if _about(each) == wanted), None)


def newest_remembered(naming: Naming, file: Path = MEMORY_FILE) -> RememberedSession | None:
    """Return the session that the person worked on last, whatever it is about; None without one."""
    of = naming.namespace, naming.tenant
    return next((each for each in _read(file).sessions if (each.namespace, each.tenant) == of), None)


def remember(naming: Naming, revision: Revision, file: Path = MEMORY_FILE) -> None:
    """Note a session's revision as seen by the person, in place of the session noted for its problem before."""
    seen = RememberedSession(
        namespace=naming.namespace,
        tenant=naming.tenant,
        domain=revision.problem.domain,
        problem=revision.problem.problem,
        session=revision.session,
        revision=revision.id,
    )
    others = [each for each in _read(file).sessions if _about(each) != _about(seen)]
    memory = _Memory(sessions=(seen, *others)[:_MOST_KEPT])
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(f".{os.getpid()}")
    temporary.write_text(memory.model_dump_json(indent=2) + "\n", encoding="utf-8")
    # Whole or not at all: another terminal may read at this moment.
    temporary.replace(file)


def _read(file: Path) -> _Memory:
    try:
        return _Memory.model_validate_json(file.read_text(encoding="utf-8"))
    except (OSError, ValidationError):
        # A convenience: without it the next submit begins a session, and says so.
        return _Memory()


def _about(each: RememberedSession) -> tuple[str, str, str, str]:
    return each.namespace, each.tenant, each.domain, each.problem
