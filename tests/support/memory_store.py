"""A store of verdicts and plans without a broker."""

from __future__ import annotations

from plancritic.verdicts.cache.stores import Change


class MemoryStore:
    """Values of this process alone."""

    def __init__(self) -> None:
        self._values: dict[str, bytes] = {}

    async def get(self, key: str) -> bytes | None:
        """The value, or None."""
        return self._values.get(key)

    async def put(self, key: str, value: bytes) -> None:
        """Keeps a value."""
        self._values[key] = value

    async def change(self, key: str, change: Change) -> None:
        """Replaces a value."""
        await self.put(key, change(self._values.get(key)))
