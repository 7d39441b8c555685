from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from plancritic.bus import BusSettings
from plancritic.embedding.settings import EmbeddingSettings
from plancritic.scorer.settings import ScorerSettings
from plancritic.translator.settings import TranslatorSettings

CHECKOUT = Path(__file__).resolve().parents[3]


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n")
    monkeypatch.setenv("PLANCRITIC_NATS_URL", "nats://a:1, nats://b:2")
    monkeypatch.setenv("PLANCRITIC_NAMESPACE", "replay")
    monkeypatch.setenv("PLANCRITIC_NATS_PASSWORD_FILE", str(tmp_path / "password"))
    settings = BusSettings()
    assert settings.servers == ("nats://a:1", "nats://b:2")
    assert settings.naming.prefix == "replay.*.default"
    assert settings.password == "secret"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("nats://127.0.0.1:4222", "nats://127.0.0.1:4222"),
        ("nats://me:secret@broker:4222", "nats://broker:4222"),
        ("me:secret@broker", "broker"),
        ("tls://secret@broker", "tls://broker"),
        ("nats://me:sec@ret/secret@broker", "nats://broker"),
        ("nats://a:secret@b:1, c:secret@d:2,e:3", "nats://b:1,d:2,e:3"),
    ],
)
def test_a_shown_url_holds_no_credentials(url: str, shown: str) -> None:
    assert BusSettings(nats_url=url).shown_url == shown


def test_the_cache_is_the_same_whatever_the_working_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PLANCRITIC_CACHE", raising=False)
    monkeypatch.chdir(tmp_path)
    caches = {settings().cache for settings in (BusSettings, EmbeddingSettings, ScorerSettings, TranslatorSettings)}
    assert caches == {CHECKOUT / ".plancritic/cache"}


@pytest.mark.parametrize("namespace", ["a.b", "a b", "*", ""])
def test_a_namespace_that_would_break_subjects_is_refused(namespace: str) -> None:
    with pytest.raises(ValidationError):
        BusSettings(namespace=namespace)


def test_a_password_is_not_shown() -> None:
    assert "hidden" not in repr(BusSettings(nats_password="hidden"))  # type: ignore[arg-type]
