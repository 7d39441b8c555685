"""The file of tokens."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from plancritic.contracts.errors import ContractError
from plancritic.gateway.access.tokens import Tokens, add_token, read_tokens


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "gateway" / "tokens.yaml"


def test_a_token_is_found_by_its_text_which_the_file_does_not_hold(file: Path) -> None:
    known, text = add_token(file, "acme")
    other, other_text = add_token(file, "acme")
    tokens = Tokens(file)
    assert tokens.find(text) == known and tokens.find(other_text) == other
    assert known.name != other.name
    for wrong in ("", text[:-1], text + "x", known.sha256):
        assert tokens.find(wrong) is None
    assert text not in file.read_text(encoding="utf-8")


def test_a_token_of_the_same_name_is_replaced_and_the_file_is_read_again(file: Path) -> None:
    known, text = add_token(file, "acme", "scheduler")
    tokens = Tokens(file)
    assert tokens.is_known(known)
    _, newer = add_token(file, "acme", "scheduler")
    assert tokens.find(text) is None and not tokens.is_known(known)
    found = tokens.find(newer)
    assert found is not None and found.tenant == "acme"
    assert len(read_tokens(file).tokens) == 1


@pytest.mark.parametrize("mode", [0o644, 0o620, 0o602, 0o660])
def test_a_file_that_others_may_read_or_change_is_refused(file: Path, mode: int) -> None:
    add_token(file, "acme")
    file.chmod(mode)
    with pytest.raises(ContractError, match="others may read or change it") as refused:
        read_tokens(file)
    assert refused.value.fault.remedy == f"chmod 600 {file}"
    # As secrets are mounted.
    file.chmod(0o440)
    assert read_tokens(file).tokens


@pytest.mark.parametrize(
    "text", ["tokens: [", "tokens: 3", "- a", "tokens: [{name: a, tenant: b.c, sha256: ''}]", "other: []", "\x00"]
)
def test_what_is_no_file_of_tokens_is_refused(file: Path, text: str) -> None:
    add_token(file, "acme")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContractError, match="not a usable token file"):
        Tokens(file).find("any")
    file.write_bytes(b"\xff")
    with pytest.raises(ContractError, match="it is not text"):
        Tokens(file).find("any")
    file.unlink()
    with pytest.raises(ContractError, match="No such file"):
        Tokens(file).find("any")


@pytest.mark.parametrize(("tenant", "name"), [("a.b", None), ("", None), ("acme", "a b"), ("acme", "x" * 65)])
def test_a_tenant_or_a_name_that_cannot_be_one_is_refused(file: Path, tenant: str, name: str | None) -> None:
    with pytest.raises(ValidationError):
        add_token(file, tenant, name)
    assert not file.exists()
