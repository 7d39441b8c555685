"""A real broker with users, real services, and a server over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.mcp_clients import http_server
from tests.support.stack import whole_system

from plancritic.local import LocalStack

CHECKOUT = Path(__file__).resolve().parents[3]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalStack]:
    folder = tmp_path_factory.mktemp("mcp")
    domains = folder / "domains"
    domains.mkdir()
    for name in ("satellite", "shared"):
        (domains / name).symlink_to(CHECKOUT / "domains" / name)
    with whole_system({"planner": 1, "dead_letters": 0}, domains=domains, credentials=folder / "credentials") as stack:
        yield stack


@pytest.fixture(scope="session")
def url(system: LocalStack) -> Iterator[str]:
    """Where a server listens that may change sessions."""
    with http_server(system.settings, "--write") as address:
        yield address
