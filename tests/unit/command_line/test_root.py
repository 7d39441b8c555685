from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated

import pytest
import structlog
import typer
from tests.support.program import PROGRAM

from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.command_line.root import ENTRY_POINT_GROUP, LazyCommands, _warnings_only, run_program
from plancritic.contracts.errors import ContractError, Fault, FaultCode

COMMANDS = sorted(point.name for point in entry_points(group=ENTRY_POINT_GROUP))


def test_the_program_has_the_documented_commands() -> None:
    assert set(COMMANDS) >= {
        *("demo", "up", "down", "submit", "watch", "status"),
        *("plan", "validate", "engines", "provision", "domain"),
    }


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program([]) == ExitCode.BAD_INPUT
    shown = capsys.readouterr()
    assert "Usage" in shown.out + shown.err


def test_the_version_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["--version"]) == ExitCode.DONE
    assert capsys.readouterr().out.startswith("plancritic ")


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in {"data", "train"}])
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program([command, "--help"]) == ExitCode.DONE
    help_text = capsys.readouterr().out
    assert "Usage" in help_text
    assert f"plancritic {command}" in help_text.replace("\n", " ")


@pytest.mark.parametrize("arguments", [["nosuch"], ["submit"], ["submit", "--nosuch"], ["plan"]])
def test_wrong_arguments_are_bad_input_without_a_traceback(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program(arguments) == ExitCode.BAD_INPUT
    assert "Traceback" not in capsys.readouterr().err


def test_wrong_arguments_with_json_are_a_json_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["submit", "--json"]) == ExitCode.BAD_INPUT
    assert json.loads(capsys.readouterr().out)["fault"]["code"] == "invalid_message"


def test_a_misspelt_command_is_answered_with_the_right_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["submti"]) == ExitCode.BAD_INPUT
    assert "submit" in capsys.readouterr().err


class _Point:
    """What importlib.metadata.EntryPoint offers, as far as the program uses it."""

    def __init__(self, name: str, found: object) -> None:
        self.name = name
        self._found = found

    def load(self) -> object:
        if isinstance(self._found, Exception):
            raise self._found
        return self._found


def _run_with(monkeypatch: pytest.MonkeyPatch, found: object, *options: str) -> int:
    commands = LazyCommands([_Point("probe", found)])  # type: ignore[list-item]
    monkeypatch.setattr("plancritic.command_line.root.LazyCommands", lambda points, program: commands)
    return run_program(["probe", *options])


def test_a_command_whose_package_is_missing_says_which_and_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = ModuleNotFoundError("no torch", name="torch")
    assert _run_with(monkeypatch, missing, "--anything") == ExitCode.BAD_INPUT
    shown = capsys.readouterr().err
    assert "'torch'" in shown
    assert "remedy: make setup-train\n" in shown


def test_training_without_torch_ends_in_one_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The package keeps what was imported of it as an attribute too, and is to have the same one again afterwards.
    monkeypatch.delattr("plancritic.laboratory.adherence.training", raising=False)
    for module in [name for name in sys.modules if name.startswith("plancritic.laboratory.adherence.training")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "torch", None)
    arguments = ["train", "scorer", "--domain", "waterway", "--data", "rows.jsonl", "--out", "model"]
    assert run_program(arguments) == ExitCode.BAD_INPUT
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "error: `plancritic train scorer` needs the Python package 'torch'" in shown.err
    assert shown.err.endswith("remedy: make setup-train\n")


@pytest.mark.parametrize(
    ("code", "exit_code"),
    [
        (FaultCode.EMPTY_FEEDBACK, 2),
        (FaultCode.UNKNOWN_DOMAIN, 2),
        (FaultCode.SYNTAX_ERROR, 2),
        (FaultCode.NO_BASE_PLAN, 1),
        (FaultCode.SERVICE_UNAVAILABLE, 3),
        (FaultCode.MODEL_MISSING, 3),
    ],
)
def test_a_fault_is_one_message_with_remedy_and_the_exit_code_of_its_kind(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: FaultCode, exit_code: int
) -> None:
    def probe() -> None:
        raise ContractError(Fault(code=code, message="it is [so]", remedy="do that", file="a.pddl", line=3, column=9))

    assert _run_with(monkeypatch, probe) == exit_code
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "error: a.pddl:3:9: it is [so]\nremedy: do that\n"


def test_with_json_the_fault_is_on_standard_output_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def probe(as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
        raise CommandFault(Fault(code=FaultCode.UNKNOWN_NAME, message="no 'x'"))

    assert _run_with(monkeypatch, probe, "--json") == ExitCode.BAD_INPUT
    assert json.loads(capsys.readouterr().out)["fault"]["code"] == "unknown_name"


def test_an_interrupted_command_says_so_and_ends_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def probe() -> None:
        raise KeyboardInterrupt

    assert _run_with(monkeypatch, probe) == ExitCode.INTERRUPTED
    assert capsys.readouterr().err.strip() == "interrupted"


@pytest.mark.parametrize("arguments", [("engines",), ("engines", "--json"), ("domain", "list"), ("--help",)])
def test_a_reader_that_has_enough_is_no_failure(arguments: tuple[str, ...]) -> None:
    gone, written = os.pipe()
    os.close(gone)
    with os.fdopen(written, "w") as pipe:
        ended = subprocess.run(  # noqa: TID251 - a program that ends by itself, under a limit
            [PROGRAM, *arguments], stdout=pipe, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert ended.returncode == ExitCode.DONE
    assert ended.stderr == ""


def test_events_that_no_one_can_read_are_counted_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with _warnings_only():
        for sequence in [*range(33), *range(33)]:
            structlog.get_logger("test").warning("skipped an event", subject="s", sequence=sequence, error="x")
    assert capsys.readouterr().err == "skipped 33 unreadable events\n"


@pytest.mark.parametrize("arguments", [("engines",), ("engines", "--json"), ("--help",)])
def test_an_answer_that_cannot_be_written_is_one_message(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(  # noqa: TID251 - a program that ends by itself
            [PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert ended.returncode == ExitCode.BAD_INPUT
    assert ended.stderr.startswith("error: the output cannot be written: No space left on device")
    assert "Traceback" not in ended.stderr and "Exception ignored" not in ended.stderr


@pytest.mark.parametrize(("stream", "code"), [("<", 0), (">", 2), ("2>", 0)])
def test_a_closed_standard_stream_is_no_traceback(stream: str, code: int) -> None:
    ended = subprocess.run(  # noqa: TID251 - a program that ends by itself
        ["bash", "-c", f'"$0" engines {stream}&-', str(PROGRAM)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == code
    assert "Traceback" not in ended.stderr and "Exception ignored" not in ended.stderr
    if code:
        assert "standard output is closed" in ended.stderr


def test_the_help_of_submit_fits_on_one_screen_and_the_rest_is_one_option_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run_program(["submit", "--help"]) == ExitCode.DONE
    usual = capsys.readouterr().out
    assert len(usual.splitlines()) <= 40
    assert "--help-all" in usual and "--population" not in usual
    assert run_program(["submit", "--help-all"]) == ExitCode.DONE
    everything = capsys.readouterr().out
    for option in ("--domain", "--population", "--preset", "--evidence", "--guesses"):
        assert option in everything
    assert run_program(["submit", "--help"]) == ExitCode.DONE
    assert capsys.readouterr().out == usual


def test_a_shell_completes_commands_and_options() -> None:
    def completed(words: str) -> list[str]:
        environment = {
            **os.environ,
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
            "_PLANCRITIC_COMPLETE": "complete_bash",
        }
        ended = subprocess.run(  # noqa: TID251 - a program that ends by itself
            [PROGRAM], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        return ended.stdout.split()

    assert completed("plancritic st") == ["status"]
    assert completed("plancritic submit --see") == ["--seed"]
    assert "publish" in completed("plancritic domain ")


@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
def test_completion_is_offered_at_top_level(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["--help"]) == ExitCode.DONE
    assert option in capsys.readouterr().out
