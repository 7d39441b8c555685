"""How often somebody may try to sign in."""

from __future__ import annotations

from cachetools import TTLCache

#: Failures in a row of one name from one address, and of all names from one address, until one has to wait.
OF_A_NAME, OF_AN_ADDRESS = 5, 30
WAIT_SECONDS = 30.0
_KEPT = 10_000


class Throttle:
    """Counts attempts to sign in before they are looked at, so that many at once are bounded as well.

    Who has used up the attempts waits `WAIT_SECONDS` from the last one that was looked at.
    """

    def __init__(self) -> None:
        self._tried: TTLCache[tuple[str, ...], int] = TTLCache(_KEPT, WAIT_SECONDS)

    def admits(self, name: str, address: str) -> bool:
        """Count an attempt and return True; False, uncounted, where too many have failed."""
        bounds = {(name, address): OF_A_NAME, (address,): OF_AN_ADDRESS}
        if any(self._tried.get(key, 0) >= most for key, most in bounds.items()):
            return False
        for key in bounds:
            self._tried[key] = self._tried.get(key, 0) + 1
        return True

    def succeeded(self, name: str, address: str) -> None:
        """Take back an attempt that was none at guessing."""
        self._tried.pop((name, address), None)
        if count := self._tried.get((address,), 0):
            self._tried[(address,)] = count - 1
