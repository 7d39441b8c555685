"""Which addresses are this machine's alone."""

from __future__ import annotations

import pytest

from plancritic.gateway.settings import GatewaySettings


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("10.0.0.1", False),
        ("localhost.example.org", False),
        ("", False),
    ],
)
def test_only_loopback_is_this_machine(host: str, local: bool) -> None:
    assert GatewaySettings(host=host).is_local is local
