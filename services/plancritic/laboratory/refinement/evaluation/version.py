"""The version of the code that makes rows, so that no table mixes the results of two code states."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from plancritic import refiner
from plancritic.contracts.planning import SolveLimits

#: What refines, and what measures it.
_PACKAGES = (Path(refiner.__file__).parent, Path(__file__).parent.parent)
#: Documents are left out: they change no result.
_SUFFIXES = (".py", ".pddl", ".yaml")
#: Enough that two versions never share it by chance, and short enough to print.
_DIGITS = 16


def version_of(limits: Iterable[SolveLimits], packages: Sequence[Path] = _PACKAGES) -> str:
    """Return a hash of the files of the refiner's packages, of the names and contents, and of some limits.

    Python, PDDL and YAML files and prompts count. Other packages do not: who changes the planner or the PDDL library
    takes a new file for the rows.
    """
    digest = hashlib.sha256()
    for package in packages:
        for path in sorted(package.rglob("*")):
            if path.suffix in _SUFFIXES or (path.parent.name == "prompts" and path.suffix == ".md"):
                content = path.read_bytes()
                name = f"{package.name}/{path.relative_to(package).as_posix()}"
                digest.update(f"{name} {len(content)}\n".encode() + content)
    for each in limits:
        digest.update(each.model_dump_json().encode() + b"\n")
    return digest.hexdigest()[:_DIGITS]
