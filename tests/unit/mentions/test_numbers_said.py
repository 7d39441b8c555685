"""Numbers in words and digits: read as a whole, or refused."""

import re

import pytest

from plancritic.mentions.numbers_said import with_digits


@pytest.mark.parametrize(
    "said",
    ["an hour and a half of the boats", "an hour and half the boats", "the hour and a half", "a boat and a half"],
)
def test_a_half_of_something_else_is_no_part_of_a_time(said: str) -> None:
    assert re.search(r"\d", with_digits(said)) is None
