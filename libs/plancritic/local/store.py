"""The folder of a local broker's files: how much may lie there, and files of versions without accounts."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

_GIB = 1024**3
_MOST_BYTES = 4 * _GIB
#: Of what is free; the rest of the machine needs room too.
_SHARE = 0.5
_LEAST_BYTES = _GIB
#: The account of a server without accounts.
_GLOBAL = "$G"


def store_limit(store: Path | None) -> int:
    """Return how many bytes the broker may keep there: 4 GiB, less where the disk has less free, 1 GiB at least.

    Without a folder of its own the broker begins with an empty one among the temporary files; what others keep there
    is none of its bytes.
    """
    if store is None:
        used, disk = 0, Path(tempfile.gettempdir())
    else:
        store.mkdir(parents=True, exist_ok=True)
        used, disk = _bytes_under(store), store
    return max(_LEAST_BYTES, min(_MOST_BYTES, used + int(shutil.disk_usage(disk).free * _SHARE)))


def _bytes_under(folder: Path) -> int:
    """Return the size of all files under a folder; what goes away while it is read counts nothing."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                total += (Path(parent) / name).lstat().st_size
    return total


def adopt_store(store: Path, tenant: str) -> bool:
    """Move the streams of a broker that had no accounts into the tenant's; return whether there were any.

    Until accounts came `plancritic up` kept everything in the server's global account, which nobody can reach now.
    """
    before, after = store / "jetstream" / _GLOBAL, store / "jetstream" / tenant
    if not before.is_dir() or after.exists():
        return False
    before.rename(after)
    return True
