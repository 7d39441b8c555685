"""`python -m plancritic.mcp`: one copy of the server."""

from __future__ import annotations

import argparse
import sys

from pydantic import ValidationError

from plancritic import mcp

_BAD_INPUT = 2
_EXAMPLES = """\
Settings are environment variables: see the README of plancritic.mcp.

Examples:
  PLANCRITIC_NATS_URL=nats://127.0.0.1:4222 python -m plancritic.mcp
  python -m plancritic.mcp --write
  PLANCRITIC_MCP_TOKEN_FILE=token.txt python -m plancritic.mcp --http --write
"""


def main() -> None:
    """Serve one copy until its client goes, or until SIGTERM or SIGINT.

    Raises:
        SystemExit: 2 where a setting is invalid.
    """
    parser = argparse.ArgumentParser(
        prog="python -m plancritic.mcp",
        description=mcp.__doc__,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--http", action="store_true", help="serve over HTTP instead of standard input and output")
    parser.add_argument("--write", action="store_true", help="also offer the tools that change something")
    asked = parser.parse_args()
    # Imported here: `--help` should not wait for it.
    from plancritic.bus import BusSettings
    from plancritic.mcp.serving import serve
    from plancritic.mcp.settings import ServerSettings

    try:
        settings, bus = ServerSettings(), BusSettings()
    except ValidationError as error:
        for detail in error.errors(include_input=False):
            place = ".".join(str(part) for part in detail["loc"])
            print(f"plancritic.mcp: setting {place!r}: {detail['msg']}", file=sys.stderr)  # noqa: T201
        raise SystemExit(_BAD_INPUT) from None
    serve(settings.model_copy(update={"write": settings.write or asked.write}), bus, asked.http)


if __name__ == "__main__":
    main()
