"""A broker whose users `plancritic credentials` would write, for two tenants, each provisioned by its operator."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from plancritic.bus import BusSettings, provision
from plancritic.bus.credentials import AccountLimits, CredentialFiles, issue, user_settings
from plancritic.local import Broker

MIB = 1024 * 1024


@dataclass(frozen=True)
class GuardedBroker:
    """A broker with users, and the settings of each."""

    broker: Broker
    files: CredentialFiles
    folder: Path
    #: Changes of settings that all users share, such as the limits of stores.
    changes: dict[str, object]

    def settings(self, user: str, tenant: str = "default") -> BusSettings:
        """Return the settings with which the user signs in."""
        settings = BusSettings(
            nats_url=self.broker.url,
            tenant=tenant,
            cache=self.folder / "cache" / tenant / user,
            publish_timeout=1.0,
            connect_timeout=2.0,
            ack_wait=2.0,
            retry_delay=0.05,
            events_bytes=8 * MIB,
            dead_letters_bytes=2 * MIB,
            verdicts_bytes=2 * MIB,
            plans_bytes=2 * MIB,
        ).model_copy(update=self.changes)
        return user_settings(settings, self.files, user)


@asynccontextmanager
async def guarded_broker(
    folder: Path,
    tenants: Sequence[str] = ("default", "acme"),
    limits: AccountLimits | None = None,
    hosts: Sequence[str] = (),
    **changes: object,
) -> AsyncIterator[GuardedBroker]:
    """Run a broker with the generated users for the time of the context."""
    limits = limits or AccountLimits(store_bytes=64 * MIB)
    files = issue(folder / "credentials", tenants, limits=limits, hosts=hosts).files
    async with Broker(configuration=files.configuration, log_file=folder / "nats.log") as broker:
        guarded = GuardedBroker(broker, files, folder, changes)
        for tenant in tenants:
            await provision(guarded.settings("operator", tenant))
        yield guarded
