"""The file of users."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.command_line.root import run_program
from plancritic.console.accounts.users import Role, User, UserFile, Users, password_hash, read_users, write_users
from plancritic.contracts.errors import ContractError

_PASSWORD = "correct horse battery"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "users" / "users.yaml"
    write_users(path, UserFile(users=(User(name="ada", password=password_hash(_PASSWORD)),)))
    return path


def test_a_user_is_known_by_name_and_password_alone(file: Path) -> None:
    users = Users(file)
    found = users.by_password("ada", _PASSWORD)
    assert found is not None
    assert found.rank is Role.OPERATOR
    assert users.by_password("ada", "wrong") is None
    assert users.by_password("bob", _PASSWORD) is None
    assert users.by_token("") is None


def test_a_changed_file_counts_at_once(file: Path) -> None:
    users = Users(file)
    assert users.named("ada") is not None
    write_users(file, UserFile())
    assert users.named("ada") is None


@pytest.mark.parametrize("text", ["users: [", "users: [{name: 'a b'}]", "users: [{name: a, role: king}]", "other: 1"])
def test_a_file_that_is_none_is_a_typed_fault(tmp_path: Path, text: str) -> None:
    path = tmp_path / "users.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ContractError) as caught:
        read_users(path)
    assert str(path) in caught.value.fault.message
    assert caught.value.fault.remedy


def test_users_are_added_by_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, secret = tmp_path / "users.yaml", tmp_path / "secret"
    secret.write_text(f"{_PASSWORD}\n", encoding="utf-8")
    base = ["console", "add-user"]
    options = ["--file", str(path), "--password-file", str(secret)]
    assert run_program([*base, "ada", "--role", "viewer", *options]) == 0
    assert run_program([*base, "robot", "--token", "--file", str(path)]) == 0
    token = capsys.readouterr().out.strip().rsplit(" ", 1)[1]
    users = Users(path)
    viewer = users.by_password("ada", _PASSWORD)
    assert viewer is not None
    assert viewer.role == "viewer"
    program = users.by_token(token)
    assert program is not None
    assert program.name == "robot"
    assert run_program([*base, "ada", "--role", "king", *options]) == 2
    secret.write_text("short", encoding="utf-8")
    assert run_program([*base, "ada", *options]) == 2
