"""A line that is typed in the chat is exactly the request of the case."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.regressions import Regression, regressions

from plancritic.command_line.chat.requests import Drop, Request, Say, Simple, Why, read_request

SAID = ("No vessel may go through waypoint A.", "Visit B.")
REQUESTS = {"drop": Drop, "say": Say, "simple": Simple, "why": Why}


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A line, and the request that it makes: none where it is blank or a comment."""

    request: str | None
    content: str | int | None = None

    @property
    def expected(self) -> Request | None:
        return None if self.request is None else REQUESTS[self.request](self.content)


@pytest.mark.parametrize("case", regressions("chat-requests.jsonl", Case))
def test_a_line_of_the_chat_makes_this_request(case: Case) -> None:
    assert read_request(case.text, SAID) == case.expected, case.why
