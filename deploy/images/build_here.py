"""Make the file systems of images in a scratch folder, by the Dockerfile's own steps, without a container engine.

    python deploy/images/build_here.py gateway mcp
    python deploy/images/build_here.py --all

Takes the stage `build` of the Dockerfile: what it copies is copied, what it runs is run, with /opt and /build in the
scratch folder. Then every module of the service is imported by what was installed, and nothing else; the stage that
runs adds a user and no file. It needs PyPI, and room for a virtual environment (up to 400 MB). Exit code 1 where a step
fails, a module cannot be imported, or something of training or the laboratory was installed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
DOCKERFILE = HERE / "Dockerfile"
#: No run-time image has these.
FORBIDDEN = ("torch", "onnxscript", "pytest", "plancritic.laboratory")
#: Run by what was installed: imports every module of a service, then tells which of the forbidden packages there are.
_IMPORTS = """
import importlib, importlib.util, pkgutil, sys
service, *forbidden = sys.argv[1:]
package = importlib.import_module(f"plancritic.{service}")
names = [each.name for each in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
for name in names:
    if not name.endswith(".__main__"):
        importlib.import_module(name)
found = [each for each in forbidden if importlib.util.find_spec(each) is not None]
if found:
    sys.exit(f"it has {', '.join(found)}")
others = [each.name for each in pkgutil.iter_modules(importlib.import_module("plancritic").__path__)]
print(f"{len(names)} modules imported, of {len(others)} rooms")
"""


def steps(service: str) -> list[tuple[str, str]]:
    """Return the instructions of the stage `build`, each with its text, the service filled in."""
    text = DOCKERFILE.read_text(encoding="utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    stage = re.split(r"^FROM .*\n", text, flags=re.MULTILINE)[1]
    found = [line.split(None, 1) for line in stage.splitlines() if line.strip()]
    return [(name, rest.replace("${SERVICE}", service)) for name, rest in found if name in ("COPY", "RUN")]


def build(service: str, scratch: Path) -> str:
    """Make the file system of a service's image in `scratch` and return what was imported of it.

    Raises:
        subprocess.CalledProcessError: a step fails, or something cannot be imported; its output is in the error.
    """
    work = scratch / "build"
    work.mkdir(parents=True)
    (scratch / "opt").mkdir()
    for name, text in steps(service):
        if name == "COPY":
            *sources, target = text.split()
            for source in sources:
                _copy(CHECKOUT / source, work / target, is_file_into_folder=target == "./")
        else:
            _run(["sh", "-c", text.replace("/opt/", f"{scratch}/opt/")], work, service)
    python = scratch / "opt/plancritic/bin/python"
    # -I: neither this folder nor what the environment names is searched.
    return _run([str(python), "-I", "-c", _IMPORTS, service, *FORBIDDEN], scratch, service).strip()


def _copy(source: Path, target: Path, is_file_into_folder: bool) -> None:
    if is_file_into_folder:
        shutil.copy2(source, target / source.name)
    else:
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))


def _run(command: list[str], folder: Path, service: str) -> str:
    # Where packages come from on this machine is said in the environment, or in the home's configuration of pip.
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "REQUESTS_"))}
    own = {"SERVICE": service, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", str(folder)), **kept, **own}
    done = subprocess.run(  # noqa: S603, TID251 - a script by itself
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, command[:2], done.stdout, done.stderr)
    return done.stdout


def main() -> None:
    """Build the images that are named, and tell of each."""
    assert __doc__ is not None
    listed = sorted(each.stem for each in (CHECKOUT / "deploy/requirements").glob("*.txt"))
    services = [each for each in listed if each not in ("dev", "build", "broker")]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("service", nargs="*", help=f"of {', '.join(services)}")
    parser.add_argument("--all", action="store_true", help="every one of them (some minutes each)")
    given = parser.parse_args()
    wanted = services if given.all else given.service
    if not wanted or not set(wanted) <= set(services):
        parser.error(f"name one of {', '.join(services)}, or --all")
    failed = False
    for service in wanted:
        with tempfile.TemporaryDirectory(prefix="plancritic-image-") as folder:
            try:
                told = build(service, Path(folder))
            except subprocess.CalledProcessError as error:
                failed, told = True, f"FAILED\n{(error.stderr or error.output)[-2000:]}"
            size = sum(each.stat().st_size for each in Path(folder, "opt/plancritic").rglob("*") if each.is_file())
        print(f"{service}: {told}, {size / 1e6:.0f} MB", flush=True)  # noqa: T201 - what a person waits for
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
