"""A domain from texts that somebody gave: faults at their line and column, a first context, publishing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plancritic.bus import Client
from plancritic.domains import Complaint, DomainFolderError, Severity
from plancritic.domains.examination import examine
from plancritic.domains.scaffolding import scaffold
from plancritic.local.publishing import Published, publish_domain
from plancritic.paths.scratch import scratch_folder
from plancritic.pddl.language import PddlSyntaxError

_CONTEXT = "context.yaml"
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")
#: Lines around a fault that are shown.
_AROUND = 3


@dataclass(frozen=True)
class TextFault:
    """A fault of a text: where it is, what is wrong, what to do, and the lines around it with their numbers."""

    file: str
    line: int
    column: int
    message: str
    remedy: str
    lines: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Draft:
    """A domain that is being made: its texts, and what is wrong with it."""

    name: str
    domain: str
    problems: tuple[str, ...]
    context: str = ""
    fault: TextFault | None = None
    refusal: tuple[str, str] | None = None
    complaints: tuple[Complaint, ...] = ()
    #: Names of the problems, where they are not numbered from one in their order.
    names: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Return whether it can be published."""
        if self.fault is not None or self.refusal is not None or not self.context:
            return False
        return all(each.severity is not Severity.ERROR for each in self.complaints)


async def examined(
    name: str, domain: str, problems: Sequence[str], context: str = "", names: Sequence[str] = ()
) -> Draft:
    """Return the draft with everything that is wrong with it; without a `context` one is guessed from the names.

    `names` are those of the problems of a published domain; problems without names are numbered.
    """
    with scratch_folder("domain") as scratch:
        return await _written(Path(scratch), name, domain, problems, context, names)


async def published(client: Client, draft: Draft, replace: bool) -> Published:
    """Publish a sound draft.

    Raises:
        ContractError: another domain has the name, or the broker does not take it.
        DomainError: the draft is not sound.
    """
    with scratch_folder("domain") as scratch:
        await _written(Path(scratch), draft.name, draft.domain, draft.problems, draft.context, draft.names)
        return await publish_domain(client, draft.name, Path(scratch) / "made", replace)


async def _written(
    scratch: Path, name: str, domain: str, problems: Sequence[str], context: str, names: Sequence[str]
) -> Draft:
    draft = Draft(name, domain, tuple(problems), context, names=tuple(names))
    # Before any path is made of it: a name with a slash would be a folder elsewhere.
    if not _NAME.fullmatch(name):
        refusal = ("This is not a valid name for a domain.", "Use small letters, digits, - and _, a letter first.")
        return Draft(name, domain, draft.problems, context, refusal=refusal)
    given = scratch / "given"
    given.mkdir()
    texts = {"domain": domain} | {f"problem {number}": text for number, text in enumerate(problems, 1)}
    files = {what: given / f"{what.replace(' ', '-')}.pddl" for what in texts}
    for what, text in texts.items():
        files[what].write_text(text, encoding="utf-8")
    out = scratch / "made" / name
    paths = list(files.values())
    try:
        await asyncio.to_thread(scaffold, paths[0], paths[1:], out)
    except PddlSyntaxError as error:
        named = {str(file): what for what, file in files.items()}
        what = named.get(error.file, "domain")
        fault = _fault(what, texts[what], error)
        return Draft(name, domain, draft.problems, context, fault=fault)
    except DomainFolderError as error:
        return Draft(name, domain, draft.problems, context, refusal=(error.fault, error.remedy))
    if names:
        _rename(out / "problems", names)
    if context:
        (out / _CONTEXT).write_text(context, encoding="utf-8")
    complaints = await examine(out, None)
    written = (out / _CONTEXT).read_text(encoding="utf-8")
    return Draft(name, domain, draft.problems, written, complaints=complaints, names=draft.names)


def _rename(folder: Path, names: Sequence[str]) -> None:
    """Give problems that were numbered their own names, which may be numbers of others."""
    numbered = [folder / f"{number}.pddl" for number in range(1, len(names) + 1)]
    texts = [file.read_text(encoding="utf-8") for file in numbered]
    for file in numbered:
        file.unlink()
    for name, text in zip(names, texts, strict=True):
        (folder / f"{name}.pddl").write_text(text, encoding="utf-8")


def _fault(what: str, text: str, error: PddlSyntaxError) -> TextFault:
    return TextFault(what, error.line, error.column, error.message, error.remedy or "", lines_around(text, error.line))


def lines_around(text: str, line: int) -> tuple[tuple[int, str], ...]:
    """Return the lines around one (from one), each with its number."""
    lines = text.splitlines()
    shown = range(max(1, line - _AROUND), min(len(lines), line + _AROUND) + 1)
    return tuple((number, lines[number - 1]) for number in shown)
