"""`plancritic gateway`: tokens for programs that use the gateway."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from plancritic.command_line.exit_codes import bad_input
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, FaultCode

_TOKENS = Path(".plancritic/gateway/tokens.yaml")

gateway = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Let programs without NATS use the services over HTTP.\n\n"
    "`python -m plancritic.gateway` serves it.\n\nExample: plancritic gateway add-token --tenant acme",
)


@gateway.callback()
def _group() -> None:
    """Keep `add-token` a command of its own, though it is the only one."""


@gateway.command("add-token")
def add(
    tenant: Annotated[str, typer.Option(help="Tenant whose sessions and runs the token gives access to.")],
    name: Annotated[
        str | None, typer.Option(help="Name of the token in the file; a token of that name is replaced.")
    ] = None,
    file: Annotated[
        Path, typer.Option(help="Token file; set PLANCRITIC_GATEWAY_TOKENS to it for the gateway.")
    ] = _TOKENS,
) -> None:
    """Make a token and print it once: the file keeps only its SHA-256.

    To revoke it, delete its entry in the file; a running gateway reads the file again.

    Example: plancritic gateway add-token --tenant acme --name scheduler

    Exit code 2 for a tenant or a name that cannot be one, and for a file that cannot be used.
    """
    from pydantic import ValidationError

    from plancritic.gateway.access.tokens import add_token

    try:
        added, text = add_token(file, tenant, name)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        bad_input(FaultCode.INVALID_MESSAGE, f"{place}: {first['msg']}", "see `plancritic gateway add-token --help`")
    except ContractError as error:
        bad_input(FaultCode.INVALID_MESSAGE, error.fault.message, error.fault.remedy or "")
    except OSError as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"{file}: {error.strerror}", "name a file that can be written")
    terminal = Console(soft_wrap=True)
    terminal.print(Text(f"{added.name} is a token of the tenant {added.tenant}: {file}"))
    terminal.print(Text(f"token (shown this once): {text}"))
