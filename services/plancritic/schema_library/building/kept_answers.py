"""Answers of instances on the broker: what was paid for once is not asked for again."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping

import orjson
from pydantic import ValidationError

from plancritic.bus import Client, Conflict
from plancritic.bus.streams import BucketName
from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.contracts.modelling.messages import LibrarySummary
from plancritic.schema_library.candidates.prompt import library_key

#: Enough of a key to name a library on the command line.
_SHOWN = 12
#: Where the keys of runs lie, beside the libraries: those are named by hashes.
_KEYS = "run-keys"


class KeptAnswer(Contract):
    """An answer, the instance that gave it, and the description that it answers."""

    instance: str
    text: str
    described_in: Register
    description: DomainDescription


class KeptAnswers:
    """The tenant's answers in the bucket `answers`, by library and instance.

    A library is a description in a register; recorded answers make a library of their own for each set of them, so
    that they are never taken for those of a language model, nor mixed with another recording.
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    async def of(self, library: str) -> dict[str, KeptAnswer]:
        """Return the answers of a library by instance."""
        bucket = await self._client.kv(BucketName.ANSWERS)
        found: dict[str, KeptAnswer] = {}
        for key in await bucket.keys_beginning(f"{self._client.naming.tenant}.{library}."):
            entry = await bucket.get(key)
            if entry is not None:
                answer = _read(entry.value)
                found[answer.instance] = answer
        return found

    async def keep(
        self, library: str, description: DomainDescription, described_in: Register, instance: str, text: str
    ) -> None:
        """Store an answer; another one of the same instance is replaced."""
        # A problem is no part of what was asked.
        kept = KeptAnswer(
            instance=instance,
            text=text,
            described_in=described_in,
            description=description.model_copy(update={"problem": None}),
        )
        digest = hashlib.sha256(instance.encode()).hexdigest()[:32]
        bucket = await self._client.kv(BucketName.ANSWERS)
        await bucket.put(f"{self._client.naming.tenant}.{library}.{digest}", kept.model_dump_json().encode())

    async def libraries(self) -> tuple[LibrarySummary, ...]:
        """Return every library that there are answers for."""
        bucket = await self._client.kv(BucketName.ANSWERS)
        instances: dict[str, list[KeptAnswer]] = {}
        for key in await bucket.keys_beginning(f"{self._client.naming.tenant}."):
            library = key.split(".")[1]
            entry = None if library == _KEYS else await bucket.get(key)
            if entry is not None:
                instances.setdefault(library, []).append(_read(entry.value))
        return tuple(
            LibrarySummary(
                library=library[:_SHOWN],
                domain=answers[0].description.domain,
                described_in=answers[0].described_in,
                instances=tuple(sorted(each.instance for each in answers)),
            )
            for library, answers in sorted(instances.items())
        )

    async def one(self, beginning: str) -> dict[str, KeptAnswer]:
        """Return the answers of the one library whose id begins so.

        Raises:
            ContractError: there is none, or there are several.
        """
        bucket = await self._client.kv(BucketName.ANSWERS)
        keys = await bucket.keys_beginning(f"{self._client.naming.tenant}.")
        known = {key.split(".")[1] for key in keys} - {_KEYS}
        found = sorted(library for library in known if library.startswith(beginning))
        if len(found) != 1:
            message = f"{len(found) or 'no'} libraries begin with {beginning!r}"
            fault = Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy="`plancritic schema list` shows them")
            raise ContractError(fault)
        return await self.of(found[0])

    async def run_key(self, run: str) -> str:
        """Return the key of a run, the same for every copy that works on it: ids made with it cannot be guessed."""
        bucket = await self._client.kv(BucketName.ANSWERS)
        place = f"{self._client.naming.tenant}.{_KEYS}.{run}"
        try:
            made = secrets.token_hex(32)
            await bucket.create(place, made.encode())
        except Conflict:
            entry = await bucket.get(place)
            return made if entry is None else entry.value.decode()
        return made


def library_id(description: DomainDescription, described_in: Register, recorded: Mapping[str, str]) -> str:
    """Return what names a library: the hash of what was asked, and of the recorded answers where there are some."""
    asked = library_key(description, described_in)
    if not recorded:
        return asked
    return hashlib.sha256(orjson.dumps([asked, dict(recorded)], option=orjson.OPT_SORT_KEYS)).hexdigest()


def _read(value: bytes) -> KeptAnswer:
    try:
        return KeptAnswer.model_validate_json(value)
    except ValidationError as error:
        message = f"a kept answer cannot be read: {error.errors()[0]['msg']}"
        raise ContractError(
            Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy="generate it again")
        ) from None
