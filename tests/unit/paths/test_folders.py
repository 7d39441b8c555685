from __future__ import annotations

from pathlib import Path

import pytest

from plancritic import paths as folders

CHECKOUT = Path(__file__).resolve().parents[3]


def test_in_a_checkout_the_folders_are_the_checkouts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert folders.checkout() == CHECKOUT
    assert folders.cache_folder() == CHECKOUT / ".plancritic/cache"
    assert folders.domains_folder() == CHECKOUT / "domains"


def test_elsewhere_they_are_the_working_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(folders, "__file__", str(tmp_path / "site-packages/plancritic/paths/__init__.py"))
    assert folders.checkout() is None
    assert folders.cache_folder() == Path(".plancritic/cache")
    assert folders.domains_folder() == Path("domains")
