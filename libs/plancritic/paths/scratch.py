"""Scratch folders of this process, and those that processes left behind that ended without tidying up.

Each process has one folder below `plancritic-<user id>` of the temporary folder, named after its process id. It holds a
lock beside it for as long as it lives; the kernel gives the lock back however the process ends, so that a folder whose
lock is free belongs to nobody. Every process that makes scratch folders removes such folders first.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import os
import secrets
import shutil
import signal
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_LOCK_SUFFIX = ".lock"
_one_at_a_time = threading.Lock()
_owned: dict[int, _Owned] = {}


@dataclass(frozen=True)
class _Owned:
    folder: Path
    lock: Path
    held: IO[bytes]


def scratch_folder(purpose: str) -> tempfile.TemporaryDirectory[str]:
    """Return a new folder that goes when it is closed, when this process ends, or else when the next one starts.

    Raises:
        OSError: it cannot be made; `PermissionError` where the folder of all scratch folders is another user's.
    """
    return tempfile.TemporaryDirectory(prefix=f"{purpose}-", dir=_own_folder(), ignore_cleanup_errors=True)


def remove_abandoned() -> None:
    """Remove the scratch folders of processes that are gone; what cannot be removed stays for the next one."""
    for lock in _root().glob(f"*{_LOCK_SUFFIX}"):
        with contextlib.suppress(OSError), lock.open("rb") as file:
            # Free: its process is gone, however it ended. Not free: BlockingIOError.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
            lock.unlink()


def _own_folder() -> Path:
    with _one_at_a_time:
        owned = _owned.get(os.getpid())  # a fork is another process
        if owned is None or not owned.folder.is_dir():
            remove_abandoned()
            owned = _owned[os.getpid()] = _own()
        return owned.folder


def _own() -> _Owned:
    while True:
        lock = _root() / f"{os.getpid()}-{secrets.token_hex(4)}{_LOCK_SUFFIX}"
        held = lock.open("wb")
        fcntl.flock(held, fcntl.LOCK_EX)
        if lock.exists():  # else another process took it for abandoned before it was locked
            break
        held.close()
    owned = _Owned(lock.with_suffix(""), lock, held)
    owned.folder.mkdir(mode=0o700)
    atexit.register(_give_back, owned, os.getpid())
    return owned


def _give_back(owned: _Owned, owner: int) -> None:
    if os.getpid() != owner:
        return
    # At the end of the process: a second Ctrl-C now would leave the folder, and print a traceback.
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN) if _is_main_thread() else None
    shutil.rmtree(owned.folder, ignore_errors=True)
    owned.lock.unlink(missing_ok=True)
    owned.held.close()
    if previous is not None:
        signal.signal(signal.SIGINT, previous)


def _is_main_thread() -> bool:
    """Return whether this is the thread that may say what a signal does."""
    return threading.current_thread() is threading.main_thread()


def _root() -> Path:
    root = Path(tempfile.gettempdir()) / f"plancritic-{os.getuid()}"
    root.mkdir(mode=0o700, exist_ok=True)
    if root.is_symlink() or root.stat().st_uid != os.getuid():
        raise PermissionError(f"{root} belongs to another user: remove it, or set TMPDIR to a folder of your own")
    return root
