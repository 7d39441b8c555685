"""`plancritic demo`, as a newcomer runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import psutil
import pytest
from tests.support.program import PROGRAM, program_environment

from plancritic.command_line.demo import STATEMENTS
from plancritic.domains import load_domain
from plancritic.verdicts import prove_plan, standard_judges


def _descendants_of(folder: Path) -> list[psutil.Process]:
    """Processes that work in the folder (children of a demo inherit it)."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.pid != os.getpid() and process.cwd() == str(folder):
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return found


@pytest.mark.slow
async def test_the_demo_meets_three_statements_that_the_base_plan_violates(tmp_path: Path) -> None:
    ended = subprocess.run(  # noqa: TID251, ASYNC221 - the whole program, under a limit
        [PROGRAM, "demo", "--json"],
        cwd=tmp_path,
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    result = json.loads(ended.stdout)
    assert [one["statement"] for one in result["statements"]] == list(STATEMENTS)
    assert {one["verdict"] for one in result["statements"]} == {"adhered"}
    assert {one["base_verdict"] for one in result["statements"]} == {"violated"}
    assert {one["judges"]["val"] for one in result["statements"]} == {"accepted"}
    assert result["proof"]["ruling"] == "accepted"

    bundle = load_domain("waterway")
    questions = [constraint for one in result["statements"] for constraint in one["constraints"]]
    for plan, accepted in ((result["base_plan"], False), (result["plan"], True)):
        proved = await prove_plan(standard_judges(), bundle.domain_pddl, bundle.problem("1"), plan, (), questions)
        rulings = {answer.constraint: answer.proof.ruling for answer in proved.answers}
        for statement in result["statements"]:
            met = all(rulings[constraint] == "accepted" for constraint in statement["constraints"])
            assert met is accepted, statement["statement"]
    assert not _descendants_of(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_demo_leaves_no_process_behind(tmp_path: Path, number: signal.Signals) -> None:
    process = subprocess.Popen(
        [PROGRAM, "demo"],
        cwd=tmp_path,
        env=program_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 30
    while len(_descendants_of(tmp_path)) < 4 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert not _descendants_of(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_console_ends_in_order_and_leaves_no_process_behind(
    tmp_path: Path, number: signal.Signals
) -> None:
    process = subprocess.Popen(
        [PROGRAM, "console", "open", "--no-browser", "--no-demo", "--port", "0"],
        cwd=tmp_path,
        env=program_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    shown = next((line for line in process.stdout if "The console is at" in line), "")
    assert "sign-in/once" in shown
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert not _descendants_of(tmp_path)
