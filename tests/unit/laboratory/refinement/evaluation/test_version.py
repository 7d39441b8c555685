"""Versions of the code that makes rows."""

from pathlib import Path

import pytest

from plancritic.contracts.planning import SolveLimits
from plancritic.laboratory.refinement.evaluation.version import version_of

LIMITS = (SolveLimits(seconds=5.0),)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "prompts").mkdir()
    for name in ("code.py", "domain.pddl", "description.yaml", "README.md", "prompts/again.md"):
        (tmp_path / name).write_text("first")
    return tmp_path


@pytest.mark.parametrize("name", ["code.py", "domain.pddl", "description.yaml", "prompts/again.md"])
def test_each_file_that_may_change_a_result_changes_the_version(package: Path, name: str) -> None:
    before = version_of(LIMITS, (package,))
    assert version_of(LIMITS, (package,)) == before
    (package / name).write_text("second")
    changed = version_of(LIMITS, (package,))
    assert changed != before
    (package / name).rename(package / name.replace(".", "-moved."))
    assert version_of(LIMITS, (package,)) not in (before, changed)


def test_limits_change_the_version_and_documents_do_not(package: Path) -> None:
    before = version_of(LIMITS, (package,))
    (package / "README.md").write_text("second")
    assert version_of(LIMITS, (package,)) == before
    assert version_of((SolveLimits(seconds=2.0),), (package,)) != before


def test_what_refines_counts_beside_what_measures(package: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "code.py").write_text("first")
    before = version_of(LIMITS, (package / "prompts", other))
    (other / "code.py").write_text("second")
    assert version_of(LIMITS, (package / "prompts", other)) != before
