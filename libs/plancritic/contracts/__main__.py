"""`python -m plancritic.contracts`: write asyncapi.yaml and SUBJECTS.md beside the table they come from."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from plancritic.contracts.documents import stale_documents, write_documents

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m plancritic.contracts", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file is not up to date")
    parser.add_argument(
        "--folder", type=Path, default=Path(__file__).parent, help="where to write (default: beside it)"
    )
    arguments = parser.parse_args()
    if arguments.check:
        stale = stale_documents(arguments.folder)
        for file in stale:
            sys.stderr.write(f"{file} is not up to date: run `make docs`\n")
        sys.exit(1 if stale else 0)
    for file in write_documents(arguments.folder):
        sys.stdout.write(f"wrote {file}\n")
