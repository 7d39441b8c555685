"""`python -m tests.recordings DOMAIN OUT.jsonl`: hold the domain's conversations and record them."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.recordings.conversations import CONVERSATIONS, record

from plancritic.client import connected_bus
from plancritic.local import LocalStack


async def main(domain: str, out: Path) -> None:
    async with LocalStack() as stack, connected_bus(stack.settings, "recordings") as bus:
        exported = await record(bus, domain, out)
    print(f"{out}: {exported.header.events} events, {exported.bytes} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in CONVERSATIONS:
        sys.exit(f"usage: python -m tests.recordings {{{','.join(CONVERSATIONS)}}} OUT.jsonl")
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
