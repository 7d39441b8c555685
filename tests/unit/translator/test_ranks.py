"""Places in an order, where they leave no choice."""

import pytest
from tests.unit.translator.steps import canonical, read

STAR, FOUR, SIX = (f"(have_image {name} thermograph0)" for name in ("star5", "phenomenon4", "phenomenon6"))
STAR_FOUR_SIX = canonical(
    [f"(sometime-before {FOUR} {STAR})", f"(sometime-before {SIX} {FOUR})", f"(sometime-before {SIX} {STAR})"]
)


@pytest.mark.parametrize(
    "text",
    [
        "do Phenomenon4 second and 6 last",
        "Take phenomenon 4 second and phenomenon 6 last.",
        "Please shoot Phenomenon4 second, then Phenomenon6 third.",
        "I want Phenomenon4 2nd and Phenomenon6 3rd.",
    ],
)
async def test_ranks_that_leave_no_choice_are_the_whole_order(text: str) -> None:
    (best, *_) = (await read(text, None, "satellite")).readings
    assert canonical(best.constraints) == STAR_FOUR_SIX


@pytest.mark.parametrize(
    "text",
    [
        "do Phenomenon4 second",
        "do Phenomenon4 second and Star0 last",
        "do Phenomenon4 second and Phenomenon6 second",
        "do Phenomenon4 second and 7 last",
        "do not take Phenomenon4 second and Phenomenon6 last",
        "turn to Phenomenon4 second and Phenomenon6 last",
        "Phenomenon4 within a second and Phenomenon6 last",
    ],
)
async def test_ranks_that_leave_a_choice_or_are_of_something_else_are_not_read(text: str) -> None:
    assert (await read(text, None, "satellite")).readings == ()


async def test_first_and_second_alone_say_nothing_of_the_third() -> None:
    (best, *_) = (await read("Phenomenon4 first, Star5 second.", None, "satellite")).readings
    assert canonical(best.constraints) == canonical([f"(sometime-before {STAR} {FOUR})"])
