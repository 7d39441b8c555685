from __future__ import annotations

import pytest

from plancritic.english.numbers import CARDINALS, ORDINALS, PLACES, TENS, in_digits, in_words, total, value_of


def test_every_number_up_to_a_hundred_has_its_words() -> None:
    assert [in_words(number) for number in (0, 9, 12, 20, 21, 99, 100)] == [
        *("zero", "nine", "twelve", "twenty", "twenty-one", "ninety-nine", "a hundred"),
    ]
    assert len({in_words(number) for number in range(101)}) == 101


def test_a_word_is_read_as_the_number_that_it_was_made_of() -> None:
    assert {value_of(in_words(number)) for number in (*range(21), *TENS.values())} == {*range(21), *TENS.values()}
    assert list(CARDINALS.values()) == list(range(20))


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("third", 3),
        ("thirtieth", 30),
        ("nineteenth", 19),
        ("twelveth", 12),
        ("zeroth", 0),
        ("tooth", None),
        ("th", None),
    ],
)
def test_an_ordinal_is_read_also_as_people_misspell_it(word: str, value: int | None) -> None:
    assert value_of(word) == value


def test_places_are_named_in_words_and_in_digits() -> None:
    assert [in_digits(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"),
    ]
    assert (PLACES["third"], PLACES["3rd"], PLACES["twentieth"], PLACES["20th"]) == (3, 3, 20, 20)
    assert sorted(ORDINALS.values()) == [*range(1, 21), *range(30, 100, 10)]


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("twenty one", 21),
        ("a hundred and fourty", 140),
        ("one thousand two hundred and five", 1205),
        ("2.5 million", 2_500_000),
        ("zero", 0),
        ("", 0),
    ],
)
def test_the_words_of_a_number_are_counted_together(said: str, number: float) -> None:
    assert total(said.split()) == number
