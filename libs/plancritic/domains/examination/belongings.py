"""What else belongs in a domain's folder: a README, a licence, examples, archetypes, recorded plans, wordings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from plancritic.domains.complaint import Complaint, Severity
from plancritic.domains.files import ARCHETYPES_FILE, CONTEXT_FILE
from plancritic.domains.folder import DomainFolder
from plancritic.paths.regular_files import UnreadableFileError, read_regular

README_FILE = "README.md"
_README_BYTES = 1024 * 1024
_LICENCE = re.compile(r"licen[cs]e|SPDX", re.IGNORECASE)


def belongings(home: Path, bundle: DomainFolder | None) -> Iterator[Complaint]:
    """Warnings where nobody could know what the folder is and who may use it, notes for what is optional."""
    readme = home / README_FILE
    text = _text(readme)
    if not text.strip():
        remedy = "say what the domain is about, where it comes from, and what is particular about each problem"
        yield Complaint(Severity.WARNING, "no_readme", "there is no README", remedy, README_FILE)
    if not _LICENCE.search(text) and not any(home.glob("LICEN[CS]E*")):
        message = "neither the README nor a file LICENSE says under which licence the folder may be used"
        yield Complaint(Severity.WARNING, "no_licence", message, "name the licence in the README", README_FILE)
    if bundle is not None and not bundle.context.examples:
        remedy = "add a few under examples, with statement, mid_level_goal and constraints"
        message = "there are no worked examples: a language model that translates is shown none"
        yield Complaint(Severity.NOTE, "no_examples", message, remedy, CONTEXT_FILE)
    if not (home / ARCHETYPES_FILE).is_file() or (bundle is not None and not bundle.archetypes):
        message = "there are no archetypes: nothing says what typical feedback comes to"
        remedy = "add some: the schema is in libs/plancritic/domains/archetypes.py"
        yield Complaint(Severity.NOTE, "no_archetypes", message, remedy, ARCHETYPES_FILE)
    if not (home / "recorded" / "plans.jsonl.gz").is_file():
        message = "there are no recorded plans with statements about them"
        remedy = "optional: recorded/plans.jsonl.gz and statements.jsonl.gz, as in the other domains"
        yield Complaint(Severity.NOTE, "no_recorded_plans", message, remedy, "recorded")
    if not (home / "wordings" / "texts.jsonl").is_file():
        message = "there are no wordings: a scorer would learn from generated words alone"
        remedy = "optional: wordings/texts.jsonl, requests as people or a language model said them"
        yield Complaint(Severity.NOTE, "no_wordings", message, remedy, "wordings")


def _text(file: Path) -> str:
    """What the file says; nothing where there is none that can be read."""
    try:
        return read_regular(file, _README_BYTES).decode(errors="replace")
    except (OSError, UnreadableFileError):
        return ""
