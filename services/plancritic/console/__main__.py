"""`python -m plancritic.console`: one copy of the console."""

from __future__ import annotations

import argparse
import sys

from pydantic import ValidationError

from plancritic import console
from plancritic.bus import BusSettings
from plancritic.console.serving import serve
from plancritic.console.settings import ConsoleSettings

_BAD_INPUT = 2


def main() -> None:
    """Serve one copy until SIGTERM or SIGINT.

    Raises:
        SystemExit: 2 where a setting is invalid.
    """
    argparse.ArgumentParser(
        prog="python -m plancritic.console",
        description=console.__doc__,
        epilog="Settings are environment variables: see the README of plancritic.console. "
        "Example: PLANCRITIC_NATS_URL=nats://127.0.0.1:4222 python -m plancritic.console",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args()
    try:
        settings, bus = ConsoleSettings(), BusSettings()
    except ValidationError as error:
        for detail in error.errors():
            place = ".".join(str(part) for part in detail["loc"])
            print(f"plancritic.console: setting {place!r}: {detail['msg']}", file=sys.stderr)  # noqa: T201
        raise SystemExit(_BAD_INPUT) from None
    serve(settings, bus)


if __name__ == "__main__":
    main()
