""" "Take Star5" and "do Phenomenon4" speak of the images that the goal asks for."""

import pytest
from tests.unit.translator.steps import read


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
