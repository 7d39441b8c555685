from __future__ import annotations

from typing import Literal

import pytest

from plancritic.command_line.chat.requests import Drop, Request, Say, Settle, Simple, Why, read_request
from plancritic.contracts.errors import ContractError

SAID = ("No vessel may go through waypoint A.", "Visit B.")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("No vessel may go through waypoint A.", Say("No vessel may go through waypoint A.")),
        ("  Visit B.  ", Say("Visit B.")),
        ("undo", Simple("undo")),
        ("/undo", Simple("undo")),
        ("Accept.", Simple("accept")),
        ("show", Simple("show")),
        ("?", Simple("help")),
        ("What can I ask for?", Simple("help")),
        ("What can I ask the scout to do?", Say("What can I ask the scout to do?")),
        ("exit", Simple("quit")),
        ("why 5", Why(5)),
        ("Why is step 12?", Why(12)),
        ("/why 5", Why(5)),
        ("drop s1", Drop("s1")),
        ("drop no vessel", Drop("no vessel")),
        ("/drop anything", Drop("anything")),
        ("Drop the wreck at the dock.", Say("Drop the wreck at the dock.")),
        ("Show the scout the way to B.", Say("Show the scout the way to B.")),
        ("why not go through B?", Say("why not go through B?")),
        ("undo the tow at the dock", Say("undo the tow at the dock")),
        ("", None),
        ("   ", None),
        ("# a comment", None),
    ],
)
def test_a_line_is_a_statement_unless_it_is_a_command(line: str, expected: Request | None) -> None:
    assert read_request(line, SAID) == expected


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
