"""How many runs of a session one copy of the coordinator carries at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from plancritic.contracts.errors import ContractError, Fault, FaultCode


class SessionRuns:
    """Counts the runs that are carried here, session by session; `most` of one session may be."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._runs: dict[str, list[str]] = {}

    @contextmanager
    def counted(self, session: str, run: str) -> Iterator[None]:
        """Count a run of the session for the time of the context."""
        runs = self._runs.setdefault(session, [])
        runs.append(run)
        try:
            yield
        finally:
            runs.remove(run)
            if not runs:
                self._runs.pop(session, None)

    def refuse_too_many(self, session: str, run: str) -> None:
        """Refuse to begin a run that came when its session had as many under way as it may have.

        Raises:
            ContractError: it had.
        """
        if run not in self._runs[session][: self._most]:
            raise ContractError(
                Fault(
                    code=FaultCode.TOO_MANY_RUNS,
                    message=f"the session {session} has {self._most} runs under way, which is the limit",
                    remedy="wait until one of them ends, or cancel one, then submit again",
                )
            )
