"""Whether a reading behaves like the ground truth, on plans that real planners make."""

from __future__ import annotations

from contextlib import aclosing

import pytest

from plancritic.domains import load_domain
from plancritic.laboratory.feedback.posterior.meanings import MeaningJudge

AT_B = "(at end (at deb_ast_0 wpt_b_0))"
SCOUT_AT_B = "(at end (at sct_ast_0 wpt_b_0))"
NEVER = "(always (at sct_ast_0 wpt_ini))"
ALSO_NEVER = "(always (at shp_0 shp_dck_0))"


@pytest.mark.slow
async def test_readings_are_compared_by_what_plans_do() -> None:
    async with aclosing(MeaningJudge(load_domain("waterway"))) as judge:
        for reading, truth, alike in (
            ((AT_B,), (AT_B,), True),
            (("(at end (not (not (at deb_ast_0 wpt_b_0))))",), (AT_B,), True),
            ((AT_B, "(sometime (at deb_ast_0 wpt_b_0))"), (AT_B,), True),
            ((SCOUT_AT_B,), (AT_B,), False),
            (("(sometime (at deb_ast_0 wpt_ini))",), (AT_B,), False),
            # What no plan of the bank satisfies is told apart by its form.
            ((NEVER,), (ALSO_NEVER,), False),
            ((NEVER,), (NEVER,), True),
        ):
            assert await judge.behaves_like("1", reading, truth) is alike, (reading, truth)


@pytest.mark.slow
async def test_a_plan_for_either_side_tells_a_weaker_reading_from_the_truth() -> None:
    async with aclosing(MeaningJudge(load_domain("waterway"))) as judge:
        visits = ("(sometime (at sct_ast_0 wpt_a_0))",)
        assert not await judge.behaves_like("1", visits, ("(at end (at sct_ast_0 wpt_a_0))",))
        assert not await judge.behaves_like("1", ("(at end (at sct_ast_0 wpt_a_0))",), visits)
