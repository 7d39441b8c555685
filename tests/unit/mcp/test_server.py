"""The server by itself: what it offers, what it refuses, and that nothing of a crash reaches the client."""

from __future__ import annotations

import pytest
from mcp import Client, MCPError

from plancritic.bus import BusSettings
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.mcp.app import build_server
from plancritic.mcp.connection import Connection
from plancritic.mcp.server import PlancriticServer
from plancritic.mcp.settings import ServerSettings

FAULT = Fault(code=FaultCode.UNKNOWN_NAME, message="there is no such thing", remedy="name another")
SECRET = "/home/ada/token"


async def expected(number: int) -> str:
    raise ContractError(FAULT)


async def crashes() -> str:
    raise RuntimeError(SECRET)


def _server() -> PlancriticServer:
    server = PlancriticServer("test", "", "1", reserved=frozenset({"submit"}))
    server.add_tool(expected)
    server.add_tool(crashes)
    server.resource("test://expected/{number}")(expected)
    return server


async def test_failures_are_typed_and_crashes_say_nothing() -> None:
    async with Client(_server()) as client:
        known = await client.call_tool("expected", {"number": 1})
        assert known.is_error and known.structured_content == {"fault": FAULT.model_dump(exclude_none=True)}
        wrong = await client.call_tool("expected", {"number": "many"})
        assert wrong.structured_content is not None
        assert wrong.structured_content["fault"]["code"] == "invalid_message"
        crash = await client.call_tool("crashes")
        assert crash.is_error and SECRET not in crash.model_dump_json()
        with pytest.raises(MCPError) as raised:
            await client.read_resource("test://expected/1")
        assert raised.value.data["fault"]["code"] == "unknown_name"


async def test_a_reserved_tool_is_refused_whatever_it_is_given() -> None:
    async with Client(_server()) as client:
        refused = await client.call_tool("submit", {"anything": 1})
        assert refused.structured_content is not None
        assert "read-only" in refused.structured_content["fault"]["message"]


async def test_every_tool_and_argument_is_described() -> None:
    server = build_server(ServerSettings(write=True), Connection(BusSettings()))
    for tool in await server.list_tools():
        assert tool.description and "Raises" not in tool.description
        for name, argument in tool.input_schema["properties"].items():
            assert argument.get("description"), (tool.name, name)
        assert "context" not in tool.input_schema["properties"]
    addresses = [each.uri_template for each in await server.list_resource_templates()]
    addresses += [str(each.uri) for each in await server.list_resources()]
    assert all(each.startswith("plancritic://") for each in addresses)


async def test_without_write_nothing_that_changes_something_is_listed() -> None:
    server = build_server(ServerSettings(), Connection(BusSettings()))
    tools = await server.list_tools()
    assert tools and all(each.annotations and each.annotations.read_only_hint for each in tools)
