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


def credentials(folder: Path, *arguments: str) -> int:
    return run_program(["credentials", "--folder", str(folder), *arguments])


def test_an_unreadable_configuration_is_built_again_with_every_tenant(tmp_path: Path) -> None:
    assert credentials(tmp_path, "--tenant", "acme", "--store", "100") == 0
    configuration = tmp_path / "server" / "security.conf"
    before = configuration.read_bytes()
    configuration.write_bytes(b"\xff\x00 nothing that anybody can read")
    assert credentials(tmp_path, "--tenant", "globex") == 0
    after = configuration.read_text()
    assert '  "acme" {' in after and '  "globex" {' in after
    assert before.splitlines()[3] in after.encode(), "acme keeps its account"


@pytest.mark.parametrize("lost", ["tenants/acme", "tenants", "choices.json"])
def test_a_call_that_would_drop_a_tenant_or_its_choices_is_refused(
    tmp_path: Path, lost: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert credentials(tmp_path, "--tenant", "acme", "--namespace", "own") == 0
    before = (tmp_path / "server" / "security.conf").read_bytes()
    (tmp_path / lost).rename(tmp_path / "elsewhere")
    assert credentials(tmp_path, "--tenant", "globex") == 2
    assert "acme" in capsys.readouterr().err
    assert (tmp_path / "server" / "security.conf").read_bytes() == before
    (tmp_path / "elsewhere").rename(tmp_path / lost)
    assert credentials(tmp_path, "--tenant", "globex") == 0


def test_a_file_in_the_place_of_the_folder_is_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    assert credentials(file) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"error: {file}") and "the credentials cannot be read or written: Not a directory" in shown


@pytest.mark.parametrize("host", ["a\nb", "a b", "", "nats://x", "x:4222", "-", "a..b", "x" * 64])
def test_what_is_no_host_gets_no_certificate(tmp_path: Path, host: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "credentials"
    assert credentials(folder, "--tls", host) == 2
    assert "is neither a host name nor an IP address" in capsys.readouterr().err
    assert not folder.exists()


@pytest.mark.parametrize(
    "host", ["nats", "*.example.org", "127.0.0.1", "::1", "a-b.example.org", f"{'x' * 60}.{'y' * 60}.org"]
)
def test_hosts_and_addresses_get_one(tmp_path: Path, host: str) -> None:
    assert credentials(tmp_path, "--tls", host) == 0
