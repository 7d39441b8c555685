""" "Take Star5" and "do Phenomenon4" speak of the images that the goal asks for."""

import pytest
from tests.unit.translator.steps import canonical, read

FOUR_BEFORE_SIX = canonical(
    ["(sometime-before (have_image phenomenon6 thermograph0) (have_image phenomenon4 thermograph0))"]
)


@pytest.mark.parametrize(
    "text",
    [
        "take Phenomenon4 before Phenomenon6",
        "shoot phenomenon 4 before phenomenon 6",
        "Do Phenomenon4 before Phenomenon6, please.",
        "get Phenomenon4 before Phenomenon6",
        "Please take Phenomenon6 after Phenomenon4.",
        "You must get Phenomenon4 before Phenomenon6.",
    ],
)
async def test_a_bare_target_before_another_is_image_before_image(text: str) -> None:
    (best, *_) = (await read(text, None, "satellite")).readings
    assert canonical(best.constraints) == FOUR_BEFORE_SIX
    assert best.score >= 0.85


async def test_a_denied_verb_turns_the_order_round() -> None:
    (best, *_) = (await read("Do not take Phenomenon6 before Phenomenon4.", None, "satellite")).readings
    assert canonical(best.constraints) == FOUR_BEFORE_SIX


@pytest.mark.parametrize(
    "text",
    [
        "Take Phenomenon4 out of the plan.",
        "Take Phenomenon4 as the first direction.",
        "Take a look at Phenomenon4 before Phenomenon6.",
        "Get the satellite to Phenomenon4 before Phenomenon6.",
        "Take GroundStation1 before Star5.",
    ],
)
async def test_the_verb_in_another_phrase_or_of_no_target_is_surely_no_image(text: str) -> None:
    found = await read(text, None, "satellite")
    for each in found.readings:
        images = any(
            "(have_image Phenomenon4" in text or "(have_image GroundStation1" in text for text in each.constraints
        )
        assert not (images and each.score >= 0.85), each
