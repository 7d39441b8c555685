"""What no worker could finish: to look at, to try again, to drop."""

from __future__ import annotations

from plancritic.bus import Client
from plancritic.client.identifiers import check_identifier
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.service import (
    DeadLetterDropped,
    DeadLetterList,
    DeadLetterRetried,
    DeadLetterShown,
    DropDeadLetter,
    ListDeadLetters,
    RetryDeadLetter,
    ShowDeadLetter,
)

#: Letters are few; reading them all takes a moment all the same.
_SECONDS = 10.0


async def list_letters(client: Client, limit: int = 20) -> DeadLetterList:
    """Return the latest dead letters, newest first.

    Raises:
        ContractError: no service of dead letters answers, or this user may not ask.
    """
    ask = ListDeadLetters(envelope=Envelope.start(), limit=limit)
    found: DeadLetterList = await client.ask(ask, subjects.LIST_DEAD_LETTERS, timeout=_SECONDS)
    return found


async def show_letter(client: Client, beginning: str) -> DeadLetterShown:
    """Return the one dead letter whose id begins so, with its body. Raises as `list_letters`, and for a wrong name."""
    ask = ShowDeadLetter(envelope=Envelope.start(), letter=check_identifier(beginning, "dead letter"))
    found: DeadLetterShown = await client.ask(ask, subjects.SHOW_DEAD_LETTER, timeout=_SECONDS)
    return found


async def retry_letter(client: Client, beginning: str) -> DeadLetterRetried:
    """Publish a dead letter again, and remove it. Raises as `show_letter`, and where it is not tried again."""
    ask = RetryDeadLetter(envelope=Envelope.start(), letter=check_identifier(beginning, "dead letter"))
    done: DeadLetterRetried = await client.ask(ask, subjects.RETRY_DEAD_LETTER, timeout=_SECONDS)
    return done


async def drop_letter(client: Client, beginning: str) -> DeadLetterDropped:
    """Remove a dead letter for good. Raises as `show_letter`."""
    ask = DropDeadLetter(envelope=Envelope.start(), letter=check_identifier(beginning, "dead letter"))
    done: DeadLetterDropped = await client.ask(ask, subjects.DROP_DEAD_LETTER, timeout=_SECONDS)
    return done
