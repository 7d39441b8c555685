"""The commands of README.md that need no broker work as written."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

CHECKOUT = Path(__file__).resolve().parents[2]
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line for block in re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL) for line in block.splitlines()
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
