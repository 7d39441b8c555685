"""The folder of a local broker's files: how much may lie there, and files of versions without accounts."""

from __future__ import annotations

import shutil
from pathlib import Path

_GIB = 1024**3
_MOST_BYTES = 4 * _GIB
#: Of what is free; the rest of the machine needs room too.
_SHARE = 0.5
_LEAST_BYTES = _GIB
#: The account of a server without accounts.
_GLOBAL = "$G"


def store_limit(store: Path) -> int:
    """Return how many bytes the broker may keep there: 4 GiB, less where the disk has less free, 1 GiB at least."""
    store.mkdir(parents=True, exist_ok=True)
    used = sum(file.stat().st_size for file in store.rglob("*") if file.is_file())
    free = used + int(shutil.disk_usage(store).free * _SHARE)
    return max(_LEAST_BYTES, min(_MOST_BYTES, free))


def adopt_store(store: Path, tenant: str) -> bool:
    """Move the streams of a broker that had no accounts into the tenant's; return whether there were any.

    Until accounts came `plancritic up` kept everything in the server's global account, which nobody can reach now.
    """
    before, after = store / "jetstream" / _GLOBAL, store / "jetstream" / tenant
    if not before.is_dir() or after.exists():
        return False
    before.rename(after)
    return True
