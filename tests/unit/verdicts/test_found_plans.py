"""Plans that engines found: one that misses only a bound of time is improved before it is refused."""

from plancritic.contracts.planning import PlanProved, Rejected, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.domains import load_domain
from plancritic.engines import PlanFound
from plancritic.engines.planners.kairos import KairosEngine
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.pddl.language import parse_plan
from plancritic.verdicts.found_plans import judged_plan
from plancritic.verdicts.strategies import Strategy
from plancritic.verdicts.task import Task, Texts, read_task

WATERWAY = load_domain("waterway")
PROBLEM = WATERWAY.problems["1"]
#: The scout goes to B and back before the plan proper begins, which ends 2 hours later than it needs to.
DETOUR = """0.000: (authority_make_location_unrestricted wpt_b_0 aut_b) [0.100]
0.101: (move_scout_asset wpt_ini wpt_b_0 sct_ast_0) [0.500]
0.602: (move_scout_asset wpt_b_0 wpt_ini sct_ast_0) [0.500]
2.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]
2.000: (remove_normal_debris_total wpt_ini wpt_a_0 n_deb_ini_a_0 deb_ast_0) [1.000]
2.101: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]
2.602: (scout_location wpt_a_0 sct_ast_0) [1.000]
3.603: (move_scout_asset wpt_a_0 wpt_end sct_ast_0) [0.500]
3.603: (move_debris_asset wpt_ini wpt_a_0 deb_ast_0) [1.000]
3.603: (move_ship_salvage_asset wpt_ini wpt_a_0 shp_sal_ast_0) [1.000]
4.104: (scout_location wpt_end sct_ast_0) [1.000]
4.604: (remove_normal_debris_total wpt_a_0 wpt_end n_deb_a_0_end deb_ast_0) [1.000]
5.605: (move_ship_salvage_asset wpt_a_0 wpt_end shp_sal_ast_0) [1.000]
6.606: (ship_salvage_asset_salvage_ship wpt_end shp_0 shp_sal_ast_0) [1.000]
7.607: (move_ship_salvage_asset wpt_end wpt_a_0 shp_sal_ast_0) [1.000]
8.608: (move_ship_salvage_asset wpt_a_0 wpt_ini shp_sal_ast_0) [1.000]
9.609: (move_ship_salvage_asset wpt_ini shp_dck_0 shp_sal_ast_0) [1.000]
10.610: (ship_salvage_asset_dock_ship shp_dck_0 shp_0 shp_sal_ast_0) [1.000]
"""


async def verdict_on(plan: str, *constraints: str) -> Verdict:
    traced = tuple(TracedConstraint(constraint=each) for each in constraints)
    task = read_task(Texts(WATERWAY.domain_pddl, PROBLEM), traced, "kairos")
    assert isinstance(task, Task)
    engine = KairosEngine(children=1)
    try:
        return await judged_plan(
            (KairosJudge(), ExecutorJudge()), task, Strategy(engine), PlanFound(plan, "kairos", 0.0)
        )
    finally:
        await engine.close()


async def test_a_plan_that_is_late_by_needless_steps_is_improved_and_proved() -> None:
    verdict = await verdict_on(DETOUR, "(within 10 (at shp_0 shp_dck_0))")
    assert isinstance(verdict, PlanProved)
    assert parse_plan(verdict.plan).makespan < 10


async def test_improving_keeps_what_else_is_asked() -> None:
    verdict = await verdict_on(DETOUR, "(within 11 (at shp_0 shp_dck_0))", "(sometime (at sct_ast_0 wpt_b_0))")
    assert isinstance(verdict, PlanProved)
    assert "wpt_b_0" in verdict.plan


async def test_a_plan_that_no_improving_brings_within_the_bound_is_rejected_as_it_was_found() -> None:
    verdict = await verdict_on(DETOUR, "(within 5 (at shp_0 shp_dck_0))")
    assert isinstance(verdict, Rejected)
    assert verdict.plan == DETOUR


async def test_a_plan_that_breaks_another_constraint_too_is_rejected() -> None:
    verdict = await verdict_on(DETOUR, "(within 10 (at shp_0 shp_dck_0))", "(always (not (at sct_ast_0 wpt_b_0)))")
    assert isinstance(verdict, Rejected)
