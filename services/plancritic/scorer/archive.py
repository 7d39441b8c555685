"""Takes a published model out of its archive: a tar of `model.onnx` and `model.json`."""

from __future__ import annotations

import io
import os
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.scorer.serving import CARD_FILE, GRAPH_FILE

_FILES = (GRAPH_FILE, CARD_FILE)


def unpack_model(archive: bytes, folder: Path) -> None:
    """Write an archive's two files into `folder`, whole or not at all; whatever else it holds is left out.

    Raises `ContractError` (`model_unusable`) where it is no such archive.
    """
    found: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
            for member in opened:
                # Only the last part of a name counts, so no member can be written elsewhere.
                name = PurePosixPath(member.name).name
                content = opened.extractfile(member) if member.isfile() and name in _FILES else None
                if content is not None:
                    found[name] = content.read()
    except (tarfile.TarError, EOFError, OSError) as error:
        raise _unusable(f"it is not a tar archive ({error})") from error
    missing = [name for name in _FILES if name not in found]
    if missing:
        raise _unusable(f"{' and '.join(missing)} is not in it")
    folder.mkdir(parents=True, exist_ok=True)
    for name in _FILES:
        descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name}.")
        with os.fdopen(descriptor, "wb") as file:
            file.write(found[name])
        Path(temporary).replace(folder / name)


def _unusable(reason: str) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.MODEL_UNUSABLE,
            message=f"the published scorer model cannot be used: {reason}",
            remedy="publish the domain again (`plancritic domain publish`)",
        )
    )
