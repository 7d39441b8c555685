from pathlib import Path

import pytest

from plancritic.scorer.settings import ScorerSettings


def test_the_cache_is_the_one_all_services_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANCRITIC_CACHE", "/srv/cache")
    monkeypatch.setenv("CACHE", "/somewhere/else")
    monkeypatch.setenv("PLANCRITIC_SCORER_THREADS", "3")

    assert ScorerSettings().cache == Path("/srv/cache")
    assert ScorerSettings().threads == 3


def test_an_argument_comes_before_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLANCRITIC_CACHE", "/srv/cache")

    assert ScorerSettings(cache=tmp_path).cache == tmp_path
