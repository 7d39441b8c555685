"""The suites written here mean what their labels say: each ground truth has a plan, and real plans were shown."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from plancritic.contracts.planning import Impossible, SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.domains import load_domain
from plancritic.laboratory.feedback.judging import GroundTruthJudge
from plancritic.laboratory.feedback.suites import Element, read_suites
from plancritic.verdicts import Verdicts, portfolio, standard_judges

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

CASES = Path(__file__).parents[3] / "cases" / "feedback"
DOMAINS = ("waterway", "satellite")


def elements_of(name: str) -> list[Element]:
    return [element for domain in DOMAINS for element in read_suites([CASES / f"{name}.jsonl"], domain)]


def stored_plans() -> dict[tuple[str, str, tuple[str, ...]], str]:
    """A plan for each ground truth, by domain, problem and constraints."""
    lines = map(json.loads, (CASES / "own-plans.jsonl").read_text(encoding="utf-8").splitlines())
    return {(line["domain"], line["problem"], tuple(line["ground_truth"])): line["plan"] for line in lines}


@pytest.mark.parametrize("name", ["steps-own", "multi-own", "words-own", "voices-own"])
@pytest.mark.parametrize("domain", DOMAINS)
async def test_every_ground_truth_has_a_plan_that_reaches_the_goal_and_that_all_judges_accept(
    name: str, domain: str
) -> None:
    judge, plans = GroundTruthJudge(load_domain(domain)), stored_plans()
    for element in read_suites([CASES / f"{name}.jsonl"], domain):
        if not element.ground_truth:
            continue
        plan = plans[domain, element.problem, element.constraints]
        judgement = await judge.judge(element.problem, plan, element.constraints)
        assert set(judgement.judges.values()) == {"accepted"}, (element.text, judgement)


@pytest.mark.parametrize("domain", DOMAINS)
async def test_the_plans_shown_are_plans_and_do_not_do_yet_what_is_asked(domain: str) -> None:
    judge = GroundTruthJudge(load_domain(domain))
    for element in read_suites([CASES / "steps-own.jsonl"], domain):
        assert element.shown_plan is not None
        assert (await judge.judge(element.problem, element.shown_plan, ())).adherent, element.text
        asked = await judge.judge(element.problem, element.shown_plan, element.constraints)
        assert not asked.adherent, element.text


def test_the_suites_speak_of_both_domains_and_of_several_problems() -> None:
    for name, problems in (
        ("steps-own", 3),
        ("multi-own", 4),
        ("not-understood-own", 4),
        ("words-own", 4),
        ("voices-own", 4),
    ):
        elements = elements_of(name)
        assert len(elements) >= 24
        for domain in DOMAINS:
            assert len({element.problem for element in elements if element.domain == domain}) >= problems, name


@pytest.mark.parametrize("domain", [*DOMAINS, "haulage"])
async def test_no_plan_follows_a_statement_of_the_suite_of_impossible_ones(domain: str) -> None:
    bundle, verdicts = load_domain(domain), Verdicts(portfolio(None), standard_judges())
    limits = SolveLimits(seconds=5.0, deterministic=True)
    try:
        for element in read_suites([CASES / "impossible-own.jsonl"], domain):
            asked = tuple(TracedConstraint(constraint=each) for each in element.constraints)
            found = await verdicts.verdict(bundle.domain_pddl, bundle.problem(element.problem), asked, limits)
            assert isinstance(found, Impossible), (element.text, found)
    finally:
        await verdicts.close()


def test_several_statements_have_each_their_own_ground_truth() -> None:
    for element in elements_of("multi-own"):
        assert len(element.statements) in (2, 3)
        assert len(element.ground_truth) == len(element.statements)


def test_half_of_what_is_not_to_be_understood_could_be_taken_for_a_request() -> None:
    elements = elements_of("not-understood-own")
    assert all(element.ground_truth == () for element in elements)
    kinds = Counter(element.archetype for element in elements)
    assert kinds["beyond_any_plan"] == kinds["no_request"] == len(elements) / 2


def test_nothing_is_said_twice_in_the_suites() -> None:
    # Dialogues are no suite of statements: people say "Undo that." in more than one.
    no_suites = ("own-plans", "dialogues-own", "dialogues-frozen")
    suites = [path.stem for path in CASES.glob("*.jsonl") if path.stem not in no_suites]
    own = Counter(
        text for name in suites if name.endswith("-own") for each in elements_of(name) for text in each.statements
    )
    assert not [text for text, count in own.items() if count > 1]
    given = [line for name in suites if not name.endswith("-own") for line in _texts(CASES / f"{name}.jsonl")]
    assert not own.keys() & set(given)


def _texts(path: Path) -> list[str]:
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [text for line in lines for text in (line.get("statements") or [line["statement"]])]
