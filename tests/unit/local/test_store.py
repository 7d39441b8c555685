from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from plancritic.local.store import adopt_store, store_limit


def test_the_limit_is_between_one_and_four_gib(tmp_path: Path) -> None:
    assert 2**30 <= store_limit(tmp_path / "store") <= 4 * 2**30


def test_without_a_folder_nobody_else_s_temporary_files_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "another").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(os, "walk", lambda *_: pytest.fail("it read the folder of temporary files"))
    assert 2**30 <= store_limit(None) <= 4 * 2**30


def test_a_file_that_goes_away_while_it_is_counted_counts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "walk", lambda folder: [(folder, [], ["was-here"])])
    assert 2**30 <= store_limit(tmp_path) <= 4 * 2**30


def test_a_broker_s_files_go_to_the_tenant_once(tmp_path: Path) -> None:
    (tmp_path / "jetstream/$G/streams").mkdir(parents=True)
    assert adopt_store(tmp_path, "default")
    assert (tmp_path / "jetstream/default/streams").is_dir()
    assert not adopt_store(tmp_path, "default")


def test_files_of_the_tenant_are_never_replaced(tmp_path: Path) -> None:
    for account in ("$G", "default"):
        (tmp_path / "jetstream" / account / account).mkdir(parents=True)
    assert not adopt_store(tmp_path, "default")
    assert (tmp_path / "jetstream/default/default").is_dir()
