"""The namespace over two roots holds together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from plancritic.contracts.subjects import DESCRIBE_SERVICE

ROOT = Path(__file__).parents[2]
LIBRARIES = ROOT / "libs" / "plancritic"
SERVICES = ROOT / "services" / "plancritic"


def rooms(root: Path) -> set[str]:
    return {folder.name for folder in root.iterdir() if folder.is_dir() and folder.name != "__pycache__"}


@pytest.mark.parametrize("root", [LIBRARIES, SERVICES], ids=["libs", "services"])
def test_no_root_has_an_init_file(root: Path) -> None:
    # With one in libs/plancritic, `import plancritic.planner` fails.
    assert not (root / "__init__.py").exists()


def test_no_room_stands_in_both_roots() -> None:
    assert not rooms(LIBRARIES) & rooms(SERVICES)


@pytest.mark.parametrize("room", sorted([*LIBRARIES.iterdir(), *SERVICES.iterdir()]), ids=lambda room: room.name)
def test_every_room_is_a_typed_package_with_a_readme(room: Path) -> None:
    if room.name == "__pycache__":
        return
    for file in ("__init__.py", "README.md", "py.typed"):
        assert (room / file).is_file(), f"{room.name} has no {file}"
    assert (room / "__init__.py").read_text().startswith('"""'), f"{room.name} says nowhere what it is"


@pytest.mark.parametrize("room", sorted(rooms(SERVICES) & set(DESCRIBE_SERVICE.consumers)))
def test_every_service_has_the_files_of_a_service(room: str) -> None:
    for file in ("__main__.py", "app.py", "handlers.py", "settings.py"):
        assert (SERVICES / room / file).is_file(), f"{room} has no {file}"


def test_no_module_has_more_than_400_lines_and_no_folder_more_than_20_modules() -> None:
    modules = [path for root in ("libs", "services") for path in (ROOT / root).rglob("*.py")]
    long = {str(path): lines for path in modules if (lines := len(path.read_text("utf-8").splitlines())) > 400}
    assert not long
    folders = Counter(str(path.parent.relative_to(ROOT)) for path in modules)
    assert not {folder for folder, count in folders.items() if count > 20}
