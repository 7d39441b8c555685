"""`plancritic credentials`: users, keys and certificates of a broker, as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from plancritic.command_line.exit_codes import bad_input, missing_package, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode

_MIB = 1024 * 1024


def credentials(
    folder: Annotated[Path, typer.Option(help="Folder for the files; made with mode 0700.")] = Path(
        ".plancritic/credentials"
    ),
    tenant: Annotated[list[str] | None, typer.Option(help="Tenant; repeatable. Tenants of earlier calls stay.")] = None,
    namespace: Annotated[
        str | None, typer.Option(help="First token of the named tenants' subjects.  [default: plancritic]")
    ] = None,
    tls: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="Use TLS, with a certificate for this host name or address; repeatable."),
    ] = None,
    store: Annotated[
        int | None,
        typer.Option(min=64, help="MiB that each named tenant may keep on the broker's disk.  [default: 4096]"),
    ] = None,
    server_folder: Annotated[
        Path | None, typer.Option(help="Where the server finds FOLDER/server, if mounted elsewhere.")
    ] = None,
    renew: Annotated[bool, typer.Option("--renew", help="Give the named tenants new seeds.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the files as JSON.")] = False,
) -> None:
    """Write an account for each tenant, with a user and a seed for each service, as NATS configuration.

    Nobody else can read the files (mode 0600). The server gets public keys only. A second call with the same options
    changes nothing. Options that are left out stay as they were, and so do other tenants. After a change have the
    server read it again: `nats-server --signal reload`.

    Examples: plancritic credentials; plancritic credentials --tenant acme --tenant globex;
    plancritic credentials --tls nats --tls 127.0.0.1 --server-folder /etc/nats/credentials
    """
    from plancritic.bus import BusSettings
    from plancritic.bus.credentials import AccountLimits, issue

    tenants = tenant or [BusSettings().tenant]
    if server_folder is not None and not tls:
        bad_input(FaultCode.INVALID_MESSAGE, "--server-folder needs --tls", "add --tls HOST, or leave it out")
    try:
        limits = None if store is None else AccountLimits(store_bytes=store * _MIB)
        written = issue(folder, tenants, namespace, limits, tuple(tls or ()), server_folder, renew)
    except ModuleNotFoundError as error:
        raise missing_package(error, "`plancritic credentials --tls`") from None
    except OSError as error:
        place = str(error.filename or folder)
        message = f"the credentials cannot be read or written: {error.strerror}"
        bad_input(
            FaultCode.INVALID_MESSAGE, message, "name a folder that you own, or take ownership of its files", place
        )
    files = written.files
    secured = files.certificate_authority.exists()
    seeds = {each: str(files.seed(each, "client").parents[1]) for each in written.tenants}
    if as_json:
        show_json(
            {
                "configuration": str(files.configuration),
                "certificate_authority": str(files.certificate_authority) if secured else None,
                "tenants": seeds,
                "changed": [str(file) for file in written.changed],
            }
        )
        return
    console = Console(soft_wrap=True)
    console.print(Text(f"{len(written.changed)} files written" if written.changed else "nothing to change"))
    included = files.configuration if server_folder is None else server_folder / files.configuration.name
    console.print(Text(f'for the server: include "{included}"'))
    for name, place in seeds.items():
        console.print(Text(f"tenant {name}: {place}/<user>/<user>.nkey"))
    console.print(Text("a service: PLANCRITIC_NATS_NKEY_SEED_FILE=.../<user>.nkey"))
    console.print(Text("           PLANCRITIC_NATS_INBOX_PREFIX=_INBOX_<user>"))
    if secured:
        console.print(Text(f"           PLANCRITIC_NATS_TLS_CA={files.certificate_authority}"))
