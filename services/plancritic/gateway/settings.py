"""What the gateway reads from its environment, once."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class GatewaySettings(BaseSettings):
    """Settings of one copy, from `PLANCRITIC_GATEWAY_*`. Limits hold for each copy by itself."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_GATEWAY_", frozen=True, extra="ignore")

    #: Address on which HTTP is served.
    host: str = "127.0.0.1"
    #: 0 takes a free port, which the log names.
    port: int = Field(default=8710, ge=0, le=65535)
    #: The file of tokens (`plancritic gateway add-token`). Without it every program of this machine may send requests,
    #: for the tenant that `PLANCRITIC_TENANT` names, and `host` has to be this machine itself.
    tokens: Path | None = None
    #: The folder of the broker's credentials with a seed for each tenant; without it all tenants connect as the
    #: environment says.
    credentials: Path | None = None
    #: Largest body of a request, in bytes.
    largest_request: int = Field(default=1024 * 1024, ge=1024)
    #: Requests of one token in a minute, on average.
    requests_per_minute: float = Field(default=600.0, gt=0)
    #: Requests of one token at once, after a pause.
    burst: int = Field(default=60, ge=1)
    #: Event streams that one token may have open.
    open_streams: int = Field(default=20, ge=1)

    @property
    def is_local(self) -> bool:
        """Return whether only programs of this machine reach `host`."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Return whether a host name or address is that of this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
