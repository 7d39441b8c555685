"""The written form of the contracts: `asyncapi.yaml` for programs, `SUBJECTS.md` for people."""

from __future__ import annotations

from pathlib import Path

import yaml

from plancritic.contracts.documents.asyncapi import asyncapi_document
from plancritic.contracts.documents.subjects_page import subjects_page


class _Plain(yaml.SafeDumper):
    """Writes a value out wherever it stands, without references to where it stood before."""

    def ignore_aliases(self, data: object) -> bool:
        """Return that nothing is written as a reference."""
        return True


def documents() -> dict[str, str]:
    """File name and content of each document, as the table says it now."""
    content = yaml.dump(asyncapi_document(), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=120)
    head = "# Written from subjects.py by `make docs`; do not edit.\n"
    return {"asyncapi.yaml": head + content, "SUBJECTS.md": subjects_page()}


def write_documents(folder: Path) -> tuple[Path, ...]:
    """Write both; the files."""
    written = []
    for name, content in documents().items():
        file = folder / name
        file.write_text(content, encoding="utf-8")
        written.append(file)
    return tuple(written)


def stale_documents(folder: Path) -> tuple[Path, ...]:
    """Return the files that are missing or differ from the table."""
    return tuple(
        folder / name
        for name, content in documents().items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != content
    )
