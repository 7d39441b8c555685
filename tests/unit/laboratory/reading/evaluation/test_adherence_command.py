"""What `plancritic evaluate adherence` refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.command_line.exit_codes import ExitCode
from plancritic.command_line.root import run_program

CORPUS = Path(__file__).parents[4] / "cases" / "corpus"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--part", "middle"), "there is no part 'middle'"),
        (("--part", "train", "--write-band"), "the reader was trained on that part"),
        (("--part", "choosing", "--part", "validation", "--write-band"), "the reader was trained on that part"),
        (("--model", "nowhere"), "there is no reader in 'nowhere'"),
    ],
)
def test_bad_options_are_refused_with_the_remedy(
    options: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program(["evaluate", "adherence", "--corpus", str(CORPUS), *options]) == ExitCode.BAD_INPUT
    told = " ".join(capsys.readouterr().err.split())
    assert reason in told
    assert "remedy" in told
