"""Recorded pairs judged again, and kept: the same recording, bundle and judges give the same labels."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from plancritic import judges, pddl
from plancritic.adherence.dataset import Dataset, read_dataset
from plancritic.contracts.errors import ContractError
from plancritic.domains.folder import DomainFolder
from plancritic.laboratory.adherence.training.data import recorded_data
from plancritic.laboratory.adherence.training.data.recorded import Recording

#: In the cache folder.
FOLDER = "rejudged"
_SEED, _COMMAND = 0, "plancritic evaluate scorer"


async def rejudged(bundle: DomainFolder, recording: Recording, cache: Path, progress: Callable[[str], None]) -> Dataset:
    """`make_recorded_data`, from the cache folder where the same pairs were judged by the same judges before.

    Raises `ValueError` where nothing is left.
    """
    kept = cache / FOLDER / f"{bundle.name}-{_fingerprint(bundle, recording)}.jsonl.gz"
    if kept.is_file():
        try:
            return read_dataset(kept)
        except ContractError as error:
            progress(f"judging recorded pairs again: what was kept cannot be read ({error.fault.message})")
    progress(f"judging {len(recording.statements)} recorded statements again; this is kept in {str(kept.parent)!r}")
    made = await recorded_data.make_recorded_data(bundle, recording, _SEED, _COMMAND, progress)
    try:
        made.write(kept)
    except OSError as error:
        progress(f"not kept: {error}")
    return made


def _fingerprint(bundle: DomainFolder, recording: Recording) -> str:
    """Of all that the labels follow from: pairs, bundle, the code that judges, and Kairos."""
    digest = hashlib.sha256(f"{bundle.folder_sha256} {version('kairos-planner')}".encode())
    for plan in sorted(recording.plans.items()):
        digest.update(repr(plan).encode())
    for statement in recording.statements:
        digest.update(repr(statement).encode())
    files = [Path(recorded_data.__file__)]
    for package in (judges, pddl):
        files += sorted(Path(package.__path__[0]).rglob("*.py"))
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
