"""Staying from an arrival on, and being home in the end."""

import pytest
from tests.unit.translator.steps import canonical, read

STAYS = canonical(["(at end (at sct_ast_0 wpt_b_0))", "(at-most-once (at sct_ast_0 wpt_b_0))"])
HOME = canonical(["(at end (at sct_ast_0 wpt_ini))"])


@pytest.mark.parametrize(
    "text",
    [
        "The scout should just stay at waypoint B once it's there.",
        "Once the scout is at waypoint B it should stay there.",
        "When the scout has reached waypoint B, it must remain there.",
        "The scout must not leave waypoint B once it has been there.",
        "I want the scout to stay at B as soon as it has arrived.",
        "The scout should remain at waypoint B after arriving there.",
        "The scout never leaves waypoint B again once it is there.",
    ],
)
async def test_staying_from_an_arrival_on_is_one_stretch_to_the_end(text: str) -> None:
    (best, *_) = (await read(text, None)).readings
    assert canonical(best.constraints) == STAYS


@pytest.mark.parametrize(
    "text",
    [
        "The scout should stay at B once the salvage boat is there.",
        "Once the scout is at B the salvage boat stays there.",
        "The scout should stay at B until it is scouted.",
        "Once the scout is at B it should scout it.",
        "After the scout has been at B it must not stay there.",
        "The scout may stay at B once it is there.",
        "The scout stays at A once B is scouted.",
    ],
)
async def test_what_waits_for_something_else_is_no_staying(text: str) -> None:
    found = await read(text, None)
    assert all(canonical(each.constraints) != STAYS for each in found.readings)


@pytest.mark.parametrize(
    "text",
    [
        "I want the scout back home when it's all done",
        "The scout should be back home by the time we're finished.",
        "At the end the scout must be home.",
        "The scout goes home in the end.",
        "Get the scout home safely when we're through.",
        "I'd like to see the scout home by the end.",
    ],
)
async def test_home_in_the_end_is_where_one_is_at_the_beginning(text: str) -> None:
    (best, *_) = (await read(text, None)).readings
    assert canonical(best.constraints) == HOME


async def test_home_is_the_place_of_who_is_named() -> None:
    (best, *_) = (await read("I want driver 1 back home at the end", None, "haulage")).readings
    assert canonical(best.constraints) == canonical(["(at end (at driver1 depot))"])


@pytest.mark.parametrize(
    "text",
    [
        "Bring the scout home.",
        "The scout must be home within 10 hours.",
        "The scout must never go home.",
        "The scout must not be home at the end.",
        "The scout goes home after it has been at B.",
        "On the way home the scout visits B.",
        "The scout is at B when we all go home.",
        "Both drivers go home in the end.",
    ],
)
async def test_home_beside_a_time_an_order_or_a_denial_is_not_read_as_the_end_at_home(text: str) -> None:
    found = await read(text, None, "haulage" if "drivers" in text else "waterway")
    assert all(canonical(each.constraints) != HOME for each in found.readings)
    # At the beginning everybody is at home: neither is it a reading that every plan meets.
    trivial = canonical(["(sometime (at sct_ast_0 wpt_ini))"]), canonical(["(within 10 (at sct_ast_0 wpt_ini))"])
    assert all(canonical(each.constraints) not in trivial for each in found.readings)
