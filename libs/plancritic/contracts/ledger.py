"""The ledger of a session: how each statement was read, what it weighs and what came of it, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from plancritic.contracts.envelope import Contract, Message, Token
from plancritic.contracts.feedback import StatementVerdict
from plancritic.contracts.specification import Strength


class LedgerEntry(Contract):
    """A statement in one turn of its session.

    `reading` is the best reading said back in plain words (empty where it was not understood), `score` the translator's
    confidence in it; `weight` how much its constraints are wanted; `together` the evidence that counted, joined, and
    `settled` why the search looked no further (`StatementEvidence`).

    A `carried` entry is that of a later turn, in which it was not said again: its verdict is the exact check of the
    reading on that turn's plan, and what it was read as stands in the last entry that is not carried.
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
    carried: bool = False


class LedgerStatement(Contract):
    """What a person said, the same words in whatever turn, and its entries, oldest first; the last is how it stands."""

    text: str
    history: tuple[LedgerEntry, ...] = Field(min_length=1)

    @property
    def latest(self) -> LedgerEntry:
        """How the statement stands."""
        return self.history[-1]

    @property
    def said(self) -> LedgerEntry:
        """How it was read when it was said last."""
        return next(entry for entry in reversed(self.history) if not entry.carried)


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

    def earlier(
        self, domain: str, problem: str, texts: Sequence[str], run: str | None = None
    ) -> tuple[LedgerStatement, ...]:
        """Return the statements of other turns about a problem that have a reading and are not said again in `texts`.

        A turn of the run `run` is no other turn.
        """
        again = {words_of(text) for text in texts}
        about = {
            number
            for number, turn in enumerate(self.turns, start=1)
            if (turn.domain, turn.problem) == (domain, problem) and turn.run != run
        }
        return tuple(
            each
            for each in self.statements
            if each.said.turn in about and each.said.constraints and words_of(each.text) not in again
        )


class ReportLedger(Message):
    """Ask: what was said in a session, and what came of it?

    With `by_beginning` the one session whose id begins with `session` will do, where none has exactly that id.
    """

    session: Token
    by_beginning: bool = False


def notice_of_earlier_turns(
    ledger: SessionLedger, domain: str, problem: str, texts: Sequence[str], run: str | None = None
) -> str:
    """Return the notice that earlier statements are not in force; empty in the first turn of a session.

    `texts` are the statements of the new turn, `run` is its run: a turn is not earlier than itself.
    """
    turns = sum(turn.run != run for turn in ledger.turns)
    if not turns:
        return ""
    count = len(ledger.earlier(domain, problem, texts, run))
    opening = f"This is turn {turns + 1} of session {ledger.session}."
    if not count:
        return f"{opening} Nothing else that was said in its earlier turns is in force."
    which, still = ("1 earlier statement is", "it") if count == 1 else (f"{count} earlier statements are", "them")
    return (
        f"{opening} The {which} not in force, only checked: the new plan may break {still}, and the result says "
        f"whether it does. To keep {still} in force, say {still} again."
    )


def words_of(text: str) -> str:
    """Return what makes two statements the same: their words, whatever capitals, blanks and full stop."""
    return " ".join(text.casefold().split()).rstrip(".!")
