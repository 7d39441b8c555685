"""A gateway over a real broker with users of two tenants, and real services of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.support.gateways import serving
from tests.support.guarded_broker import MIB
from tests.support.stack import in_its_loop, whole_system

from plancritic.bus import BusSettings, provision
from plancritic.bus.credentials import AccountLimits, CredentialFiles, issue, user_settings
from plancritic.gateway.access.tokens import add_token
from plancritic.gateway.settings import GatewaySettings
from plancritic.local import LocalStack

CHECKOUT = Path(__file__).resolve().parents[3]
TENANTS = ("default", "acme")


@dataclass(frozen=True)
class OpenGateway:
    """Where a gateway listens, and a token for each tenant."""

    url: str
    tokens: Mapping[str, str]


@pytest.fixture(scope="session")
def credentials(tmp_path_factory: pytest.TempPathFactory) -> CredentialFiles:
    folder = tmp_path_factory.mktemp("gateway") / "credentials"
    return issue(folder, TENANTS, limits=AccountLimits(store_bytes=128 * MIB)).files


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory, credentials: CredentialFiles) -> Iterator[LocalStack]:
    domains = tmp_path_factory.mktemp("gateway") / "domains"
    domains.mkdir()
    for name in ("satellite", "shared"):
        (domains / name).symlink_to(CHECKOUT / "domains" / name)
    with whole_system({"planner": 1, "dead_letters": 0}, domains=domains, credentials=credentials.folder) as stack:
        small = {"events_bytes": 8, "dead_letters_bytes": 2, "verdicts_bytes": 2, "plans_bytes": 2}
        changes: dict[str, object] = {name: size * MIB for name, size in small.items()}
        acme = stack.settings.model_copy(update={"tenant": "acme", **changes})
        in_its_loop(stack, provision(user_settings(acme, credentials, "operator")))
        yield stack


@pytest.fixture(scope="session")
def gateway(
    tmp_path_factory: pytest.TempPathFactory, system: LocalStack, credentials: CredentialFiles
) -> Iterator[OpenGateway]:
    file = tmp_path_factory.mktemp("gateway") / "tokens.yaml"
    tokens = {tenant: add_token(file, tenant)[1] for tenant in TENANTS}
    # Nothing of the user's own settings: each tenant has its own seed.
    bus = BusSettings(nats_url=system.url, cache=system.settings.cache)
    with serving(bus, GatewaySettings(tokens=file, credentials=credentials.folder)) as url:
        yield OpenGateway(url, tokens)
