"""Files and folders that only their owner may read."""

from __future__ import annotations

import os
from pathlib import Path


def private_folder(folder: Path) -> Path:
    """Make the folder, with mode 0700 also where it was there, and return it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def write_private(file: Path, content: bytes) -> None:
    """Write a file of mode 0600, whole or not at all; nobody can open it while it is written."""
    private_folder(file.parent)
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    temporary.unlink(missing_ok=True)
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(content)
    temporary.replace(file)
