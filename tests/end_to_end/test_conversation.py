"""`show`, `diff`, `why` and `chat` against a stack that `up` keeps running."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from tests.support.program import PROGRAM, Run, program_environment

#: A stack of services of its own, for what the rooms' own tests cover in parts.
pytestmark = pytest.mark.slow

AVOID_A = "No vessel may go through waypoint A."
Results = dict[str, dict[str, Any]]
END_AT_B = "Finish with the debris boat at waypoint B."


@pytest.fixture(scope="module")
def ended(plancritic: Run) -> Results:
    """Results by statement."""
    found = {}
    for said in (AVOID_A, END_AT_B):
        run = plancritic("submit", "--domain", "waterway", "--seed", "7", "--json", said)
        assert run.returncode == 0, run.stderr
        found[said] = json.loads(run.stdout)
    return found


def test_an_old_run_is_shown_as_it_was_answered(plancritic: Run, ended: Results) -> None:
    result = ended[AVOID_A]
    beginning = str(result["run"])[:10]
    shown = plancritic("show", beginning, COLUMNS="80")
    assert shown.returncode == 0, shown.stderr
    assert len(shown.stdout.splitlines()) <= 24
    assert f"You said {AVOID_A}" in shown.stdout
    assert "Proved by VAL" in shown.stdout
    assert "How long each part took" in plancritic("show", beginning, "-v").stdout
    assert json.loads(plancritic("show", beginning, "--json").stdout) == result


def test_the_plan_before_the_first_statement_needs_no_broker(plancritic: Run, ended: Results) -> None:
    nowhere = {"PLANCRITIC_NATS_URL": "nats://127.0.0.1:1"}
    shown = plancritic("show", "--domain", "waterway", **nowhere)
    assert shown.returncode == 0, shown.stderr
    assert "Plan of waterway 1 without feedback" in shown.stdout
    told = json.loads(plancritic("show", "--domain", "waterway", "--json", **nowhere).stdout)
    for step in told["steps"]:
        assert f"{step['number']:>2}. {step['start']:.3f}" in shown.stdout
        assert step["sentence"] in shown.stdout
    assert [step["action"] for step in told["steps"]] == [step["action"] for step in ended[AVOID_A]["base_steps"]]


def test_two_runs_are_compared(plancritic: Run, ended: Results) -> None:
    runs = [str(ended[said]["run"]) for said in (AVOID_A, END_AT_B)]
    told = json.loads(plancritic("diff", *runs, "--json").stdout)
    assert [told[name]["statements"][0]["statement"] for name in ("old", "new")] == [AVOID_A, END_AT_B]
    pairs = len(told["replaced"]) + len(told["moved"]) + told["unchanged"]
    assert pairs + len(told["added"]) == len(ended[END_AT_B]["steps"])
    assert pairs + len(told["removed"]) == len(ended[AVOID_A]["steps"])
    shown = plancritic("diff", *runs)
    assert shown.returncode == 0, shown.stderr
    for step in told["added"]:
        assert step["sentence"] in shown.stdout
    same = plancritic("diff", runs[0], runs[0])
    assert "Both plans are the same" in same.stdout


@pytest.mark.parametrize(
    "arguments", [("show", "none"), ("diff", "none", "none"), ("why", "1", "--run", "none"), ("show",)]
)
def test_an_unknown_run_is_bad_input(plancritic: Run, arguments: tuple[str, ...]) -> None:
    refused = plancritic(*arguments)
    assert refused.returncode == 2
    assert "remedy:" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_why_names_the_statement_that_a_step_serves(plancritic: Run, ended: Results) -> None:
    result = ended[END_AT_B]
    steps = [step for step in result["steps"] if step["action"].endswith("wpt_b_0 deb_ast_0)")]
    last = max(steps, key=lambda step: step["start"])
    told = json.loads(plancritic("why", str(last["number"]), "--run", str(result["run"]), "--json").stdout)
    (explained,) = [each for each in told["actions"] if each["action"] == last["action"]]
    needs = [reason["needed_by"] for reason in explained["reasons"]]
    assert {"kind": "constraint", "constraint": "(at end (at deb_ast_0 wpt_b_0))", "statements": ["s1"]} in needs
    shown = plancritic("why", str(last["number"]), "--session", str(result["session"]))
    assert f'your statement "{END_AT_B}" needs this' in shown.stdout.replace("Your", "your")


def test_every_step_of_a_plan_without_feedback_is_explained(plancritic: Run) -> None:
    told = plancritic("why", "12", "--domain", "waterway")
    assert told.returncode == 0, told.stderr
    assert "is there because the goal needs this" in told.stdout
    assert plancritic("why", "99", "--domain", "waterway").returncode == 2


def chat(folder: Path, said: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: TID251 - the program itself, under a limit
        [PROGRAM, "chat", "--domain", "waterway", "--seed", "7", *arguments],
        cwd=folder,
        env={**program_environment(), "COLUMNS": "80"},
        input=said,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_a_chat_through_a_pipe_answers_line_by_line(plancritic: Run, stack_folder: Path) -> None:
    ended = chat(stack_folder, f"{AVOID_A}\nwhy 1\nshow\n")
    assert ended.returncode == 0, ended.stderr
    places = [
        ended.stdout.index(part)
        for part in (
            "Plan of waterway 1;",
            f"> {AVOID_A}",
            "Verdict  adhered",
            "than the plan without feedback",
            "> why 1",
            "is there because",
            "> show",
            "To continue: plancritic chat",
        )
    ]
    assert places == sorted(places)


def test_a_chat_through_a_pipe_ends_as_submit_does_and_goes_on_after_a_fault(
    plancritic: Run, stack_folder: Path
) -> None:
    assert chat(stack_folder, "Colourless green ideas sleep.\n").returncode == 1
    ended = chat(stack_folder, f"/nonsense\n{AVOID_A}\n")
    assert ended.returncode == 2
    assert "is not a command" in ended.stderr
    assert "Verdict  adhered" in ended.stdout
    assert chat(stack_folder, "quit\n").returncode == 0


def test_a_chat_goes_on_with_the_plan_of_its_session(plancritic: Run, stack_folder: Path) -> None:
    chat(stack_folder, f"{END_AT_B}\n", "--session", "to-continue")
    again = chat(stack_folder, "quit\n", "--session", "to-continue")
    shown = again.stdout[: again.stdout.index("Session to-continue")]
    assert "moves from the start to waypoint B" in shown, "the plan without feedback goes by A"


def test_a_chat_at_a_terminal_edits_lines_and_remembers_them(plancritic: Run, stack_folder: Path) -> None:
    main, terminal = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, "chat", "--domain", "waterway", "--seed", "7"],
        cwd=stack_folder,
        env={**program_environment(), "COLUMNS": "80", "LINES": "24", "TERM": "xterm"},
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        close_fds=True,
    )
    os.close(terminal)
    try:
        seen = _until(main, "", "Session ")
        # A slip of the finger, taken back.
        os.write(main, b"why 21\x7f\r")
        seen = _until(main, seen, "is there because")
        deadline = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < deadline:
            # Again, as a person would: pressed before the prompt is there it is lost.
            os.write(main, b"\x04")
            seen += _read(main)
        assert process.poll() == 0, seen
    finally:
        process.kill()
        process.wait()
        os.close(main)
    assert "why 2" in (stack_folder / ".plancritic/chat-history").read_text()


def _until(terminal: int, seen: str, wanted: str) -> str:
    deadline = time.monotonic() + 60
    while wanted not in seen:
        assert time.monotonic() < deadline, seen
        seen += _read(terminal)
    return seen


def _read(terminal: int) -> str:
    """What the program writes within a second."""
    if not select.select([terminal], [], [], 1.0)[0]:
        return ""
    try:
        text = os.read(terminal, 65536).decode(errors="replace")
    except OSError:
        # So Linux says that nobody has the other side open any more.
        return ""
    if "\x1b[6n" in text:
        # The program asks where the cursor is, as it would ask any terminal.
        os.write(terminal, b"\x1b[1;1R")
    return text


def test_a_reading_in_doubt_is_settled_in_place_and_nonsense_changes_nothing(
    plancritic: Run, stack_folder: Path
) -> None:
    said = "I need our debris clearing ship waiting at waypoint B once the plan has run its course."
    ended = chat(stack_folder, f"{said}\ny\nWaypoint A must be painted green.\n", "--session", "settled")
    assert "Is that what you meant? y (yes), n (no)" in ended.stdout
    assert "Confirmed: s1 counts as met." in ended.stdout
    assert "Nothing changed: the plan stays as it was." in ended.stdout
    shown = json.loads(plancritic("session", "show", "settled", "--json").stdout)
    assert shown["head"]["number"] == 1
    assert [(each["reading"], each["verdict"]) for each in shown["head"]["in_force"]] == [("confirmed", "adhered")]
    assert "Undone" in chat(stack_folder, "undo\n", "--session", "settled").stdout
    assert plancritic("session", "reject", "settled", "s9").returncode == 2


def test_at_a_question_the_plan_can_be_looked_at_and_another_sentence_leaves_it_open(stack_folder: Path) -> None:
    said = "The scout should see to B first."
    ended = chat(stack_folder, f"{said}\nwhy 1\nthe first\n")
    assert "none of these" in ended.stdout
    assert "1. 0.000" in ended.stdout
    assert "Verdict  adhered" in ended.stdout
    other = chat(stack_folder, f"{said}\n{AVOID_A}\n")
    assert "left open" in other.stdout
    assert f"You said {AVOID_A}" in other.stdout
    assert other.stdout.count("Verdict  adhered") == 1
