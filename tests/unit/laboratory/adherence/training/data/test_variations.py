import random

import pytest
from tests.unit.laboratory.adherence.training.walked import lexicon_of, walks

from plancritic.judges import JudgeRequest, KairosJudge
from plancritic.laboratory.adherence.training.data.variations import vary

DOMAINS = ["waterway", "satellite"]


@pytest.mark.parametrize("domain", DOMAINS)
async def test_a_random_walk_can_be_executed_before_another_judge_too(domain: str) -> None:
    bundle = lexicon_of(domain).bundle

    for walk in walks(domain)[:8]:
        assert walk.plan.steps
        request = JudgeRequest(bundle.domain_pddl, bundle.problem("1"), str(walk.plan), goal=False)
        assert (await KairosJudge().judge(request)).ruling == "accepted"


def test_a_random_walk_never_goes_straight_back_again() -> None:
    for walk in walks("satellite"):
        turned = [step.arguments for step in walk.plan.steps]
        pairs = zip(walk.plan.steps, walk.plan.steps[1:], strict=False)
        back = [one for one, other in pairs if one.arguments[1:] == other.arguments[:0:-1] != ()]
        assert not [step for step in back if step.action == "turn_to"], turned


@pytest.mark.parametrize("domain", DOMAINS)
def test_variations_can_be_executed_and_some_keep_overlapping_steps_or_take_longer(domain: str) -> None:
    problem, generator = lexicon_of(domain).problem, random.Random(2)
    plans = [walk.plan for walk in walks(domain)]

    found = [(plan, vary(problem, plan, plans, generator)) for plan in plans for _ in range(8)]
    varied = [(plan, one) for plan, one in found if one is not None]

    assert len(varied) > 20
    assert all(not one.faults and one.plan.steps for _, one in varied)
    assert any(one.plan.makespan > plan.makespan + 1 for plan, one in varied)
    assert any([s.ground for s in one.plan.steps] == [s.ground for s in plan.steps] for plan, one in varied)
