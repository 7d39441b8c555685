"""The ledger of a session: how each statement was read, what it weighs and what came of it, turn by turn."""

from __future__ import annotations

from pydantic import Field

from plancritic.contracts.envelope import Contract, Message, Token
from plancritic.contracts.feedback import StatementVerdict
from plancritic.contracts.specification import Strength


class LedgerEntry(Contract):
    """A statement in one turn of its session.

    `reading` is the best reading said back in plain words (empty where it was not understood), `score` the translator's
    confidence in it; `weight` how much its constraints are wanted; `together` the evidence that counted, joined, and
    `settled` why the search looked no further (`StatementEvidence`).
    """

    turn: int = Field(ge=1)
    run: str
    #: The statement's id in that turn.
    statement: str
    reading: str = ""
    constraints: tuple[str, ...] = ()
    score: float | None = Field(default=None, ge=0, le=1)
    weight: Strength = "must"
    verdict: StatementVerdict
    together: float | None = Field(default=None, ge=0, le=1)
    settled: str | None = None


class LedgerStatement(Contract):
    """What a person said, the same words in whatever turn, and its entries, oldest first; the last is how it stands."""

    text: str
    history: tuple[LedgerEntry, ...] = Field(min_length=1)

    @property
    def latest(self) -> LedgerEntry:
        """How the statement stands."""
        return self.history[-1]


class LedgerTurn(Contract):
    """One run of a session that ended with a plan; `ended` is its time in UTC, ISO 8601."""

    run: str
    domain: str
    problem: str
    ended: str


class SessionLedger(Contract):
    """Answer to `ReportLedger`: turns and statements in order of first appearance; none for an unknown session."""

    session: str
    turns: tuple[LedgerTurn, ...] = ()
    statements: tuple[LedgerStatement, ...] = ()


class ReportLedger(Message):
    """Ask: what was said in a session, and what came of it?"""

    session: Token
