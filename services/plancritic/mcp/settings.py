"""What the server reads from its environment, once."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

#: A shorter token can be guessed.
LEAST_TOKEN = 16


class TokenProblem(Exception):
    """The bearer token cannot be used, or there is none where there must be one; `remedy` says what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        self.message = message
        self.remedy = remedy
        super().__init__(f"{message}: {remedy}")


class ServerSettings(BaseSettings):
    """Settings of one copy, from `PLANCRITIC_MCP_*`; the broker's are `BusSettings`."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_MCP_", frozen=True, extra="ignore")

    #: Whether tools are there that change something: submit, answer, confirm, reject, accept, undo.
    write: bool = False
    #: Where HTTP is served; an address that other machines reach needs a token.
    host: str = "127.0.0.1"
    #: 0 takes a free port, which the log tells.
    port: int = Field(default=8800, ge=0, le=65535)
    #: What every request over HTTP has to carry (`Authorization: Bearer ...`).
    token: SecretStr | None = None
    #: A file that has the token, instead of `token`.
    token_file: Path | None = None
    #: Plans and proofs that are made here at once.
    planned_at_once: int = Field(default=2, ge=1)
    #: Largest body of a request over HTTP, in bytes.
    largest_request: int = Field(default=2 * 1024 * 1024, ge=1024)

    @property
    def is_here(self) -> bool:
        """Return whether HTTP is served to this machine alone."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def bearer_token(self) -> str | None:
        """Return the token; None where this machine alone is served without one.

        Raises:
            TokenProblem: it is too short, cannot be read, is named twice, or is missing where others reach the server.
        """
        token = self._token()
        if token is None and not self.is_here:
            raise TokenProblem(
                f"{self.host} can be reached by others, and there is no bearer token",
                "set PLANCRITIC_MCP_TOKEN_FILE (or PLANCRITIC_MCP_TOKEN), or serve on 127.0.0.1",
            )
        if token is not None and (len(token) < LEAST_TOKEN or not token.isascii() or not token.isprintable()):
            raise TokenProblem(
                f"the bearer token is shorter than {LEAST_TOKEN} characters, or has characters other than "
                "printable ASCII",
                "make one with: python -c 'import secrets; print(secrets.token_urlsafe(32))'",
            )
        return token

    def _token(self) -> str | None:
        if self.token_file is None:
            return None if self.token is None else self.token.get_secret_value()
        if self.token is not None:
            raise TokenProblem(
                "two bearer tokens are set", "set only one of PLANCRITIC_MCP_TOKEN and PLANCRITIC_MCP_TOKEN_FILE"
            )
        try:
            return self.token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise TokenProblem(
                f"{self.token_file}: {getattr(error, 'strerror', None) or 'it is not text'}",
                "name a file that can be read",
            ) from None
