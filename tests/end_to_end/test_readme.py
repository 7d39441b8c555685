"""The commands of README.md that need no broker, and the examples of the libraries' READMEs, work as written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

CHECKOUT = Path(__file__).resolve().parents[2]
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line for block in re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL) for line in block.splitlines()
]
#: Examples of the libraries' READMEs that can run by themselves.
EXAMPLES = [
    pytest.param(example, id=f"{path.parent.relative_to(CHECKOUT).as_posix()}-{number}")
    for path in sorted((CHECKOUT / "libs").rglob("README.md"))
    for number, example in enumerate(
        re.findall(r"^```python\n(from .*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    )
]


@pytest.fixture
def newcomer(tmp_path: Path) -> Path:
    """A folder that looks like the checkout to a command, so that files written do not land in the real one."""
    for name in (".venv", "domains"):
        (tmp_path / name).symlink_to(CHECKOUT / name)
    (tmp_path / ".plancritic").mkdir()
    return tmp_path


def test_the_readme_has_commands_to_run() -> None:
    assert len(COMMANDS) >= 5


def test_the_commands_of_the_readme_work_from_top_to_bottom(newcomer: Path) -> None:
    for command in COMMANDS:
        ended = subprocess.run(  # noqa: TID251 - the README's own command, under a limit
            ["/bin/sh", "-c", command], cwd=newcomer, capture_output=True, text=True, timeout=60, check=False
        )
        assert ended.returncode == 0, f"{command}\n{ended.stdout}\n{ended.stderr}"


def test_every_file_the_readme_links_to_is_there() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (CHECKOUT / target).exists(), target


def test_every_command_and_target_the_readme_names_exists() -> None:
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`make ([a-z-]+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_rooms_have_examples_to_run() -> None:
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_rooms_that_begin_with_their_imports_run(example: str) -> None:
    ended = subprocess.run(  # noqa: TID251 - the README's own example, under a limit
        [sys.executable, "-c", example], cwd=CHECKOUT, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip()
