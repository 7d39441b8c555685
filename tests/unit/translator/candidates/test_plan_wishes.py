"""Wishes about the whole plan are read, and nothing else is read as one."""

import pytest
from tests.support.regressions import plan_text

from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.translator.candidates.plan_wishes import NOTHING_SHOWN
from plancritic.translator.translation import Translator

SHOWN = plan_text("two-steps")
#: One for all tests: it keeps what it has read of a problem.
TRANSLATOR = Translator()


async def read(statement: str, shown: str | None = SHOWN, domain: str = "waterway") -> StatementReadings:
    asked = [Statement(id="f1", text=statement)]
    _, (found,) = await TRANSLATOR.translate(load_domain(domain), "1", asked, shown)
    return found


async def test_a_shorter_plan_may_mean_fewer_steps() -> None:
    found = await read("Make it shorter.")
    assert [each.constraints for each in found.readings] == [("(< (total-time) 1.501)",), ("(< (total-steps) 2)",)]


@pytest.mark.parametrize("statement", ["Faster.", "As few steps as possible."])
async def test_a_comparison_needs_a_plan_that_was_shown(statement: str) -> None:
    found = await read(statement, shown=None)
    assert not found.readings
    assert found.reason == NOTHING_SHOWN


async def test_a_bound_beside_another_wish_is_read_with_it() -> None:
    for statement in (
        "Finish within 10 hours and never visit waypoint A.",
        "The scout must never visit waypoint A. The whole plan ends by hour 10.",
    ):
        (best, *_) = (await read(statement)).readings
        assert best.constraints[-1] == "(<= (total-time) 10)"
        assert len(best.constraints) > 1
        assert all("wpt_a_0" in text for text in best.constraints[:-1])
        assert best.mid_level_goal.endswith("The plan ends by 10 hours.")
