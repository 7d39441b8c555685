"""What is not to be first or last: at some time the order is broken; what only looks so is not read."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.parsers import parser

from plancritic.contracts.translation import Statement
from plancritic.domains import load_domain
from plancritic.translator.candidates.denied_orders import DeniedOrderReader
from plancritic.translator.translation import Translator

_IMAGE = "(have_image {} thermograph0)"
NOT_LAST = (
    f"(sometime (and {_IMAGE.format('phenomenon4')} (or (not {_IMAGE.format('star5')})"
    f" (not {_IMAGE.format('phenomenon6')}))))"
)
NOT_FIRST = (
    f"(sometime (and (not {_IMAGE.format('star5')}) (or {_IMAGE.format('phenomenon4')}"
    f" {_IMAGE.format('phenomenon6')})))"
)
PARCEL_NOT_FIRST = "(sometime (and (not (lies parcel3 mill)) (or (lies parcel1 hospital) (lies parcel2 school))))"


def read(domain: str, statement: str) -> list[str]:
    return [str(each) for one in DeniedOrderReader(parser(domain)).parse(statement) for each in one.constraints]


@pytest.mark.parametrize(
    ("domain", "statement", "meant"),
    [
        ("satellite", "Phenomenon4 must not come last.", NOT_LAST),
        ("satellite", "I do not want the picture of Phenomenon4 to be the final one.", NOT_LAST),
        ("satellite", "Please do not start with the picture of Star5.", NOT_FIRST),
        ("satellite", "The image of Star5 must not be the first one.", NOT_FIRST),
        ("haulage", "Do not deliver parcel 3 first.", PARCEL_NOT_FIRST),
        ("haulage", "Parcel 3 should not go first, please", PARCEL_NOT_FIRST),
    ],
)
def test_what_is_not_to_be_first_or_last_has_another_before_or_after_it(
    domain: str, statement: str, meant: str
) -> None:
    assert read(domain, statement) == [meant]


@pytest.mark.parametrize(
    ("domain", "statement"),
    [
        ("satellite", "Do not forget to take Star5 first."),
        ("satellite", "Take Phenomenon4 last, not Star5."),
        ("satellite", "Take Star5 first and do not turn away."),
        ("satellite", "Can you not take Star5 first"),
        ("satellite", "The last picture that is not blurred should be Star5."),
        ("satellite", "Do not take Star5 first but last."),
        ("satellite", "Do not point at Star5 in the first 20 seconds."),
        ("haulage", "Do not paint parcel 1 first."),
        ("haulage", "Do not load parcel 1 first."),
        ("waterway", "The scout must not be the last boat to reach B."),
    ],
)
def test_what_asks_for_it_or_for_more_or_for_another_order_is_not_read_here(domain: str, statement: str) -> None:
    assert read(domain, statement) == []


def test_a_denied_order_is_the_reading_of_its_statement() -> None:
    asked = [Statement(id="s1", text="Don't take Phenomenon4 last.")]
    found = asyncio.run(Translator().translate(load_domain("satellite"), "1", asked, translator="offline"))[1][0]
    assert [each.lower() for each in found.readings[0].constraints] == [NOT_LAST]
    assert not found.guesses
