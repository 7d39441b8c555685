"""`python -m plancritic.<service>`: the same start for every service."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from types import ModuleType

from pydantic import ValidationError

from plancritic.bus.app import Service
from plancritic.threads import leave

_BAD_INPUT = 2


def run_service(room: ModuleType, build: Callable[[], Service]) -> None:
    """Serve one copy until SIGTERM or SIGINT; all settings come from the environment (see the room's README).

    Raises:
        SystemExit: 2 where a setting is invalid, 3 where the broker or its streams are missing.
    """
    argparse.ArgumentParser(
        prog=f"python -m {room.__name__}",
        description=room.__doc__,
        epilog=(
            "Settings are environment variables: PLANCRITIC_NATS_URL names the broker, "
            f"the others are in the README of {room.__name__} and of plancritic.bus. "
            f"Example: PLANCRITIC_NATS_URL=nats://127.0.0.1:4222 python -m {room.__name__}"
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args()
    try:
        service = build()
    except ValidationError as error:
        for detail in error.errors():
            place = ".".join(str(part) for part in detail["loc"])
            print(f"{room.__name__}: setting {place!r}: {detail['msg']}", file=sys.stderr)  # noqa: T201
        raise SystemExit(_BAD_INPUT) from None
    service.run()
    leave(0)
