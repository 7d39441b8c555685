import random

import pytest
from tests.unit.laboratory.adherence.training.walked import lexicon_of, walks

from plancritic.contracts.planning import SolveLimits
from plancritic.domains.folder import DomainFolder
from plancritic.engines import PlanningRequest, create_engine
from plancritic.engines.outcome import PlanFound
from plancritic.laboratory.adherence.training.data.sampled_problems import sample_problem, with_initial_state
from plancritic.laboratory.adherence.training.questions.questions import shares_of
from plancritic.pddl.execution import execute
from plancritic.pddl.language import PddlSyntaxError, Plan, conjuncts, parse_domain, parse_problem

DOMAINS = ["waterway", "satellite"]


def samples(domain: str, count: int = 30) -> list[str]:
    lexicon, generator = lexicon_of(domain), random.Random(3)
    drawn = (
        sample_problem(lexicon.problem.text, walks(domain), shares_of(lexicon, "1"), generator) for _ in range(count)
    )
    return [text for text in drawn if text is not None]


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_sampled_problem_starts_in_a_state_that_a_plan_passes_through_at_rest(domain: str) -> None:
    lexicon = lexicon_of(domain)
    states = {(state.facts, tuple(sorted(state.values.items(), key=str))) for w in walks(domain) for state in w.states}

    found = samples(domain)

    assert len(found) > 10
    for text in found:
        problem = parse_problem(text, parse_domain(lexicon.bundle.domain_pddl))
        assert problem.objects == lexicon.problem.objects
        assert problem.facts != lexicon.problem.facts
        assert problem.facts in {facts for facts, _ in states}
        assert problem.values.keys() == lexicon.problem.values.keys()


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_sampled_goal_is_the_problems_own_or_facts_that_do_not_hold_yet(domain: str) -> None:
    lexicon = lexicon_of(domain)
    problems = [parse_problem(text, parse_domain(lexicon.bundle.domain_pddl)) for text in samples(domain)]

    own = [problem for problem in problems if problem.goal == lexicon.problem.goal]
    others = [problem for problem in problems if problem.goal != lexicon.problem.goal]

    assert own and others
    assert not any(fact in problem.facts for problem in others for fact in conjuncts(problem.goal))


def test_a_plan_without_steps_gives_no_problem() -> None:
    lexicon = lexicon_of("waterway")
    idle = execute(lexicon.problem, Plan(()))

    assert sample_problem(lexicon.problem.text, [idle], shares_of(lexicon, "1"), random.Random(1)) is None


async def test_sampled_problems_can_be_planned(bundle: DomainFolder) -> None:
    engine = create_engine("kairos")
    try:
        limits = SolveLimits(seconds=1.0, deterministic=True)
        outcomes = [
            await engine.solve(PlanningRequest(bundle.domain_pddl, text, limits)) for text in samples("waterway")[:8]
        ]
    finally:
        await engine.close()
    assert sum(isinstance(outcome, PlanFound) for outcome in outcomes) >= 6


def test_a_problem_without_an_initial_state_is_refused() -> None:
    with pytest.raises(PddlSyntaxError, match="init"):
        with_initial_state("(define (problem p) (:domain d) (:goal (and)))", [], {})
