from __future__ import annotations

from pathlib import Path

from plancritic.local.store import adopt_store, store_limit


def test_the_limit_is_between_one_and_four_gib(tmp_path: Path) -> None:
    assert 2**30 <= store_limit(tmp_path / "store") <= 4 * 2**30


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
