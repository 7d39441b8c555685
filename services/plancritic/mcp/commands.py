"""`plancritic mcp`: the server for the broker that is known here."""

from __future__ import annotations

from typing import Annotated

import typer


def mcp(
    http: Annotated[bool, typer.Option("--http", help="Serve over HTTP instead of standard input and output.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Also offer the tools that change something.")] = False,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="HTTP port (PLANCRITIC_MCP_PORT); 0 takes a free one.")
    ] = None,
) -> None:
    """Serve an assistant over the Model Context Protocol until it disconnects or Ctrl-C.

    It uses the broker of PLANCRITIC_NATS_URL, else the one that `plancritic up` started here. Without --write an
    assistant can look at everything but change nothing. Over HTTP, PLANCRITIC_MCP_TOKEN_FILE names the bearer token.

    Examples: plancritic mcp --write; plancritic mcp --http --port 8800

    Exit code 2 for a setting that cannot be used, 3 where no broker is known.
    """
    # Imported here: `--help` should not wait for it.
    from pydantic import ValidationError

    from plancritic.command_line.broker_client import broker_settings
    from plancritic.command_line.exit_codes import bad_input
    from plancritic.contracts.errors import FaultCode
    from plancritic.mcp.serving import serve
    from plancritic.mcp.settings import ServerSettings

    try:
        settings = ServerSettings()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = "PLANCRITIC_MCP_" + ".".join(map(str, first["loc"])).upper()
        bad_input(FaultCode.INVALID_MESSAGE, f"{name}: {first['msg']}", "see the README of plancritic.mcp")
    chosen = {"write": settings.write or write, "port": settings.port if port is None else port}
    serve(settings.model_copy(update=chosen), broker_settings(), http)
