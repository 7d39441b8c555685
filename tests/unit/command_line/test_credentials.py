from __future__ import annotations

import json
from pathlib import Path

import pytest

from plancritic.command_line.root import run_program


def test_the_command_writes_once_and_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["credentials", "--folder", str(tmp_path), "--tenant", "acme", "--tls", "localhost", "--json"]
    assert run_program(arguments) == 0
    first = json.loads(capsys.readouterr().out)
    assert Path(first["configuration"]).is_file()
    assert Path(first["certificate_authority"]).is_file()
    assert (Path(first["tenants"]["acme"]) / "client" / "client.nkey").is_file()
    assert run_program(arguments) == 0
    assert json.loads(capsys.readouterr().out)["changed"] == []
    assert run_program(arguments[:-1]) == 0
    assert "nothing to change" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--tenant", "a b"], ["--server-folder", "/etc/nats"], ["--store", "1"]])
def test_bad_input_is_refused_and_nothing_written(
    tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "credentials"
    assert run_program(["credentials", "--folder", str(folder), *arguments]) == 2
    assert capsys.readouterr().err
    assert not folder.exists()


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["credentials", "--help"]) == 0
    assert "plancritic credentials --tenant acme" in " ".join(capsys.readouterr().out.split())


def test_what_the_server_includes_is_named_as_the_server_finds_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["credentials", "--folder", str(tmp_path), "--tls", "nats", "--server-folder", "/etc/nats/credentials"]
    assert run_program(arguments) == 0
    assert 'include "/etc/nats/credentials/security.conf"' in capsys.readouterr().out
