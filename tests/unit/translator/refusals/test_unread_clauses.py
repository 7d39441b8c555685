"""Clauses that ask for something and of which a reading has nothing are named."""

import pytest
from tests.support.parsers import parser

MILL = "I want van 1 to end up at the mill"


def unread(statement: str, domain: str = "haulage") -> tuple[str, ...]:
    found = parser(domain, "1")
    parses = found.parse(statement)
    assert parses, "else there is nothing that could leave a clause out"
    return found.account(statement, parses[0].constraints).unread


@pytest.mark.parametrize(
    ("rest", "clause"),
    [
        ("and the van has to come home", "the van has to come home"),
        (", and everything should be cosy", "everything should be cosy"),
        ("and hurry up with the rest", "hurry up with the rest"),
    ],
)
def test_half_of_a_request_is_named(rest: str, clause: str) -> None:
    assert unread(f"{MILL} {rest}.".replace(" ,", ",")) == (clause,)


@pytest.mark.parametrize(
    "statement",
    [
        f"{MILL}.",
        f"{MILL}, please.",
        f"{MILL} and that is important.",
        f"{MILL}, because the road is closed.",
        f"{MILL}; it is late and traffic is horrible.",
    ],
)
def test_what_is_read_or_asks_for_nothing_is_not_named(statement: str) -> None:
    assert unread(statement) == ()


def test_of_two_requests_that_are_read_neither_is_named() -> None:
    both = "No vessel may go through waypoint A, and the scout must visit waypoint B at some point."
    assert unread(both, "waterway") == ()


def test_a_clause_whose_subject_alone_is_read_is_named() -> None:
    found = unread("The salvage boat has to end up at the dock and it should look pretty.", "waterway")
    assert found == ("it should look pretty",)


def test_words_used_and_not_used_are_told_in_their_order() -> None:
    found = parser("waterway", "1")
    said = "The scout must be at waypoint A because the north side is shallow."
    account = found.account(said, found.parse(said)[0].constraints)
    assert "scout" in " ".join(account.used)
    assert "waypoint a" in " ".join(account.used).casefold()
    assert "shallow" in " ".join(account.unused)
    assert "shallow" not in " ".join(account.used)
    # A reason asks for nothing.
    assert account.unread == ()


def test_what_a_reading_has_whole_leaves_nothing_unused() -> None:
    found = parser("waterway", "1")
    said = "The scout must be at waypoint A."
    account = found.account(said, found.parse(said)[0].constraints)
    assert account.unused == ()


def test_a_sentence_that_only_tells_is_not_used() -> None:
    found = parser("waterway", "1")
    said = "No vessel may go through waypoint A. Last year two boats collided."
    account = found.account(said, found.parse(said)[0].constraints)
    assert account.unused == ("Last year two boats collided",)
