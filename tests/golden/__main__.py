"""`python -m tests.golden --write`: the golden files made anew; without `--write` what they would become is shown."""

from __future__ import annotations

import argparse
import asyncio
import difflib
import sys

from tests.golden.recording import DATA, RUNS, STATEMENTS, recorded_data, recorded_runs, runs_file

from plancritic.bus import Client
from plancritic.local import LocalStack


async def _made() -> dict[str, str]:
    async with LocalStack() as stack, Client.connect(stack.settings, "golden") as client:
        return {domain: await recorded_runs(client, domain) for domain in STATEMENTS}


def main() -> int:
    """Exit code 0 where the files are as they were or were written, 1 where they differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the files")
    write = parser.parse_args().write
    texts = {runs_file(domain): text for domain, text in asyncio.run(_made()).items()}
    texts[DATA] = recorded_data()
    RUNS.mkdir(exist_ok=True)
    differ = False
    for file, text in texts.items():
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        differ = differ or before != text
        lines = difflib.unified_diff(before.splitlines(), text.splitlines(), f"{file.name}", "now", lineterm="")
        sys.stdout.writelines(f"{line}\n" for line in lines)
        if write:
            file.write_text(text, encoding="utf-8")
    return 0 if write or not differ else 1


if __name__ == "__main__":
    sys.exit(main())
