"""The key of a run that has no checkpoint: whoever works on it derives the same ids, and nobody else can."""

from __future__ import annotations

from plancritic.bus.client import Client
from plancritic.bus.errors import Conflict
from plancritic.bus.streams import BucketName
from plancritic.contracts.envelope import new_key


async def run_key(client: Client, run: str) -> str:
    """Return the key of a run, made at the first call: the same for every copy.

    Raises:
        NotProvisioned: the bucket is missing.
        nats.errors.Error: the broker does not answer.
    """
    bucket = await client.kv(BucketName.RUN_KEYS)
    place = f"{client.settings.tenant}.{run}"
    made = new_key()
    try:
        await bucket.create(place, made.encode())
    except Conflict:
        entry = await bucket.get(place)
        if entry is not None:
            return entry.value.decode()
    return made
