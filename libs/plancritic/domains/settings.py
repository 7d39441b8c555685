"""Where the domains lie."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def _default_root() -> Path:
    """`domains` beside the checkout this code was installed from, else in the working folder.

    The folder is outside the wheel: an image or an installation elsewhere sets PLANCRITIC_DOMAINS.
    """
    checkout = Path(__file__).resolve().parents[3]
    if (checkout / "pyproject.toml").is_file() and (checkout / "domains").is_dir():
        return checkout / "domains"
    return Path("domains")


class DomainSettings(BaseSettings):
    """PLANCRITIC_DOMAINS, the folder with one subfolder a domain."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_", extra="ignore")

    domains: Path = Field(default_factory=_default_root)
