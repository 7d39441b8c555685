"""Whether the disk under a broker's store is, or was, too full for the broker to write."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

_MIB = 2**20
#: With less left the next write of the broker may fail: it writes blocks of some megabytes.
_FULL_BYTES: Final = _MIB
#: With this much left a restarted broker can work for a while.
_ROOM_BYTES: Final = 32 * _MIB
#: What nats-server writes into its log when it could not store something. The first stays true until it restarts.
_WRITE_ERRORS: Final = ("critical write error", "no space left on device", "disk quota exceeded")


class DiskWatch:
    """Notices that a broker could not write, by the free space of its disk and by its log.

    A nats-server (2.15) whose stream had a failed write refuses every later one on it, whatever room there is. Where
    the log lies on the same disk it may hold nothing of this: so the free space is looked at as well.
    """

    def __init__(self, store: Path, log_file: Path) -> None:
        self._store = store
        self._log_file = log_file
        self._read = _size(log_file)
        self.reason = ""

    @property
    def is_full(self) -> bool:
        """Whether a write failed, or would have, since the broker's last start."""
        return bool(self.reason)

    def look(self) -> bool:
        """Look at log and disk; return whether there is room for the broker to work."""
        free = self._free()
        if not self.reason and free < _FULL_BYTES:
            self.reason = f"the disk of {self._store} is full"
        if not self.reason and self._failed_to_write():
            self.reason = f"a write to {self._store} failed, for lack of room"
        return free >= _ROOM_BYTES

    def restarted(self) -> None:
        """Forget what was before the broker's start."""
        self.reason = ""
        self._read = _size(self._log_file)

    def _free(self) -> int:
        try:
            return shutil.disk_usage(self._store).free
        except OSError:
            # Somebody took the folder away: nothing is known of the disk.
            return _ROOM_BYTES

    def _failed_to_write(self) -> bool:
        try:
            with self._log_file.open("rb") as log:
                log.seek(self._read)
                new = log.read(4 * _MIB)
        except OSError:
            return False
        self._read += len(new)
        text = new.decode("utf-8", errors="replace").lower()
        return any(error in text for error in _WRITE_ERRORS)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
