"""What the scorer's commands are given, read or refused in one message."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from plancritic.command_line.exit_codes import CommandFault
from plancritic.contracts.errors import Fault, FaultCode

if TYPE_CHECKING:
    from plancritic.adherence.dataset import Dataset
    from plancritic.command_line.terminal import Console
    from plancritic.domains.folder import DomainFolder
    from plancritic.embedding import CachedEncoder


def named_bundle(domain: str, root: Path | None = None) -> DomainFolder:
    """The bundle of a domain of the folder, or of `root`. Raises `CommandFault` where there is none."""
    from plancritic.domains import DomainError
    from plancritic.domains.folder import load_folder

    try:
        return load_folder(domain, root)
    except DomainError as error:
        raise CommandFault(Fault(code=FaultCode.UNKNOWN_DOMAIN, message=error.message, remedy=error.remedy)) from error


def set_up_encoder() -> CachedEncoder:
    """The encoder that `make setup` left in the cache. Raises `CommandFault` where there is none."""
    from plancritic.embedding import CachedEncoder, EmbeddingStore, EncoderMissingError, load_encoder
    from plancritic.embedding.settings import EmbeddingSettings

    cache = EmbeddingSettings().cache
    try:
        return CachedEncoder(load_encoder(cache), store=EmbeddingStore(cache / "embeddings.sqlite"))
    except EncoderMissingError as error:
        raise CommandFault(Fault(code=FaultCode.MODEL_MISSING, message=str(error), remedy=error.remedy)) from error


def warn_where_changed(bundle: DomainFolder, dataset: Dataset, path: Path, console: Console) -> None:
    """Say on the console where data were made of another version of the domain's folder.

    Words of its context that came or went since are then those of no example; labels stand while the PDDL does.
    """
    if dataset.card.bundle != bundle.folder_sha256:
        console.print(
            f"note: {path.name} was made of another version of the domain folder {bundle.name!r} "
            f"({dataset.card.bundle[:12]}, now {bundle.folder_sha256[:12]}): its words and problems may have changed "
            "since"
        )


def command_as_given() -> str:
    """The command as it was given, without the place of the program."""
    return shlex.join(["plancritic", *sys.argv[1:]])


def refused(code: FaultCode, message: str, remedy: str | None = None) -> CommandFault:
    """The end of a command that was given something it cannot use."""
    return CommandFault(Fault(code=code, message=message, remedy=remedy))


def check_writable(out: Path, folder: bool = False) -> None:
    """Raise `CommandFault` where `out`, a file or a `folder`, cannot be written: before the work, not after it."""
    if out.exists() and out.is_dir() is not folder:
        raise refused(
            FaultCode.INVALID_MESSAGE,
            f"{str(out)!r} is a {'file' if folder else 'folder'}",
            f"name a {'folder' if folder else 'file'} with --out",
        )
    # Folders that are missing are made, so the first that is there decides.
    places = [next((place for place in out.absolute().parents if place.exists()), out)]
    if folder and out.exists():
        places.append(out)
    for place in places:
        with writing(out), TemporaryFile(dir=place):
            pass


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """What is written to `out` in between, or not: then `CommandFault` says why."""
    try:
        yield
    except OSError as error:
        raise refused(
            FaultCode.INVALID_MESSAGE,
            f"{str(out)!r} cannot be written: {error.strerror or error}",
            "make room, allow writing there, or name another place with --out",
        ) from error
