"""A domain with time and numbers is refined on a real broker, and the main job's planner plans with what comes out."""

from __future__ import annotations

from contextlib import aclosing

from tests.support.services import running
from tests.support.temporal_refining import domain_text, faulty, known, problem_text, requested

from plancritic.bus import BusSettings, Client
from plancritic.client import PlancriticClient, RefinementEnd
from plancritic.contracts.refinement.messages import DomainRefined, RefinementRefused, RefinementRequested
from plancritic.engines import PlanFound, PlanningRequest
from plancritic.engines.planners.kairos import KairosEngine
from plancritic.pddl.execution import execute
from plancritic.pddl.language import parse_domain, parse_plan, parse_problem
from plancritic.pddl.strips_part import numeric_part
from plancritic.refiner.app import build_app
from plancritic.refiner.settings import RefinerSettings

#: The scout never arrives, and docking also asks for a debris station: two faults in one start.
START = faulty(
    "waterway",
    ("move_scout_asset", "(at end (at ?ast ?loc2))", ""),
    (
        "ship_salvage_asset_dock_ship",
        "(at start (on ?shp ?ast))",
        "(at start (on ?shp ?ast)) (over all (is_location_debris_station ?loc))",
    ),
)


async def end_of(client: Client, request: RefinementRequested) -> RefinementEnd:
    handed_in = await PlancriticClient(client).refine(request)
    async with aclosing(handed_in.follow(silence=120)) as events:
        async for event in events:
            if isinstance(event, RefinementEnd):
                return event
    raise AssertionError("no end")


async def test_two_faults_of_waterway_are_made_good_by_known_plans(client: Client, bus_settings: BusSettings) -> None:
    async with running(build_app(RefinerSettings(plan_seconds=2.0, most_plans=20), bus_settings)):
        ended = await end_of(client, requested("waterway", START, known("waterway", most=3)))
    assert isinstance(ended, DomainRefined), ended
    assert (ended.refined, ended.left) == (True, ())
    assert any(
        each.startswith("move_scout_asset also has the effect that ") and "(at ?ast ?loc2) at end" in each
        for each in ended.changes
    )
    assert any(
        "no longer requires that " in each and "(is_location_debris_station ?loc) over all" in each
        for each in ended.changes
    )
    refined = parse_domain(ended.domain)
    true = parse_domain(domain_text("waterway"))
    assert numeric_part(refined).actions == numeric_part(true).actions
    engine = KairosEngine(children=1)
    try:
        found = await engine.solve(PlanningRequest(ended.domain, problem_text("waterway")))
    finally:
        await engine.close()
    assert isinstance(found, PlanFound), found
    trajectory = execute(parse_problem(problem_text("waterway"), true), parse_plan(found.plan))
    assert trajectory.fault is None
    assert trajectory.goal_met


async def test_what_is_more_than_strips_about_facts_is_refused_with_its_place(
    client: Client, bus_settings: BusSettings
) -> None:
    start = domain_text("haulage").replace(":durative-actions", ":durative-actions :adl")
    start = start.replace("(at start (vacant ?v))", "(at start (or (vacant ?v) (drives ?d ?v)))")
    async with running(build_app(RefinerSettings(), bus_settings)):
        ended = await end_of(client, requested("haulage", start))
    assert isinstance(ended, RefinementRefused)
    assert "a disjunction" in ended.fault.message
    assert ended.fault.line is not None
