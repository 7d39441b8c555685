from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from plancritic.bus import BusSettings


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n")
    monkeypatch.setenv("PLANCRITIC_NATS_URL", "nats://a:1, nats://b:2")
    monkeypatch.setenv("PLANCRITIC_NAMESPACE", "replay")
    monkeypatch.setenv("PLANCRITIC_NATS_PASSWORD_FILE", str(tmp_path / "password"))
    settings = BusSettings()
    assert settings.servers == ("nats://a:1", "nats://b:2")
    assert settings.naming.prefix == "replay.v1.default"
    assert settings.password == "secret"


@pytest.mark.parametrize("namespace", ["a.b", "a b", "*", ""])
def test_a_namespace_that_would_break_subjects_is_refused(namespace: str) -> None:
    with pytest.raises(ValidationError):
        BusSettings(namespace=namespace)


def test_a_password_is_not_shown() -> None:
    assert "hidden" not in repr(BusSettings(nats_password="hidden"))  # type: ignore[arg-type]
