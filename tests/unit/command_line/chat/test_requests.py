from __future__ import annotations

from typing import Literal

import pytest

from plancritic.command_line.chat.requests import Say, Settle, read_request
from plancritic.contracts.errors import ContractError


def test_an_unknown_command_after_a_slash_is_no_statement() -> None:
    with pytest.raises(ContractError, match="'/why me' is not a command") as refused:
        read_request("/why me")
    assert "undo" in str(refused.value.fault.remedy)


@pytest.mark.parametrize(
    ("line", "how"),
    [("y", "yes"), ("Yes.", "yes"), ("right", "yes"), ("yes, leave that", "yes"), ("no", "no"), ("n", "no"),
     ("o", "other"),
     ("the other one", "other")],
)  # fmt: skip
def test_one_key_settles_a_reading_in_doubt_and_only_then(line: str, how: Literal["yes", "no", "other"]) -> None:
    assert read_request(line, in_doubt=True) == Settle(how)
    assert read_request(line) == Say(line)


def test_a_sentence_that_begins_with_a_denial_is_a_statement_also_after_a_doubt() -> None:
    said = "No, the debris boat goes to A."
    assert read_request(said, in_doubt=True) == Say(said)
