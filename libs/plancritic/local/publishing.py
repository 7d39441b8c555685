"""Puts a domain's bundle and scorer model on the broker, where services find the current ones by name."""

from __future__ import annotations

import asyncio
import io
import tarfile
from dataclasses import dataclass
from pathlib import Path

from plancritic.bus import BucketName, Client

#: A trained scorer as it lies in a domain's folder.
MODEL_FOLDER = Path("models/scorer")
_MODEL_FILES = ("model.json", "model.onnx")


@dataclass(frozen=True)
class Published:
    """What was published of a domain: the bundle's SHA-256, and the model archive's where there is a model."""

    domain: str
    bundle: str
    model: str | None


async def publish_domain(client: Client, name: str, root: Path | None = None) -> Published:
    """Store the bundle and the model by hash and make them the current ones.

    The model is named again even if it is the current one: a scorer that could not use it tries once more.

    Raises:
        DomainError: the folder is missing or wrong, or its model is not the one that its card speaks of.
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
    sha256 = await client.put_object(bundle.to_json())
    bundles = await client.kv(BucketName.DOMAINS)
    present = await bundles.get(name)
    if present is None or present.value != sha256.encode():
        await bundles.put(name, sha256.encode())
    archive = await asyncio.to_thread(pack_model, home / MODEL_FOLDER)
    if archive is None:
        return Published(name, sha256, None)
    model = await client.put_object(archive)
    await (await client.kv(BucketName.MODELS)).put(name, model.encode())
    return Published(name, sha256, model)


def pack_model(folder: Path) -> bytes | None:
    """The model's files as one archive, the same bytes for the same files; None where there is no model."""
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
