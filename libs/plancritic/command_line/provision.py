"""`plancritic provision`: streams, consumers and buckets on the broker."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import nats.js.errors
import typer
from rich.text import Text

from plancritic.command_line.exit_codes import CommandFault, ExitCode, run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import Fault, FaultCode


def provision(
    as_json: Annotated[bool, typer.Option("--json", help="Print the changes as JSON.")] = False,
) -> None:
    """Create or update streams, consumers and buckets on the broker. A second call changes nothing.

    Example: PLANCRITIC_NATS_URL=nats://broker:4222 plancritic provision
    """
    from plancritic.bus.provision import provision as provision_broker
    from plancritic.command_line.broker_client import broker_settings

    try:
        changes = run(provision_broker(broker_settings("operator")))
    except nats.js.errors.APIError as error:
        raise CommandFault(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"the broker refused: {error.description}",
                remedy="check that JetStream is on; the retention of an existing stream cannot be changed",
            ),
            ExitCode.UNAVAILABLE,
        ) from None
    if as_json:
        show_json({"changes": [asdict(change) for change in changes]})
        return
    console = Console()
    for change in changes:
        console.print(Text(str(change)))
