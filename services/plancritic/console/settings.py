"""What the console reads from its environment, once."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class ConsoleSettings(BaseSettings):
    """Settings of one copy, from `PLANCRITIC_CONSOLE_*`. All copies need the same `secret` and `users`."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_CONSOLE_", frozen=True, extra="ignore")

    #: Address on which the console is served.
    host: str = "127.0.0.1"
    #: 0 takes a free port, which the log tells.
    port: int = Field(default=8700, ge=0, le=65535)
    #: The file of users (`plancritic console add-user`). Without it nobody can sign in but by a one-time link.
    users: Path | None = None
    #: What cookies are signed with, 32 characters or more; without it they end with this process.
    secret: SecretStr | None = Field(default=None, min_length=32)
    #: The folder of the broker's credentials with a seed for each tenant; without it all tenants connect as the
    #: environment says.
    credentials: Path | None = None
    #: After so many minutes without a request one has to sign in again.
    session_minutes: float = Field(default=480.0, gt=0)
    #: Addresses (`https://console.example.org`) from which requests may come, where a proxy stands before this.
    origins: tuple[str, ...] = ()
    #: Whether cookies are sent over HTTPS alone: behind a proxy with TLS they should be.
    secure_cookies: bool = False
    #: Prints a link that signs in once, as administrator; only where `host` is this machine itself.
    one_time_link: bool = False
    #: Largest body of a request, in bytes.
    largest_request: int = Field(default=2 * 1024 * 1024, ge=1024)
    #: Sessions that one copy follows at once; those that nobody looks at are given up first.
    followed_sessions: int = Field(default=200, ge=1)
