"""What the buttons of a session's pages do, told to a client that answers from memory."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest
from tests.support.revisions import entry, revision

from plancritic.console.work.pages import WorkPages
from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import SearchSettings
from plancritic.coordinator.sessions.faults import nothing_to_undo


async def test_undoing_drops_nothing_where_what_came_before_was_rejected() -> None:
    head = revision(entry("Go.")).model_copy(update={"number": 2, "passed_over": True})
    client = SimpleNamespace(undo=AsyncMock(side_effect=nothing_to_undo(head)), dropping=AsyncMock())
    followed = SimpleNamespace(is_busy=False, conversation=SimpleNamespace(session=head.session, head=head))
    pages: Any = WorkPages(cast(Any, None), cast(Any, None), SearchSettings())
    with pytest.raises(ContractError, match="you rejected"):
        await pages._undo(None, SimpleNamespace(client=client), followed, {})
    client.dropping.assert_not_called()
