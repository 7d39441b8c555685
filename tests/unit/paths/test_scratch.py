"""No scratch folder outlives its process for longer than until the next one starts."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from plancritic.paths import scratch
from plancritic.paths.scratch import remove_abandoned, scratch_folder

MAKES_ONE = (
    "from plancritic.paths.scratch import scratch_folder; kept = scratch_folder('test'); print(kept.name, flush=True)"
)


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder that is nobody else's, for this process and those it starts."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(scratch, "_owned", {})
    return tmp_path


def entries(temporary: Path) -> list[str]:
    return sorted(path.name for root in temporary.iterdir() for path in root.iterdir())


def test_a_folder_goes_when_it_is_closed() -> None:
    with scratch_folder("test") as name:
        assert Path(name).is_dir()
    assert not Path(name).exists()


def test_a_process_that_ends_by_itself_leaves_nothing(temporary: Path) -> None:
    subprocess.run([sys.executable, "-c", MAKES_ONE], check=True, timeout=60, capture_output=True)  # noqa: TID251
    assert entries(temporary) == []


def test_what_a_killed_process_left_is_removed_by_the_next_one(temporary: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", f"{MAKES_ONE}; import time; time.sleep(60)"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        left = Path(process.stdout.readline().strip())
        assert left.is_dir()
        remove_abandoned()
        assert left.is_dir(), "its process lives"
        process.send_signal(signal.SIGKILL)
    assert left.is_dir()
    with scratch_folder("test") as mine:
        assert not left.exists()
        assert Path(mine).is_dir()
    assert len(entries(temporary)) == 2, "one folder and its lock, of this process"


def test_another_users_folder_is_not_used(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = temporary / "elsewhere"
    elsewhere.mkdir()
    with scratch_folder("test") as name:
        root = Path(name).parents[1]
    monkeypatch.setattr(scratch, "_owned", {})
    root.rename(temporary / "before")
    root.symlink_to(elsewhere)
    with pytest.raises(PermissionError, match="another user"):
        scratch_folder("test")
