"""Memory that was freed goes back to the machine.

glibc keeps what threads have freed in their arenas: a coordinator of 296 MiB came to 255 MiB by one `malloc_trim`
after some minutes of load (deploy/RESULTS.md).
"""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import Callable

#: Gives freed memory back; the argument is how many bytes may stay at the top of the heap.
Trim = Callable[[int], object]
EVERY_SECONDS = 60.0


def malloc_trim() -> Trim | None:
    """Return glibc's function; None where the C library is another one."""
    found: Trim | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return found


async def give_back(trim: Trim | None, every: float = EVERY_SECONDS) -> None:
    """Give freed memory back every so many seconds, until cancelled."""
    while trim is not None:
        await asyncio.sleep(every)
        await asyncio.to_thread(trim, 0)
