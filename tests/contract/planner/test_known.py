"""What the planner keeps for later, on a real broker: verdicts for whoever asks the same, plans for all copies."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import structlog
from tests.support.builders import constraint, describe_service, solve_problem
from tests.support.services import running

from plancritic.bus import BucketName, BusSettings, Client
from plancritic.bus.streams import bucket_name
from plancritic.contracts import subjects
from plancritic.contracts.planning import Impossible, PlanProved, Solution, SolveLimits, SyntaxFault, Verdict
from plancritic.contracts.specification import ProblemReference, TracedConstraint
from plancritic.domains import load_domain
from plancritic.pddl.language import parse_plan, with_constraints
from plancritic.planner.app import build_app
from plancritic.planner.settings import PlannerSettings
from plancritic.verdicts.cache.plan_archive import PlanArchive
from plancritic.verdicts.cache.stores import BucketStore
from plancritic.verdicts.cache.verdict_cache import VerdictCache, VerdictRequest, problem_hash

WATERWAY = load_domain("waterway")
PROBLEM = problem_hash(WATERWAY.domain_pddl, WATERWAY.problem("1"))
END = constraint("(at end (at deb_ast_0 wpt_b_0))", "s1")
BEGIN = constraint("(at end (at deb_ast_0 wpt_ini))", "s2")
#: What the planner finds a plan for that tidying makes another one.
DETOUR = (
    constraint("(at end (is_location_not_blocked wpt_ini wpt_b_0))", "s1"),
    constraint("(at end (is_location_not_blocked wpt_b_0 wpt_end))", "s1"),
)


@pytest.fixture
async def waterway(client: Client) -> ProblemReference:
    return ProblemReference(domain="waterway", problem="1", bundle=await client.put_object(WATERWAY.to_json()))


@pytest.fixture
async def planner(bus_settings: BusSettings) -> AsyncIterator[None]:
    async with running(build_app(PlannerSettings(), bus_settings)):
        yield


async def verdict(client: Client, problem: ProblemReference, **job: object) -> Verdict:
    solution = await client.request(solve_problem(problem=problem, **job), subjects.SOLVE, timeout=20)
    assert isinstance(solution, Solution)
    return solution.verdict


def asker(client: Client) -> VerdictCache:
    return VerdictCache(BucketStore(client, BucketName.VERDICTS), client.settings.tenant)


async def test_a_verdict_is_found_by_whoever_asks_the_same(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    given = await verdict(client, waterway, specification=(END, BEGIN), explain_clash=True)
    assert isinstance(given, Impossible)
    mine = (BEGIN.model_copy(update={"statements": ("b",)}), END.model_copy(update={"statements": ("a",)}))
    found = await asker(client).read(VerdictRequest(PROBLEM, mine, explain_clash=True))
    assert isinstance(found, Impossible)
    assert found.cached
    assert {statement for one in found.clash for statement in one.statements} == {"a", "b"}
    assert await asker(client).read(VerdictRequest(PROBLEM, mine)) is None, "another request"


async def test_relaxations_come_back_in_the_askers_ids(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    limits = SolveLimits(seconds=10)
    theirs = (END, BEGIN, constraint("(sometime (at deb_ast_0 wpt_a_0))", "s3"))
    given = await verdict(client, waterway, specification=theirs, limits=limits, explain_clash=True, relax=True)
    assert isinstance(given, Impossible)
    assert given.relaxations
    ids = {"s1": "x", "s2": "y", "s3": "z"}
    mine = tuple(
        each.model_copy(update={"statements": tuple(ids[one] for one in each.statements)}) for each in reversed(theirs)
    )
    request = VerdictRequest(PROBLEM, mine, limits, explain_clash=True, relax=True)
    found = await asker(client).read(request)
    assert isinstance(found, Impossible)
    assert [one.plan for one in found.relaxations] == [one.plan for one in given.relaxations]
    for before, after in zip(given.relaxations, found.relaxations, strict=True):
        assert {ids[one] for one in before.statements} == set(after.statements)
        assert all(change.constraint in mine for change in after.changes)


async def test_a_verdict_of_one_moment_is_not_kept(client: Client, waterway: ProblemReference, planner: None) -> None:
    hard = SolveLimits(seconds=0.001)
    given = await verdict(client, waterway, limits=hard)
    found = await asker(client).read(VerdictRequest(PROBLEM, limits=hard))
    assert (found is not None) == isinstance(given, PlanProved | Impossible)


async def test_a_tidied_plan_takes_no_other_ones_place(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    limits = SolveLimits(deterministic=True)
    asked = {"specification": DETOUR, "limits": limits}
    tidied = await verdict(client, waterway, tidy=True, **asked)
    assert await asker(client).read(VerdictRequest(PROBLEM, DETOUR, limits)) is None
    plain = await verdict(client, waterway, **asked)
    assert isinstance(plain, PlanProved) and isinstance(tidied, PlanProved)
    assert plain.plan != tidied.plan
    for given, tidy in ((plain, False), (tidied, True)):
        found = await asker(client).read(VerdictRequest(PROBLEM, DETOUR, limits, tidy=tidy))
        assert isinstance(found, PlanProved)
        assert found.plan == given.plan


async def test_plans_are_shared_by_all_copies(client: Client, waterway: ProblemReference, planner: None) -> None:
    given = await verdict(client, waterway, specification=(END,), limits=SolveLimits(deterministic=True))
    assert isinstance(given, PlanProved)
    copy = PlanArchive()
    await copy.fetch(BucketStore(client, BucketName.PLANS), client.settings.tenant, PROBLEM)
    assert given.plan in copy.texts(PROBLEM)


async def test_a_known_plan_that_does_is_judged_and_no_search_is_made(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    first = await verdict(client, waterway, specification=(END,))
    weaker = constraint("(sometime (at deb_ast_0 wpt_b_0))", "s3")
    second = await verdict(client, waterway, specification=(weaker,), limits=SolveLimits(seconds=0.001))
    assert isinstance(first, PlanProved)
    assert isinstance(second, PlanProved)
    assert (second.road, second.plan) == ("archive", first.plan)
    assert {report.judge: report.ruling for report in second.proof.reports} == {
        "kairos": "accepted",
        "executor": "accepted",
    }


async def test_a_known_plan_is_not_taken_where_a_search_finds_one_that_ends_sooner(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    scout = constraint("(at end (at sct_ast_0 wpt_b_0))", "s1")
    detour = constraint("(always (not (at shp_sal_ast_0 wpt_a_0)))", "s2")
    assert isinstance(await verdict(client, waterway), PlanProved)
    long = await verdict(client, waterway, specification=(scout, detour))
    found = await verdict(client, waterway, specification=(scout,))
    seeded = await verdict(client, waterway, specification=(scout,), limits=SolveLimits(deterministic=True))
    assert isinstance(long, PlanProved)
    assert isinstance(found, PlanProved)
    assert isinstance(seeded, PlanProved)
    assert parse_plan(found.plan).makespan == parse_plan(seeded.plan).makespan < parse_plan(long.plan).makespan


async def test_a_known_plan_as_short_as_any_is_taken_without_a_search(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    base = await verdict(client, waterway)
    found = await verdict(client, waterway, specification=(constraint("(sometime (at sct_ast_0 wpt_end))"),))
    assert isinstance(base, PlanProved)
    assert isinstance(found, PlanProved)
    assert (found.road, found.plan) == ("archive", base.plan)


@pytest.mark.parametrize(
    "job",
    [
        {"limits": SolveLimits(deterministic=True)},
        {"limits": SolveLimits(seconds=0.5, anytime=True)},
        {"improve": True},
        {"engine": "kairos"},
        {"specification": (TracedConstraint(constraint=END.constraint, strength="should"),)},
    ],
    ids=["deterministic", "anytime", "improve", "engine", "preferences"],
)
async def test_no_known_plan_is_taken_where_it_could_change_the_answer(
    job: dict[str, object], client: Client, waterway: ProblemReference, planner: None
) -> None:
    await verdict(client, waterway, specification=(END,))
    found = await verdict(client, waterway, **{"specification": (END,), **job})
    assert isinstance(found, PlanProved)
    assert found.road != "archive"


async def test_a_known_plan_excuses_no_malformed_constraint(
    client: Client, waterway: ProblemReference, planner: None
) -> None:
    await verdict(client, waterway, specification=(END,))
    for wrong in ("(sometime (or (at deb_ast_0 wpt_b_0) (at deb_ast_9 wpt_b_0)))", "(sometime (at deb"):
        found = await verdict(client, waterway, specification=(END, constraint(wrong)))
        assert isinstance(found, SyntaxFault), wrong


async def test_a_planner_that_keeps_nothing_answers_the_same(
    client: Client, bus_settings: BusSettings, waterway: ProblemReference
) -> None:
    keeping_nothing = PlannerSettings(verdict_cache=False, plan_archive=False)
    async with running(build_app(keeping_nothing, bus_settings)):
        given = await verdict(client, waterway, specification=(END,), limits=SolveLimits(deterministic=True))
    assert await asker(client).read(VerdictRequest(PROBLEM, (END,), SolveLimits(deterministic=True))) is None
    for bucket in (BucketName.VERDICTS, BucketName.PLANS):
        assert await (await client.kv(bucket)).keys() == ()
    async with running(build_app(PlannerSettings(), bus_settings)):
        again = await verdict(client, waterway, specification=(END,), limits=SolveLimits(deterministic=True))
    assert isinstance(given, PlanProved)
    assert isinstance(again, PlanProved)
    assert again.plan == given.plan


async def test_what_plans_is_shown_and_advertised(client: Client, planner: None) -> None:
    (described,) = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=2, expected=1)
    entry = await (await client.kv(BucketName.VERDICTS)).get(f"{client.settings.tenant}.planning_version")
    assert entry is not None
    assert entry.value.decode() == described.detail["planning"]
    assert "kairos" in described.detail["planning"]


@pytest.mark.parametrize("missing", [BucketName.VERDICTS, BucketName.PLANS])
async def test_without_a_bucket_planning_goes_on_with_one_warning_and_a_count(
    missing: BucketName, client: Client, bus_settings: BusSettings, waterway: ProblemReference
) -> None:
    await client.jetstream.delete_stream(f"KV_{bucket_name(client.naming, missing)}")
    service = build_app(PlannerSettings(), bus_settings)
    with structlog.testing.capture_logs() as logged:
        async with running(service):
            for specification in ((), (END,), (BEGIN,)):
                assert isinstance(await verdict(client, waterway, specification=specification), PlanProved)
    warnings = [line for line in logged if line["event"] == "going on without a store"]
    assert [(line["store"], line["log_level"]) for line in warnings] == [(missing, "warning")]
    uses = {
        (sample.labels["store"], sample.labels["outcome"]): sample.value
        for family in service.registry.collect()
        if family.name == "plancritic_store_uses"
        for sample in family.samples
        if sample.name.endswith("_total")
    }
    assert uses[missing, "unavailable"] == 1
    assert uses[missing, "skipped"] >= 1


async def test_a_problem_with_preferences_of_its_own_is_always_planned(client: Client, planner: None) -> None:
    text = with_constraints(WATERWAY.problem("1"), ["(preference wish (sometime (at deb_ast_0 wpt_a_0)))"])
    bundle = await client.put_object(WATERWAY.model_copy(update={"problems": {"1": text}}).to_json())
    wishing = ProblemReference(domain="waterway", problem="1", bundle=bundle)
    for specification in ((), (constraint("(sometime (at deb_ast_0 wpt_ini))"),)):
        found = await verdict(client, wishing, specification=specification)
        assert isinstance(found, PlanProved)
        assert found.road != "archive"
        assert len(found.preferences) == 1
