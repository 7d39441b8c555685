"""Who may import whom: the contracts of import-linter in pyproject.toml."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from importlinter import cli

from plancritic.verdicts.cache.verdict_cache import ROOMS

ROOT = Path(__file__).parents[2]
MODULES = sorted(path for root in ("libs", "services") for path in (ROOT / root).rglob("*.py"))

PATHS = {".".join(path.relative_to(ROOT).with_suffix("").parts[1:]): path for path in MODULES}


def test_rooms_import_only_what_lies_below_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert cli.lint_imports(no_cache=True) == cli.EXIT_STATUS_SUCCESS


def test_no_service_and_no_library_loads_the_laboratory() -> None:
    outside = [name for name in PATHS if not name.startswith("plancritic.laboratory")]
    assert len(outside) > 500
    assert not [name for name in loaded_by(*outside) if name.startswith("plancritic.laboratory")]


def test_torch_is_imported_only_in_training() -> None:
    strangers = [
        path.relative_to(ROOT)
        for path in MODULES
        if "training" not in path.parts and path.name != "sentence_transformers.py" and "torch" in imported(path)
    ]
    assert not strangers


def test_faststream_is_imported_only_by_the_bus() -> None:
    strangers = [
        path.relative_to(ROOT) for path in MODULES if "bus" not in path.parts and "faststream" in imported(path)
    ]
    assert not strangers


def test_archetypes_are_read_by_the_laboratory_alone() -> None:
    readers = {"plancritic.domains.archetypes", "plancritic.domains.folder"}
    services = ROOT / "services" / "plancritic"
    strangers = sorted(
        str(path.relative_to(services))
        for path in services.rglob("*.py")
        if readers & modules(path) and path.relative_to(services).parts[0] != "laboratory"
    )
    assert not strangers


@pytest.mark.parametrize("service", ["translator", "planner", "validator", "scorer", "coordinator"])
def test_nothing_that_a_running_service_may_load_reads_archetypes(service: str) -> None:
    loaded = loaded_by(f"plancritic.{service}.__main__")
    assert f"plancritic.{service}.app" in loaded
    assert "plancritic.domains.bundle" in loaded
    assert not {"plancritic.domains.folder", "plancritic.domains.archetypes"} & loaded


#: Modules that make an engine without the registry, each with the reason: no setting of the engines reaches them.
OWN_ENGINES = {"plancritic.refiner.equivalence.plan_sets": "it asks K* for a set of plans, with limits of its own"}


def test_services_take_engines_from_the_registry() -> None:
    planners = [path.read_text(encoding="utf-8") for name, path in PATHS.items() if ".engines.planners." in name]
    classes = [name for text in planners for name in re.findall(r"^class (\w+Engine)\b", text, re.MULTILINE)]
    assert "KStarEngine" in classes
    made = re.compile(rf"\b(?:{'|'.join(classes)})\(")
    makers = {name for name, path in PATHS.items() if "services" in path.parts and made.search(path.read_text("utf-8"))}
    # A measurement chooses its engines itself.
    assert {name for name in makers if not name.startswith("plancritic.laboratory")} == OWN_ENGINES.keys()


#: Rooms that verdicts are made with, but that do not decide one: a change in them leaves every kept verdict valid.
NOT_DECIDING = {
    "bus": "carries kept verdicts to and from the broker",
    "paths": "says where engines have their scratch folders",
    "threads": "says in which thread work runs",
}


def test_the_verdict_cache_knows_every_room_that_makes_verdicts() -> None:
    reached = {
        name.split(".")[1] for name in loaded_by(*(name for name in PATHS if name.startswith("plancritic.verdicts")))
    }
    assert NOT_DECIDING.keys() <= reached
    assert set(ROOMS) == reached - NOT_DECIDING.keys()


def loaded_by(*started: str) -> set[str]:
    """Return the modules of ours that are loaded with these, sooner or later."""
    pending, loaded = list(started), set[str]()
    while pending:
        name = pending.pop()
        path = PATHS.get(name) or PATHS.get(f"{name}.__init__")
        if path is not None and name not in loaded:
            loaded.add(name)
            pending += [*modules(path), name.rpartition(".")[0]]
    return loaded


def modules(path: Path) -> set[str]:
    """The modules that a module imports, at its top or within a function; not those it only needs for types."""
    names: set[str] = set()
    pending: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            pending += ast.iter_child_nodes(node)
    return names


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names
