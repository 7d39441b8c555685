"""Where the domains lie."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from plancritic.paths import domains_folder


class DomainSettings(BaseSettings):
    """PLANCRITIC_DOMAINS, the folder with one subfolder a domain."""

    model_config = SettingsConfigDict(env_prefix="PLANCRITIC_", extra="ignore")

    #: The folder of domains; by default that of the checkout.
    domains: Path = Field(default_factory=domains_folder)
