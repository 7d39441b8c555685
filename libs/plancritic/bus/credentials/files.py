"""The folder of a broker's credentials: seeds of users, the server's configuration, certificates."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import nkeys

from plancritic.bus.credentials.accounts import Account, AccountLimits, account_users, accounts_configuration
from plancritic.bus.credentials.choices import Choices, TenantChoices
from plancritic.bus.settings import BusSettings
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.paths.private import private_folder, write_private

_TENANT = re.compile(r"^[A-Za-z0-9_-]{1,64}$")
#: How an account begins in the configuration.
_ACCOUNT = re.compile(r'^  "([A-Za-z0-9_-]{1,64})" \{$', re.MULTILINE)
#: A host name, perhaps with `*` for its first label.
_HOST = re.compile(r"(?=.{1,253}$)(\*\.)?[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,62}))*\.?")
#: Names of folders that are no tenants'.
_SERVER, _AUTHORITY = "server", "authority"
#: In `server/`: what the server's own configuration includes.
CONFIGURATION = "security.conf"
_SUFFIX = ".nkey"


@dataclass(frozen=True)
class CredentialFiles:
    """Where the credentials of a broker lie.

    `tenants/<tenant>/<user>/<user>.nkey` is the seed of a user, in a folder that can be mounted where the user runs;
    `server/` is for the server alone, `authority/` for nobody but who issues certificates.
    """

    folder: Path

    @property
    def server(self) -> Path:
        """Return the folder that the server needs: configuration and certificates, no seeds."""
        return self.folder / _SERVER

    @property
    def configuration(self) -> Path:
        """Return the file that the server's configuration includes."""
        return self.server / CONFIGURATION

    @property
    def choices(self) -> Path:
        """Return the file that says what was chosen for each tenant."""
        return self.folder / "choices.json"

    @property
    def certificate_authority(self) -> Path:
        """Return the certificate by which clients know the server; it is there with TLS only."""
        return self.server / "ca.pem"

    def seed(self, tenant: str, user: str) -> Path:
        """Return the file of a user's seed."""
        return self.folder / "tenants" / tenant / user / f"{user}{_SUFFIX}"

    def tenants(self) -> tuple[str, ...]:
        """Return the tenants that have seeds here."""
        folder = self.folder / "tenants"
        if not folder.is_dir():
            return ()
        return tuple(sorted(each.name for each in folder.iterdir() if each.is_dir() and _TENANT.fullmatch(each.name)))

    def configured(self) -> tuple[str, ...]:
        """Return the tenants that the server's configuration names; none where it is missing or no text."""
        try:
            text = self.configuration.read_text(encoding="utf-8")
        except (FileNotFoundError, UnicodeDecodeError):
            return ()
        return tuple(_ACCOUNT.findall(text))


@dataclass(frozen=True)
class Written:
    """What `issue` did: the files that are new or changed, and the files of all."""

    files: CredentialFiles
    tenants: tuple[str, ...]
    changed: tuple[Path, ...] = field(default=())


def issue(
    folder: Path,
    tenants: Sequence[str],
    namespace: str | None = None,
    limits: AccountLimits | None = None,
    hosts: Sequence[str] = (),
    server_folder: Path | None = None,
    renew: bool = False,
) -> Written:
    """Write seeds for the users of these tenants, and the server's configuration for all tenants of the folder.

    Seeds and certificates that are there stay: a second call with the same options changes nothing. `renew` gives the
    named tenants new seeds. With `hosts` the server gets a certificate for them and refuses connections without TLS; a
    later call without `hosts` keeps the certificate's. `server_folder` is where the server finds its folder, if that
    is elsewhere (a mounted volume).

    `namespace` and `limits` are for the named tenants; what is left out stays as it was chosen before.

    Raises:
        ContractError: a tenant's name cannot be one, a host is none, the folder's file of choices is no record, or the
            call would drop a tenant or what was chosen for one, because files of the folder are gone.
        OSError: the folder, or a file in it, cannot be read or written.
    """
    files = CredentialFiles(folder.absolute())
    for tenant in tenants:
        if not _TENANT.fullmatch(tenant):
            raise ContractError(
                Fault(
                    code=FaultCode.INVALID_MESSAGE,
                    message=f"{tenant!r} is not a valid tenant name",
                    remedy="use at most 64 letters, digits, `-` and `_`",
                )
            )
    for host in hosts:
        _check_host(host)
    before = Choices.read(files.choices)
    _check_nothing_is_lost(files, before, tenants)
    choices = _chosen(before, files.tenants(), tenants, namespace, limits, server_folder)
    private_folder(files.folder)
    changed: list[Path] = []
    keys: dict[str, Mapping[str, str]] = {}
    for tenant in dict.fromkeys((*files.tenants(), *tenants)):
        keys[tenant] = {}
        for user in account_users():
            file = files.seed(tenant, user)
            if not file.exists() or (renew and tenant in tenants):
                write_private(file, nkeys.encode_seed(os.urandom(32), nkeys.PREFIX_BYTE_USER))
                changed.append(file)
            keys[tenant] = {**keys[tenant], user: _public_key(file)}
    if choices.write(files.choices):
        changed.append(files.choices)
    chosen = choices.tenants
    text = accounts_configuration(
        {name: Account(chosen[name].namespace, chosen[name].limits, named) for name, named in keys.items()}
    )
    if hosts or files.certificate_authority.exists():
        # Imported here: only who wants TLS needs the package.
        from plancritic.bus.credentials.certificates import certified_hosts, ensure_certificates

        named = hosts or certified_hosts(files.server)
        changed += ensure_certificates(files.folder / _AUTHORITY, files.server, named)
        text += _tls(Path(choices.server_folder) if choices.server_folder else files.server)
    content = text.encode()
    if not files.configuration.exists() or files.configuration.read_bytes() != content:
        write_private(files.configuration, content)
        changed.append(files.configuration)
    return Written(files, tuple(sorted(keys)), tuple(changed))


def user_settings(settings: BusSettings, files: CredentialFiles, user: str) -> BusSettings:
    """Return the settings with which a user of the settings' tenant signs in."""
    secured = files.certificate_authority.exists()
    return settings.model_copy(
        update={
            "nats_user": None,
            "nats_password": None,
            "nats_password_file": None,
            "nats_nkey_seed_file": files.seed(settings.tenant, user),
            "nats_inbox_prefix": f"_INBOX_{user}",
            "nats_tls_ca": files.certificate_authority if secured else None,
        }
    )


def _check_host(host: str) -> None:
    """Raise ContractError where a certificate for this host would be for none."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if _HOST.fullmatch(host):
            return
        fault = Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=f"{host!r} is neither a host name nor an IP address",
            remedy="give the host that clients connect to, without a port: nats.example.org or 127.0.0.1",
        )
        raise ContractError(fault) from None


def _check_nothing_is_lost(files: CredentialFiles, before: Choices, named: Sequence[str]) -> None:
    """Raise ContractError where writing the configuration would drop a tenant that it has, or its choices."""
    there = files.tenants()
    gone = sorted({*before.tenants, *files.configured()} - {*there, *named})
    if gone:
        fault = Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=f"the seeds of {', '.join(gone)} are missing from {files.folder / 'tenants'}: these tenants "
            "could not sign in",
            remedy=f"restore them, or make new ones with --tenant {gone[0]}; to drop a tenant, remove it from "
            f"{files.choices} and {files.configuration}",
        )
        raise ContractError(fault)
    unknown = sorted({*there} - {*before.tenants, *named})
    if unknown:
        fault = Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=f"{files.choices} lacks the choices for {', '.join(unknown)}",
            remedy=f"restore the file, or repeat their options: --tenant {unknown[0]} [--namespace, --store]",
        )
        raise ContractError(fault)


def _chosen(
    before: Choices,
    known: Sequence[str],
    named: Sequence[str],
    namespace: str | None,
    limits: AccountLimits | None,
    server_folder: Path | None,
) -> Choices:
    """Return the choices after a call for the named tenants."""
    found = {tenant: before.tenants.get(tenant, TenantChoices()) for tenant in (*known, *named)}
    changes = {name: value for name, value in (("namespace", namespace), ("limits", limits)) if value is not None}
    found |= {tenant: found[tenant].model_copy(update=changes) for tenant in named}
    return Choices(
        tenants=dict(sorted(found.items())),
        server_folder=before.server_folder if server_folder is None else str(server_folder),
    )


def _public_key(file: Path) -> str:
    try:
        return str(nkeys.from_seed(bytearray(file.read_bytes().strip())).public_key.decode())
    except nkeys.NkeysError as error:
        raise ContractError(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message=f"{file} does not contain a user's seed: {error or type(error).__name__}",
                remedy="delete the file; the next call writes a new seed",
            )
        ) from None


def _tls(folder: Path) -> str:
    return (
        f'tls {{\n  cert_file: "{folder}/server.pem"\n  key_file: "{folder}/server-key.pem"\n'
        f'  ca_file: "{folder}/ca.pem"\n  verify: false\n  timeout: 3\n}}\n'
    )
