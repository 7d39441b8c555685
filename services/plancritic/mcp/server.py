"""The official SDK's server with plancritic's faults, and with tools that only some servers have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult, InputRequiredResult
from pydantic import AnyUrl, ValidationError

from mcp import MCPError
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import (
    ResourceError,
    ResourceNotFoundError,
    ToolError,
    UnexpectedToolError,
)
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.mcp.faults import as_data, failed, fault_of, in_words, wrong_arguments

_UNAVAILABLE = (FaultCode.SERVICE_UNAVAILABLE, FaultCode.DEADLINE_EXCEEDED)


class PlancriticServer(MCPServer[None]):
    """Answers every expected failure with a typed fault, and refuses the tools that are not offered here."""

    def __init__(self, name: str, instructions: str, version: str, reserved: frozenset[str] = frozenset()) -> None:
        """`reserved` are the tools that only a server with `--write` has."""
        super().__init__(name, instructions=instructions, version=version, log_level="WARNING")
        self._reserved = reserved

    async def converse(self, incoming: Any, outgoing: Any) -> None:
        """Serve one client over a pair of message streams until it goes."""
        await self._lowlevel_server.run(incoming, outgoing, self._lowlevel_server.create_initialization_options())

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool. A failure that was expected is a result with `is_error` and the fault.

        Raises:
            UnexpectedToolError: a failure that was not; the SDK logs it and tells the client the tool's name alone.
        """
        if name in self._reserved:
            return failed(_read_only(name))
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            fault = fault_of(error.__cause__)
            if fault is not None:
                return failed(fault)
            if isinstance(error, UnexpectedToolError):
                raise
            if isinstance(error.__cause__, ValidationError):
                return failed(wrong_arguments(error.__cause__))
            known = ", ".join(each.name for each in await self.list_tools())
            message = f"there is no tool {name!r}"
            return failed(Fault(code=FaultCode.UNKNOWN_NAME, message=message, remedy=f"tools: {known}"))

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[None, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """Read a resource.

        Raises:
            MCPError: it cannot be read; the error's data has the fault.
            ResourceError: there is no such resource, or a failure that was not expected.
        """
        try:
            return await super().read_resource(uri, context)
        except ResourceNotFoundError:
            raise
        except ResourceError as error:
            fault = fault_of(error.__cause__)
            if fault is None:
                raise
            code = INTERNAL_ERROR if fault.code in _UNAVAILABLE else INVALID_PARAMS
            raise MCPError(code, in_words(fault), {"uri": str(uri), **as_data(fault)}) from None


def _read_only(name: str) -> Fault:
    return Fault(
        code=FaultCode.INVALID_MESSAGE,
        message=f"this server is read-only: {name!r} would change something",
        remedy="start it with --write (or PLANCRITIC_MCP_WRITE=true), if the person wants that",
    )
