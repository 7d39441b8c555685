"""The program `plancritic` as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

PROGRAM = Path(sys.executable).parent / "plancritic"
CHECKOUT = Path(__file__).resolve().parents[2]

Run = Callable[..., subprocess.CompletedProcess[str]]


def program_environment() -> dict[str, str]:
    """Without a broker that the caller may have; a cache that the caller named is named for any working folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PLANCRITIC_NATS")}
    if "PLANCRITIC_CACHE" in kept:
        kept["PLANCRITIC_CACHE"] = str(Path(kept["PLANCRITIC_CACHE"]).absolute())
    return {**kept, "COLUMNS": "160"}
