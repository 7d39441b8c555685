"""A folder looked at from all sides, whatever is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from plancritic.domains.check import BundleCheck
from plancritic.domains.complaint import Complaint, Severity
from plancritic.domains.context import DomainContext
from plancritic.domains.errors import DomainFolderError
from plancritic.domains.examination.ambiguity import ambiguities
from plancritic.domains.examination.belongings import belongings
from plancritic.domains.examination.pddl_texts import PddlTexts
from plancritic.domains.examination.planning import planning_complaints
from plancritic.domains.files import (
    ARCHETYPES_FILE,
    CONTEXT_FILE,
    DOMAIN_FILE,
    MAXIMUM_YAML_BYTES,
    problem_files,
    read_context,
    read_pddl,
    read_text,
)
from plancritic.domains.folder import DomainFolder, read_archetypes
from plancritic.domains.scorer_model import model_complaints

Value = TypeVar("Value")

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")


async def examine(
    folder: Path, plan_seconds: float | None = 5.0, progress: Callable[[str], None] = lambda _: None
) -> tuple[Complaint, ...]:
    """Everything that is to be said of a domain's folder, the worst first.

    `plan_seconds` bounds each search for a plan in CPU seconds of the planner; None plans nothing. `progress` is told
    what is being planned. Never raises for what the folder holds.
    """
    found = _Folder(folder)
    complaints = [*found.complaints()]
    if plan_seconds is not None and found.bundle is not None:
        complaints += await planning_complaints(
            found.bundle, found.pddl.problems, found.archetypes_text, plan_seconds, progress
        )
    rank = {severity: place for place, severity in enumerate(Severity)}
    return tuple(sorted(dict.fromkeys(complaints), key=lambda each: rank[each.severity]))


class _Folder:
    """What can be read of a folder; `bundle` is None where that is not enough to go on."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._home = folder.resolve()
        self._faults: list[Complaint] = []
        self.pddl = PddlTexts()
        self.bundle: DomainFolder | None = None
        self.archetypes_text = ""
        self._context_text = ""
        self._read()

    def complaints(self) -> Iterator[Complaint]:
        """Yield what the files themselves show."""
        yield from self._faults
        yield from self.pddl.complaints()
        if self.bundle is not None and self.pddl.domain is not None:
            check = BundleCheck(
                self.bundle,
                self.pddl.domain,
                self.pddl.problems,
                self._context_text,
                self.archetypes_text,
                self.bundle.archetypes,
            )
            yield from check.complaints()
            yield from ambiguities(self.bundle.context, self.pddl.domain, self.pddl.problems, self._context_text)
        yield from model_complaints(self._home, self.bundle)
        yield from belongings(self._home, self.bundle)

    def _read(self) -> None:
        name = self._home.name
        if not _NAME.fullmatch(name):
            remedy = "name it with small letters, digits, - and _, a letter first"
            message = f"{name!r} is not a valid domain name, and the folder's name is the domain's"
            self._faults.append(Complaint(Severity.ERROR, "wrong_name", message, remedy))
        domain = self._try(lambda: read_pddl(self._home / DOMAIN_FILE))
        files = self._try(lambda: problem_files(self._home)) or {}
        texts = {number: text for number, file in files.items() if (text := self._text(file)) is not None}
        if domain is not None:
            self.pddl = PddlTexts(domain, texts)
        context: DomainContext | None = self._try(lambda: read_context(self._home))
        archetypes = self._try(lambda: read_archetypes(self._home, files))
        self._context_text = self._present(CONTEXT_FILE)
        self.archetypes_text = self._present(ARCHETYPES_FILE)
        if domain is None or context is None or not texts or not _NAME.fullmatch(name):
            return
        self.bundle = DomainFolder(
            name=name, domain_pddl=domain, problems=texts, context=context, archetypes=archetypes or ()
        )

    def _text(self, file: Path) -> str | None:
        return self._try(partial(read_pddl, file))

    def _present(self, name: str) -> str:
        try:
            return read_text(self._home / name, MAXIMUM_YAML_BYTES)
        except DomainFolderError:
            # Said already, or a file that need not be there.
            return ""

    def _try(self, read: Callable[[], Value]) -> Value | None:
        try:
            return read()
        except DomainFolderError as error:
            self._faults.append(_complaint(error, self._home))
            return None


def _complaint(error: DomainFolderError, home: Path) -> Complaint:
    file = error.file.relative_to(home).as_posix() if error.file.is_relative_to(home) else str(error.file)
    kind = "missing_file" if not error.file.exists() else "wrong_file"
    remedy = error.remedy
    if kind == "missing_file" and file == CONTEXT_FILE:
        remedy = "`plancritic domain scaffold` writes a first one from the PDDL"
    return Complaint(Severity.ERROR, kind, error.fault, remedy.replace(f"{home}/", ""), file, error.line)
