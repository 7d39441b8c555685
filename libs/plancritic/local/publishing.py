"""Puts a domain's bundle and scorer model on the broker, where services find the current ones by name."""

from __future__ import annotations

import asyncio
import io
import shlex
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from plancritic.bus import BucketName, Client, Conflict, Entry
from plancritic.contracts.errors import ContractError, Fault, FaultCode

if TYPE_CHECKING:
    from plancritic.domains import DomainBundle

#: A trained scorer as it lies in a domain's folder.
MODEL_FOLDER = Path("models/scorer")
_MODEL_FILES = ("model.json", "model.onnx")


@dataclass(frozen=True)
class Published:
    """What was published of a domain: the bundle's SHA-256, and the model archive's where there is a model."""

    domain: str
    bundle: str
    model: str | None


class DomainNameInUse(ContractError):
    """Another domain has the name of the one to be published; nothing was published."""

    def __init__(self, name: str, user: str, folder: Path) -> None:
        self.name = name
        super().__init__(
            Fault(
                code=FaultCode.NAME_IN_USE,
                message=f"the name {name!r} is in use: {user}",
                remedy="rename the folder (its name is the domain's name) and publish it, or replace that domain: "
                f"plancritic domain publish --replace {shlex.quote(str(folder))}",
            )
        )


async def publish_domain(client: Client, name: str, root: Path | None = None, replace: bool = False) -> Published:
    """Store the bundle and the model by hash and make them the current ones.

    The model is named again even if it is the current one: a scorer that could not use it tries once more. Another
    domain of the name is left as it is unless `replace` is set.

    Raises:
        DomainError: the folder is missing or wrong, or its model is not the one that its card speaks of.
        DomainNameInUse: another domain of the name is published, or lies in the folder of domains.
        ContractError: the broker is missing or not provisioned.
    """
    # Imported here: who only looks for the local broker needs nothing that reads PDDL.
    from plancritic.domains import DomainFolderError, Severity, domains_root, load_domain
    from plancritic.domains.scorer_model import model_complaints

    bundle = await asyncio.to_thread(load_domain, name, root)
    home = domains_root(root) / name
    # Before anything is stored: a scorer would refuse the model, but only once it is the current one.
    for complaint in await asyncio.to_thread(lambda: list(model_complaints(home, None))):
        if complaint.severity is Severity.ERROR:
            raise DomainFolderError(home / complaint.file, complaint.message, complaint.remedy, complaint.line)
    if not replace:
        await asyncio.to_thread(_refuse_name_of_folder, bundle, home)
    await _published(client, bundle, home, replace)
    sha256 = await client.put_object(bundle.to_json())
    await _name(client, bundle, home, replace)
    archive = await asyncio.to_thread(pack_model, home / MODEL_FOLDER)
    if archive is None:
        return Published(name, sha256, None)
    model = await client.put_object(archive)
    await (await client.kv(BucketName.MODELS)).put(name, model.encode())
    return Published(name, sha256, model)


def _refuse_name_of_folder(bundle: DomainBundle, home: Path) -> None:
    """Refuse a name that a domain of the folder of domains has, which `make up` would publish again."""
    from plancritic.domains import DomainError, domains_root, known_domains, load_domain

    other = domains_root() / bundle.name
    if bundle.name not in known_domains() or other.resolve() == home.resolve():
        return
    try:
        same = load_domain(bundle.name).sha256 == bundle.sha256
    except DomainError:
        # What cannot be read has its name all the same.
        same = False
    if not same:
        raise DomainNameInUse(bundle.name, f"a domain in the folder of domains has it ({other})", home)


async def _published(client: Client, bundle: DomainBundle, home: Path, replace: bool) -> Entry | None:
    """Return what is published under the name now; with `replace` whatever it is."""
    present = await (await client.kv(BucketName.DOMAINS)).get(bundle.name)
    if present is not None and present.value != bundle.sha256.encode() and not replace:
        user = f"a domain with other content is published ({present.value.decode()[:12]})"
        raise DomainNameInUse(bundle.name, user, home)
    return present


async def _name(client: Client, bundle: DomainBundle, home: Path, replace: bool) -> None:
    """Make the bundle the current one of its name, also where somebody else publishes at the same time."""
    bundles, sha256 = await client.kv(BucketName.DOMAINS), bundle.sha256.encode()
    while True:
        present = await _published(client, bundle, home, replace)
        if present is not None and present.value == sha256:
            return
        try:
            if present is None:
                await bundles.create(bundle.name, sha256)
            else:
                await bundles.update(bundle.name, sha256, present.revision)
        except Conflict:
            continue
        return


def pack_model(folder: Path) -> bytes | None:
    """Return the model's files as one archive, the same bytes for the same files; None where there is no model."""
    if not all((folder / name).is_file() for name in _MODEL_FILES):
        return None
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in _MODEL_FILES:
            content = (folder / name).read_bytes()
            # A bare header: owner, mode and time of the file would change the hash from machine to machine.
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()
