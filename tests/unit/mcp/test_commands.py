"""The two ways to start a server."""

from __future__ import annotations

import subprocess
import sys

import typer
from typer.testing import CliRunner

from plancritic.mcp.commands import mcp


def test_the_module_tells_how_it_is_started() -> None:
    done = subprocess.run(  # noqa: TID251 - it ends at once
        [sys.executable, "-m", "plancritic.mcp", "--help"], capture_output=True, text=True, timeout=60, check=True
    )
    assert "--http" in done.stdout and "--write" in done.stdout and "Examples:" in done.stdout


def test_the_command_tells_how_it_is_started() -> None:
    program = typer.Typer()
    program.command()(mcp)
    told = CliRunner().invoke(program, ["--help"]).output
    assert "--http" in told and "--write" in told and "Example" in told
