"""Our models against the published ones, by real plans and real judges."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from plancritic.domains.folder import DomainFolder, load_folder
from plancritic.judges import ExecutorJudge, JudgeRequest, ValJudge
from plancritic.pddl.language import parse_domain, parse_plan, parse_problem, with_goal

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

CASES = Path(__file__).parents[2] / "cases" / "plancritic"
PUBLISHED = {"waterway": "restore_waterway_no_fuel", "satellite": "satellite_simple_time"}

DEMO = {
    "No vessel may go through waypoint A.": [
        "(always (not (at deb_ast_0 wpt_a_0)))",
        "(always (not (at sct_ast_0 wpt_a_0)))",
        "(always (not (at shp_sal_ast_0 wpt_a_0)))",
    ],
    "Nobody but the scout leaves the start before the end point has been scouted.": [
        "(sometime-before (not (at deb_ast_0 wpt_ini)) (is_underwater_debris_visible wpt_end))",
        "(sometime-before (not (at shp_sal_ast_0 wpt_ini)) (is_underwater_debris_visible wpt_end))",
    ],
    "Finish with the debris boat at waypoint B.": ["(at end (at deb_ast_0 wpt_b_0))"],
}


async def _ruling(domain: str, problem: str, plan: str, constraints: tuple[str, ...] = (), goal: bool = True) -> str:
    request = JudgeRequest(domain, problem, plan, constraints, goal)
    report = await ValJudge().judge(request)
    assert (await ExecutorJudge().judge(request)).ruling == report.ruling
    return report.ruling


def _cases() -> list[tuple[str, str, str]]:
    """For each problem that was published: without feedback and under each archetype it has."""
    return [
        (name, problem, archetype)
        for name in PUBLISHED
        for problem in ("1", "2", "3")
        for archetype in ("", *(each.name for each in load_folder(name).archetypes if problem in each.ground_truth))
    ]


@pytest.mark.parametrize(("domain", "problem", "archetype"), _cases())
async def test_a_plan_for_our_model_is_one_for_the_published_model(
    domain: str, problem: str, archetype: str, bundles: dict[str, DomainFolder], plan_for: Callable[..., str]
) -> None:
    bundle = bundles[domain]
    truths = {each.name: each.ground_truth for each in bundle.archetypes}
    constraints = truths[archetype][problem] if archetype else ()
    plan = plan_for(domain, problem, constraints)
    ours = parse_problem(bundle.problem(problem), parse_domain(bundle.domain_pddl))
    home = CASES / PUBLISHED[domain]
    theirs = with_goal((home / f"instance-{problem}.pddl").read_text(), str(ours.goal))
    report = await ValJudge().judge(JudgeRequest((home / "domain.pddl").read_text(), theirs, plan, constraints))
    assert report.ruling == "accepted", report.findings


@pytest.mark.parametrize("domain", PUBLISHED)
@pytest.mark.parametrize("problem", ["1", "2", "3"])
def test_objects_and_initial_facts_are_the_published_ones(
    domain: str, problem: str, bundles: dict[str, DomainFolder]
) -> None:
    bundle = bundles[domain]
    home = CASES / PUBLISHED[domain]
    ours = parse_problem(bundle.problem(problem), parse_domain(bundle.domain_pddl))
    theirs = parse_problem(
        (home / f"instance-{problem}.pddl").read_text(), parse_domain((home / "domain.pddl").read_text())
    )
    assert dict(ours.objects) == dict(theirs.objects)
    assert {each: ours.display[each] for each in ours.objects} == {each: theirs.display[each] for each in ours.objects}
    assert ours.facts == theirs.facts
    assert ours.values == theirs.values


@pytest.mark.parametrize("domain", PUBLISHED)
def test_names_and_parameter_order_are_the_published_ones(domain: str, bundles: dict[str, DomainFolder]) -> None:
    ours = parse_domain(bundles[domain].domain_pddl)
    theirs = parse_domain((CASES / PUBLISHED[domain] / "domain.pddl").read_text())
    assert {name: action.parameters for name, action in ours.actions.items()} == {
        name: action.parameters for name, action in theirs.actions.items()
    }
    for declared, published in ((ours.predicates, theirs.predicates), (ours.functions, theirs.functions)):
        assert {name: [each.types for each in parameters] for name, parameters in declared.items()} == {
            name: [each.types for each in parameters] for name, parameters in published.items()
        }
    assert {name: parent for name, parent in ours.types.items() if parent != "object"} == {
        name: parent for name, parent in theirs.types.items() if parent != "object"
    }


@pytest.mark.parametrize("domain", PUBLISHED)
async def test_the_ground_truth_of_every_archetype_is_planned_and_proved(
    domain: str, bundles: dict[str, DomainFolder], plan_for: Callable[..., str]
) -> None:
    bundle = bundles[domain]
    for archetype in bundle.archetypes:
        for problem, constraints in archetype.ground_truth.items():
            plan = plan_for(domain, problem, constraints)
            ruling = await _ruling(bundle.domain_pddl, bundle.problem(problem), plan, constraints)
            assert ruling == "accepted", (archetype.name, problem)


def test_ground_truths_on_problem_1_are_those_of_the_feedback_suite(bundles: dict[str, DomainFolder]) -> None:
    suite = Path(__file__).parents[2] / "cases" / "feedback" / "rephrasings-dev.jsonl"
    truths = {
        (name, archetype.name): list(archetype.ground_truth["1"])
        for name, bundle in bundles.items()
        for archetype in bundle.archetypes
    }
    rows = [json.loads(line) for line in suite.read_text().splitlines()]
    assert {(row["domain"], row["archetype"]) for row in rows} == truths.keys()
    for row in rows:
        assert truths[row["domain"], row["archetype"]] == row["ground_truth"]


@pytest.mark.parametrize("domain", PUBLISHED)
@pytest.mark.parametrize("problem", ["1", "2", "3", "4"])
async def test_which_archetypes_hold_without_feedback_is_agreed_by_the_judges(
    domain: str, problem: str, bundles: dict[str, DomainFolder], plan_for: Callable[..., str]
) -> None:
    bundle = bundles[domain]
    plan = plan_for(domain, problem)
    assert await _ruling(bundle.domain_pddl, bundle.problem(problem), plan) == "accepted"
    met = []
    for archetype in bundle.archetypes:
        if problem not in archetype.ground_truth:
            continue
        truth = archetype.ground_truth[problem]
        whole = await _ruling(bundle.domain_pddl, bundle.problem(problem), plan, truth, goal=False)
        single = [
            await _ruling(bundle.domain_pddl, bundle.problem(problem), plan, (each,), goal=False) for each in truth
        ]
        assert (whole == "accepted") == all(ruling == "accepted" for ruling in single), archetype.name
        if whole == "accepted":
            met.append(archetype.name)
    print(f"{domain} {problem}: the base plan meets {len(met)} archetypes: {', '.join(met)}")


async def test_the_base_plan_of_the_demo_violates_all_its_statements(
    bundles: dict[str, DomainFolder], plan_for: Callable[..., str]
) -> None:
    bundle = bundles["waterway"]
    plan = plan_for("waterway", "1")
    parsed = parse_plan(plan)
    assert len(parsed.steps) == 15
    assert parsed.makespan == pytest.approx(9.602, abs=0.01)
    for statement, constraints in DEMO.items():
        ruling = await _ruling(bundle.domain_pddl, bundle.problem("1"), plan, tuple(constraints), goal=False)
        assert ruling == "rejected", statement


async def test_all_statements_of_the_demo_are_met_at_once(
    bundles: dict[str, DomainFolder], plan_for: Callable[..., str]
) -> None:
    bundle = bundles["waterway"]
    constraints = tuple(each for group in DEMO.values() for each in group)
    plan = plan_for("waterway", "1", constraints)
    assert await _ruling(bundle.domain_pddl, bundle.problem("1"), plan, constraints) == "accepted"


def test_the_fourth_waterway_needs_partial_removal_and_unloading(plan_for: Callable[..., str]) -> None:
    actions = {step.action for step in parse_plan(plan_for("waterway", "4")).steps}
    assert {"remove_normal_debris_partial", "unload_debris_debris_station"} <= actions
