"""No folder of modules imports another one that imports it, by whatever way round.

A folder and those it lies in are one for this: the modules of `verdicts` itself may use `verdicts/explanation`, and
`verdicts/explanation` may use them.
"""

from __future__ import annotations

import ast
from pathlib import Path

import networkx

ROOT = Path(__file__).parents[2]


def test_no_folders_import_one_another_in_a_circle() -> None:
    assert not circles(ROOT / "libs", ROOT / "services")


def test_a_circle_is_found_also_by_way_of_a_third_folder(tmp_path: Path) -> None:
    texts = {
        "plancritic/bakery/shop/till.py": "from plancritic.bakery.oven import bread",
        "plancritic/bakery/oven/bread.py": "def bake():\n    import plancritic.bakery.mill.flour",
        "plancritic/bakery/mill/flour.py": "from plancritic.bakery.shop.till import price",
        "plancritic/bakery/door.py": "from plancritic.bakery.shop import till",
        "plancritic/bakery/shop/sign.py": "from plancritic.bakery.door import hinge",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    assert circles(tmp_path) == [frozenset(f"plancritic.bakery.{folder}" for folder in ("shop", "oven", "mill"))]
    (tmp_path / "plancritic/bakery/mill/flour.py").write_text("import math", "utf-8")
    assert circles(tmp_path) == []


def circles(*roots: Path) -> list[frozenset[str]]:
    """The sets of folders of which each one imports each other one, sooner or later."""
    paths = [(path, path.relative_to(root)) for root in roots for path in root.rglob("*.py")]
    modules = {".".join(within.with_suffix("").parts) for _, within in paths}
    folders = {".".join(within.parent.parts) for _, within in paths}
    known = modules | folders
    imports = networkx.DiGraph()
    for path, within in paths:
        folder = ".".join(within.parent.parts)
        for name in imported(path):
            while name and name not in known:
                name = name.rpartition(".")[0]
            target = name if name in folders else name.rpartition(".")[0]
            if target and not f"{folder}.".startswith(f"{target}.") and not target.startswith(f"{folder}."):
                imports.add_edge(folder, target)
    return [frozenset(each) for each in networkx.strongly_connected_components(imports) if len(each) > 1]


def imported(path: Path) -> set[str]:
    """What a module imports of ours, at its top or within a function."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.startswith("plancritic.")}
