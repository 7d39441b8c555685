"""The ledgers of sessions in their KV bucket: one entry a session, changed by compare-and-set."""

from __future__ import annotations

from datetime import UTC, datetime

from plancritic.bus import BucketName, Client, Conflict
from plancritic.contracts.feedback import PlanRevised, StatementOutcome
from plancritic.contracts.identifiers import only_identifier
from plancritic.contracts.ledger import LedgerEntry, LedgerStatement, LedgerTurn, SessionLedger, words_of
from plancritic.contracts.specification import STRENGTHS, Strength
from plancritic.contracts.translation import Statement


class Ledgers:
    """The bucket of ledgers, by tenant and session."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def note(self, revised: PlanRevised) -> None:
        """Notes a turn, once, however often and by however many copies its end is noted.

        Raises:
            ContractError: the bucket is not provisioned.
            nats.errors.Error: the broker does not answer, or the ledger has outgrown its limit.
        """
        session = revised.envelope.session_id
        key, ended = self._key(session), datetime.now(UTC).isoformat(timespec="milliseconds")
        bucket = await self._client.kv(BucketName.LEDGERS)
        while True:
            known = await bucket.get(key)
            before = SessionLedger.model_validate_json(known.value) if known else SessionLedger(session=session)
            after = with_turn(before, revised, ended)
            if after is before:
                return
            try:
                value = after.model_dump_json().encode()
                await (bucket.update(key, value, known.revision) if known else bucket.create(key, value))
            except Conflict:
                continue
            return

    async def report(self, session: str) -> SessionLedger:
        """Return the ledger of the session of exactly this id; an empty one where no turn of it has ended."""
        entry = await (await self._client.kv(BucketName.LEDGERS)).get(self._key(session))
        return SessionLedger.model_validate_json(entry.value) if entry else SessionLedger(session=session)

    async def find(self, beginning: str) -> SessionLedger:
        """Return the ledger of the session of this id, else of the one whose id begins so, for people.

        Raises:
            AmbiguousIdentifier: several sessions begin so.
        """
        bucket = await self._client.kv(BucketName.LEDGERS)
        if await bucket.get(self._key(beginning)) is not None:
            return await self.report(beginning)
        # What else is kept of a session has one token more.
        keys = [key for key in await bucket.keys_beginning(self._key(beginning)) if key.count(".") == 1]
        sessions = [key.removeprefix(self._key("")) for key in keys]
        return await self.report(only_identifier(beginning, sessions, "session") or beginning)

    def _key(self, session: str) -> str:
        return f"{self._client.settings.tenant}.{session}"


def with_turn(ledger: SessionLedger, revised: PlanRevised, ended: str) -> SessionLedger:
    """The ledger with a turn more; the very same one if it has that turn."""
    run = revised.envelope.correlation_id
    if any(turn.run == run for turn in ledger.turns):
        return ledger
    turn = LedgerTurn(run=run, domain=revised.problem.domain, problem=revised.problem.problem, ended=ended)
    histories: dict[str, LedgerStatement] = {words_of(each.text): each for each in ledger.statements}
    for outcome in revised.statements:
        entry = _entry(outcome, revised, len(ledger.turns) + 1)
        words = words_of(outcome.statement.text)
        known = histories.get(words)
        histories[words] = LedgerStatement(
            text=known.text if known else outcome.statement.text,
            history=(*(known.history if known else ()), entry),
        )
    for carried in revised.carried:
        known = histories.get(words_of(carried.text))
        # Of a ledger that was lost meanwhile nothing is left to carry over.
        if known is not None:
            entry = known.said.model_copy(
                update={
                    "turn": len(ledger.turns) + 1,
                    "run": run,
                    # What it was read as stands in the entry of its own turn: a long session stays small.
                    "reading": "",
                    "constraints": (),
                    "score": None,
                    "verdict": carried.check,
                    "together": None,
                    "settled": None,
                    "carried": True,
                }
            )
            histories[words_of(carried.text)] = known.model_copy(update={"history": (*known.history, entry)})
    return ledger.model_copy(update={"turns": (*ledger.turns, turn), "statements": tuple(histories.values())})


def _entry(outcome: StatementOutcome, revised: PlanRevised, turn: int) -> LedgerEntry:
    evidence = outcome.evidence
    return LedgerEntry(
        turn=turn,
        run=revised.envelope.correlation_id,
        statement=outcome.statement.id,
        reading=outcome.said_back,
        constraints=outcome.constraints,
        score=evidence.reading if evidence else None,
        weight=_weight(outcome.statement, revised),
        verdict=outcome.verdict,
        together=evidence.together if evidence else None,
        settled=evidence.settled if evidence else None,
    )


def _weight(statement: Statement, revised: PlanRevised) -> Strength:
    """The strongest wish among the constraints that came from a statement; where none stands, what the person said.

    What stands there at a guess is nice to have whatever the person said: it weighs nothing here.
    """
    wishes = [
        traced.strength for traced in revised.specification if statement.id in traced.statements and not traced.guessed
    ]
    return min(wishes, key=STRENGTHS.index, default=statement.strength)
