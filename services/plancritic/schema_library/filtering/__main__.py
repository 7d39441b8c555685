"""Assemble the tuned encoder ahead of its first use: `python -m plancritic.schema_library.filtering` (for images)."""

from __future__ import annotations

import sys

from plancritic.contracts.errors import ContractError
from plancritic.embedding.settings import EmbeddingSettings
from plancritic.schema_library.filtering.tuned_encoder import tuned_encoder


def main() -> int:
    """Assemble it in `PLANCRITIC_CACHE`. Exit status: 0 it is there, 2 it cannot be made."""
    try:
        encoder = tuned_encoder(EmbeddingSettings().cache)
    except ContractError as error:
        sys.stderr.write(f"plancritic.schema_library.filtering: {error.fault.message}; {error.fault.remedy}\n")
        return 2
    sys.stdout.write(f"encoder {encoder.name} is assembled\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
