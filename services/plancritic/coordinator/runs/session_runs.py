"""How many runs of a session one copy of the coordinator carries at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from plancritic.contracts.errors import ContractError, Fault, FaultCode


class SessionRuns:
    """Counts the runs that are carried here, session by session; `most` of one session may be."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()

    @contextmanager
    def counted(self, session: str) -> Iterator[None]:
        """Count a run of the session for the time of the context."""
        self._counts[session] += 1
        try:
            yield
        finally:
            self._counts[session] -= 1
            # A counter keeps what fell to nothing.
            self._counts = +self._counts

    def refuse_too_many(self, session: str) -> None:
        """Refuse to begin a run of a session that has as many under way as it may have.

        Raises:
            ContractError: it has.
        """
        if self._counts[session] > self._most:
            raise ContractError(
                Fault(
                    code=FaultCode.TOO_MANY_RUNS,
                    message=f"the session {session} has {self._most} runs under way, which is the most it may",
                    remedy="wait until one of them has ended, or cancel it, then submit again",
                )
            )
