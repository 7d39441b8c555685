"""A domain's folder with its archetypes, for evaluation, data making and checks; no running service reads it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from pydantic import TypeAdapter

from plancritic.domains.archetypes import Archetype
from plancritic.domains.bundle import DomainBundle, canonical_json, domain_home, load_domain
from plancritic.domains.errors import DomainFolderError
from plancritic.domains.files import ARCHETYPES_FILE, MAXIMUM_YAML_BYTES, PROBLEMS_FOLDER, read_text, validated
from plancritic.domains.places import yaml_line

_ARCHETYPES: TypeAdapter[tuple[Archetype, ...]] = TypeAdapter(tuple[Archetype, ...])


class DomainFolder(DomainBundle):
    """A domain's bundle with its archetypes: the answer key of evaluations, and what data are made from.

    `to_json` and `sha256` are those of the bundle, without archetypes.
    """

    archetypes: tuple[Archetype, ...] = ()

    @cached_property
    def folder_sha256(self) -> str:
        """The SHA-256 of the whole folder, by which data sets and model cards name what they were made of."""
        return hashlib.sha256(canonical_json(self.model_dump(mode="json"))).hexdigest()


def load_folder(name: str, root: Path | None = None) -> DomainFolder:
    """Read a domain's whole folder. Raises as `load_domain` does."""
    bundle = load_domain(name, root)
    return folder_of(bundle, read_archetypes(domain_home(name, root), bundle.problems))


def load_folder_from(name: str, roots: Sequence[Path]) -> DomainFolder:
    """Read a domain's whole folder from the first of `roots` that has it. Raises as `load_domain` does."""
    return load_folder(name, next((each for each in roots if (each / name).is_dir()), roots[-1]))


def folder_of(bundle: DomainBundle, archetypes: tuple[Archetype, ...]) -> DomainFolder:
    """Return the bundle with archetypes."""
    return DomainFolder(
        name=bundle.name,
        domain_pddl=bundle.domain_pddl,
        problems=bundle.problems,
        context=bundle.context,
        archetypes=archetypes,
    )


def read_archetypes(home: Path, problems: Iterable[str]) -> tuple[Archetype, ...]:
    """Return the archetypes of a domain's folder, none without a file.

    Raises DomainFolderError, also where one speaks of a problem that is not among `problems`.
    """
    file = home / ARCHETYPES_FILE
    # A link that leads nowhere, a folder or a pipe is no missing file: reading it says what is wrong.
    if not os.path.lexists(file):
        return ()
    known = dict.fromkeys(problems)
    archetypes = validated(file, _ARCHETYPES)
    for number, archetype in enumerate(archetypes):
        strange = sorted((archetype.ground_truth.keys() | archetype.left_out.keys()) - known.keys())
        if strange:
            raise DomainFolderError(
                file,
                f"archetype {archetype.name!r} speaks of problem {strange[0]!r}, which is not there",
                f"use the ids of the files in {home / PROBLEMS_FOLDER}: {', '.join(known)}",
                line=yaml_line(read_text(file, MAXIMUM_YAML_BYTES), (number,)),
            )
    return archetypes
