"""The server's settings: what is served to this machine alone, and which bearer tokens will do."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr

from plancritic.mcp.settings import LEAST_TOKEN, ServerSettings, TokenProblem

LONG = "t" * LEAST_TOKEN


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1", True),
        ("127.0.0.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("10.0.0.1", False),
        ("localhost.example.org", False),
    ],
)
def test_only_this_machine_is_served_without_a_token(host: str, here: bool) -> None:
    settings = ServerSettings(host=host)
    assert settings.is_here is here
    if here:
        assert settings.bearer_token() is None
    else:
        with pytest.raises(TokenProblem, match="no bearer token"):
            settings.bearer_token()
    assert ServerSettings(host=host, token=SecretStr(LONG)).bearer_token() == LONG


@pytest.mark.parametrize("token", ["", "short", LONG[1:], f"{LONG}é", f"{LONG}\n"])
def test_a_token_that_can_be_guessed_or_cannot_be_sent_is_refused(token: str) -> None:
    with pytest.raises(TokenProblem, match="is shorter than"):
        ServerSettings(token=SecretStr(token)).bearer_token()


def test_a_token_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{LONG}\n")
    assert ServerSettings(token_file=file).bearer_token() == LONG
    with pytest.raises(TokenProblem, match="two bearer tokens are set"):
        ServerSettings(token_file=file, token=SecretStr(LONG)).bearer_token()
    with pytest.raises(TokenProblem, match="No such file"):
        ServerSettings(token_file=tmp_path / "none").bearer_token()


def test_the_token_is_not_shown() -> None:
    assert LONG not in repr(ServerSettings(token=SecretStr(LONG)))


def test_a_server_is_read_only_unless_the_environment_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ServerSettings().write is False
    monkeypatch.setenv("PLANCRITIC_MCP_WRITE", "true")
    assert ServerSettings().write is True
