"""The end of a run that one event begins and one event ends: decided once, and published once.

Ends stand on several subjects (done, refused), and the broker compares within one. So the first end that is written
into the bucket `ended` counts, and whoever finds it there publishes it: a copy that died in between keeps nobody from
hearing of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.bus.client import Client
from plancritic.bus.durable.ended import Ending, ending_word, note_end
from plancritic.bus.errors import Conflict
from plancritic.bus.streams import BucketName
from plancritic.bus.wire import decode, encode, guard_size
from plancritic.contracts.envelope import Contract, Envelope, Message
from plancritic.contracts.errors import ContractError
from plancritic.contracts.subjects import Subject


class _Decided(Contract):
    """An end that counts: how the run ended, the row that it is published on, and the hash of its stored body."""

    how: Ending
    row: str
    stored: str


class RunEnds:
    """The end of the run that the event with the envelope `origin` began, on one of these rows, the refusal last."""

    def __init__(self, client: Client, origin: Envelope, key: str, rows: Sequence[Subject]) -> None:
        """`key` is the run's (`run_keys.run_key`): with it every copy gives the end the same id."""
        self._client = client
        self._rows = {row.name: row for row in rows}
        self._refusal = rows[-1]
        # By the event, not the run: a second event may name the same run.
        self._place = f"{client.settings.tenant}.{origin.message_id}.end"
        self.envelope = origin.caused("end", key)

    async def ending(self) -> Ending | None:
        """Return how the run ended, and publish its end where that was decided but not done; None while it lasts.

        Raises:
            ContractError, nats.errors.Error: the broker does not answer.
        """
        entry = await (await self._client.kv(BucketName.ENDED)).get(self._place)
        if entry is None:
            return await self._recorded()
        return await self._published(_Decided.model_validate_json(entry.value))

    async def publish(self, end: Message, row: Subject) -> Ending:
        """Publish an end, unless the run has another one, and return how the run ended.

        Raises:
            PayloadTooLarge: the end is too large for one message; the run has none yet, and a refusal may be it.
            ContractError, nats.errors.Error: the broker does not take it.
        """
        known = await self.ending()
        if known is not None:
            return known
        body = encode(end)
        # Once it is decided, no other end can take its place.
        guard_size(self._client.connection, self._client.naming.publish(row, end.envelope), body)
        stored = await self._client.put_passing(body)
        decided = _Decided(how=ending_word(end), row=row.name, stored=stored)
        bucket = await self._client.kv(BucketName.ENDED)
        try:
            await bucket.create(self._place, decided.model_dump_json().encode())
        except Conflict:
            # Somebody else was quicker: that end counts.
            entry = await bucket.get(self._place)
            if entry is not None:
                decided = _Decided.model_validate_json(entry.value)
        return await self._published(decided)

    async def _published(self, decided: _Decided) -> Ending:
        row = self._rows[decided.row]
        end: Message = decode(row.message, await self._client.get_object(decided.stored), row.name)
        await self._client.publish_once(end, row)
        await note_end(self._client, self.envelope, decided.how)
        return decided.how

    async def _recorded(self) -> Ending | None:
        """Return how a run ended whose decision is not kept: not any more, or not yet in the version that ended it.

        The id of its end says nothing: the key of the run is not kept any longer than the decision.
        """
        origin = self.envelope.causation_id
        for row in self._rows.values():
            for heading in await self._client.headings(row, self.envelope.session_id):
                if heading.run != self.envelope.correlation_id:
                    continue
                try:
                    end = (await self._client.event_at(heading)).message
                except ContractError:
                    # It cannot be read, perhaps of another version; services alone publish ends.
                    return "refused" if row is self._refusal else "ended"
                # A second event that named the same run has an end of its own.
                if end.envelope.causation_id == origin:
                    return ending_word(end)
        return None
