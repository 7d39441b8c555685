"""A wish that its own words call a preference is one."""

from __future__ import annotations

import pytest

from plancritic.contracts.translation import Statement
from plancritic.domains import load_domain
from plancritic.translator.translation import Translator


async def strengths(text: str) -> set[str | None]:
    _, (read,) = await Translator().translate(load_domain("haulage"), "1", [Statement(id="s1", text=text)])
    assert read.readings, text
    return {each.strength for each in read.readings}


@pytest.mark.parametrize(
    "text",
    [
        "If possible the van is at the depot at the end.",
        "Ideally driver 1 never drives the van.",
        "The van should be at the depot at the end, if you can.",
    ],
)
async def test_words_of_preference_make_a_should(text: str) -> None:
    assert await strengths(text) == {"should"}


async def test_without_them_the_strength_is_the_statements_own() -> None:
    assert await strengths("The van is at the depot at the end.") == {None}


async def test_of_several_wishes_nobody_knows_which_one_is_preferred() -> None:
    assert await strengths("Driver 1 never drives the van. If possible the van is at the depot at the end.") == {None}
