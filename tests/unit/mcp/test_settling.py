"""What a person decides about a plan, told to a client that answers from memory."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest
from tests.support.revisions import entry, revision

from plancritic.contracts.errors import ContractError
from plancritic.coordinator.sessions.faults import nothing_to_undo
from plancritic.mcp.connection import Connection
from plancritic.mcp.conversation import settling
from plancritic.mcp.conversation.settling import Settling


async def test_undoing_drops_nothing_where_what_came_before_was_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    head = revision(entry("Go.")).model_copy(update={"number": 2, "passed_over": True})
    client = SimpleNamespace(
        head=AsyncMock(return_value=head),
        undo=AsyncMock(side_effect=nothing_to_undo(head)),
        dropping=AsyncMock(),
    )
    monkeypatch.setattr(settling, "found_session", AsyncMock(return_value=SimpleNamespace(id=head.session)))
    tools = Settling(cast(Connection, SimpleNamespace(client=AsyncMock(return_value=client))))
    with pytest.raises(ContractError, match="you rejected"):
        await tools.undo(cast(Any, None), head.session)
    client.dropping.assert_not_called()
