"""`python -m plancritic.gateway`: one copy of the gateway."""

from __future__ import annotations

import argparse
import sys

from pydantic import ValidationError

from plancritic import gateway
from plancritic.bus import BusSettings
from plancritic.gateway.serving import serve
from plancritic.gateway.settings import GatewaySettings

_BAD_INPUT = 2
_EXAMPLES = """settings are environment variables (PLANCRITIC_GATEWAY_*): see the README of plancritic.gateway

examples:
  for programs of this machine, without tokens:
    PLANCRITIC_NATS_URL=nats://127.0.0.1:4222 python -m plancritic.gateway
    env $(plancritic status --environment) python -m plancritic.gateway      # the broker of `plancritic up`
    curl http://127.0.0.1:8710/v1/domains
  for other machines, with a token for each:
    plancritic gateway add-token --tenant acme --file tokens.yaml
    PLANCRITIC_GATEWAY_TOKENS=tokens.yaml PLANCRITIC_GATEWAY_HOST=0.0.0.0 python -m plancritic.gateway
    curl -H "Authorization: Bearer $TOKEN" http://gateway.example.org:8710/v1/sessions

SIGTERM ends it: it takes no new requests, ends event streams, and waits some seconds for requests under way.
"""


def main() -> None:
    """Serve one copy until SIGTERM or SIGINT.

    Raises:
        SystemExit: 2 where a setting is invalid.
    """
    argparse.ArgumentParser(
        prog="python -m plancritic.gateway",
        description=gateway.__doc__,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args()
    try:
        settings, bus = GatewaySettings(), BusSettings()
    except ValidationError as error:
        for detail in error.errors():
            place = ".".join(str(part) for part in detail["loc"])
            print(f"plancritic.gateway: setting {place!r}: {detail['msg']}", file=sys.stderr)  # noqa: T201
        raise SystemExit(_BAD_INPUT) from None
    serve(settings, bus)


if __name__ == "__main__":
    main()
