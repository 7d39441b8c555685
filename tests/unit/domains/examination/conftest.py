"""A good folder that tests break: problem 1 of a domain that ships, with its words and two archetypes."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from plancritic.domains import Complaint, domains_root
from plancritic.domains.examination import examine

SOURCE = domains_root() / "haulage"
ARCHETYPES = """\
- name: van_ends_at_depot
  meaning: The van is at the depot at the end.
  ground_truth:
    "1": [(at end (at van1 depot))]
"""


class Folder:
    """A domain's folder on its way from good to bad."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def edit(self, file: str, old: str, new: str) -> None:
        """Replaces a text that is there exactly once."""
        text = (self.home / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, (file, old, text.count(old))
        (self.home / file).write_text(text.replace(old, new), encoding="utf-8")

    def write(self, file: str, text: str) -> None:
        (self.home / file).parent.mkdir(parents=True, exist_ok=True)
        (self.home / file).write_text(text, encoding="utf-8")

    def remove(self, file: str) -> None:
        path = self.home / file
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    def complaints(self, plan_seconds: float | None = None) -> tuple[Complaint, ...]:
        return asyncio.run(examine(self.home, plan_seconds))

    def only(self, kind: str, plan_seconds: float | None = None) -> Complaint:
        """The one complaint there is, of this kind; that a model knows another state of the folder is left aside."""
        found = self.complaints(plan_seconds)
        (complaint,) = (each for each in found if kind == "other_bundle" or each.kind != "other_bundle")
        assert complaint.kind == kind, complaint
        return complaint

    def line(self, file: str, text: str) -> int:
        """The line in which a text first stands."""
        lines = (self.home / file).read_text(encoding="utf-8").splitlines()
        return next(number for number, line in enumerate(lines, 1) if text in line)


def _model(folder: Path, domain: str, bundle: str) -> None:
    """A model's two files as far as their hashes go; no network."""
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(b"graph")
    card = {
        "domain": domain,
        "graph_sha256": hashlib.sha256(b"graph").hexdigest(),
        "data": [{"domain": domain, "bundle": bundle}],
    }
    (folder / "model.json").write_text(json.dumps(card), encoding="utf-8")


@pytest.fixture
def good(tmp_path: Path) -> Folder:
    home = tmp_path / "haulage"
    for name in ("domain.pddl", "context.yaml", "README.md", "problems/1.pddl", "wordings", "recorded"):
        target = home / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(SOURCE / name, target) if (SOURCE / name).is_dir() else shutil.copy(SOURCE / name, target)
    folder = Folder(home)
    folder.write("archetypes.yaml", ARCHETYPES)
    # The examples of other problems go with the problems.
    context = (home / "context.yaml").read_text(encoding="utf-8")
    folder.write("context.yaml", context[: context.index('  - problem: "2"')])
    return folder


@pytest.fixture
def with_model(good: Folder) -> Callable[..., Folder]:
    """The good folder with a model trained for a domain and a bundle; by default its own."""
    from plancritic.domains.folder import load_folder

    def make(domain: str = "haulage", bundle: str | None = None) -> Folder:
        own = load_folder("haulage", good.home.parent).folder_sha256
        _model(good.home / "models/scorer", domain, bundle or own)
        return good

    return make
