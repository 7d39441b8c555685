"""The published pipelines with stand-ins for proposers and feedback."""

from __future__ import annotations

import asyncio

import pytest
from tests.unit.refiner.pipelines.doubles import TASK, Proposer, Settling, Source, domain, numbers

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.refiner.pipelines.outcome import StartRefusedError
from plancritic.refiner.pipelines.published import PIPELINES, chosen, grow, plant, refine
from plancritic.refiner.pipelines.tree import RefinementTree, SearchSettings

WALKS, SEARCHES = ("LR", "VR", "LVR"), ("LS", "VS", "LVS")


async def grown(
    pipeline: str, start: str, proposer: Proposer, source: Source | None = None, **settings: float
) -> RefinementTree:
    source = source or Source()
    planted = await plant(PIPELINES[pipeline], start, source, seed=1, settings=SearchSettings(**settings))  # type: ignore[arg-type]
    return await grow(planted, TASK, source, proposer)


def test_there_are_the_seven_of_the_paper() -> None:
    assert list(PIPELINES) == ["N", "LR", "LS", "VR", "VS", "LVR", "LVS"]


async def test_no_refinement_gives_the_start() -> None:
    proposer = Proposer()
    refined = await refine(PIPELINES["N"], TASK, domain(3, 2), Source(), proposer)
    assert refined.domain == domain(3, 2) and refined.changes == () and proposer.asked == []


async def test_a_walk_ends_when_its_own_feedback_is_empty() -> None:
    way = Proposer((domain(2, 1), domain(1, 1)), (domain(1, 1), domain(0, 1)), (domain(0, 1), domain(2, 0)))
    tree = await grown("VR", domain(2, 1), way)
    assert (tree.ended, chosen(tree).domain, tree.spent) == ("settled", domain(0, 1), 2)
    tree = await grown("LVR", domain(2, 1), way, steps=4)
    # Landmarks are settled at the price of plans: a walk has no way back.
    assert (tree.ended, chosen(tree).domain, tree.spent) == ("used up", domain(2, 0), 4)
    assert tree.best.domain == domain(0, 1)
    tree = await grown("LR", domain(2, 1), way)
    assert (tree.ended, chosen(tree).domain, tree.spent) == ("settled", domain(2, 0), 3)


@pytest.mark.parametrize("pipeline", SEARCHES)
async def test_a_search_ends_at_zero_invalid_plans_whatever_the_landmarks_say(pipeline: str) -> None:
    proposer, source = Proposer(), Source()
    tree = await grown(pipeline, domain(0, 5), proposer, source)
    assert (tree.ended, chosen(tree).number, tree.spent, proposer.asked) == ("settled", 0, 0, [])
    # A domain that is not expanded needs no planner.
    assert source.asked == [(domain(0, 5), frozenset({"plan"}))]


@pytest.mark.parametrize("pipeline", [*WALKS, *SEARCHES])
async def test_all_end_after_15_steps_and_syntax_repairs_count(pipeline: str) -> None:
    endless = [(domain(3, 3, other), domain(3, 3, other + 1)) for other in range(20)]
    tree = await grown(pipeline, domain(3, 3), Proposer(*endless))
    assert (tree.ended, tree.spent) == ("used up", 15)
    repaired = Proposer(*endless, repairs=4)
    tree = await grown(pipeline, domain(3, 1), repaired) if pipeline == "LS" else None
    if tree is not None:
        assert tree.spent == 5 * len(tree.expanded)


async def test_repairs_of_every_child_are_counted() -> None:
    endless = [(domain(3, 0, other), domain(3, 0, other + 1)) for other in range(20)]
    tree = await grown("VS", domain(3), Proposer(*endless, repairs=2))
    # Three children a node, each with two repairs: seven a step.
    assert (tree.spent, len(tree.expanded), tree.ended) == (21, 3, "used up")
    tree = await grown("VR", domain(3), Proposer(*endless, repairs=2))
    assert (tree.spent, tree.ended) == (15, "used up") and len(tree.nodes) == 6


async def test_of_several_domains_that_refuse_no_plan_a_search_takes_the_one_with_least_of_its_own_feedback() -> None:
    class Several(Proposer):
        def following(self, request) -> str:  # type: ignore[no-untyped-def]
            return domain(0, [4, 1, 2][request.messages[-1].problem], other=1)

    for pipeline, landmarks in (("LVS", 1), ("LS", 1), ("VS", None)):
        tree = await grown(pipeline, domain(3, 3), Several())
        assert (tree.ended, tree.spent) == ("settled", 1)
        # Without landmarks all are alike, and the earliest is taken.
        assert chosen(tree).number == 1 if landmarks is None else numbers(str(chosen(tree).domain)) == (0, landmarks)


async def test_a_search_that_has_tried_everything_ends() -> None:
    tree = await grown("VS", domain(2), Proposer())
    assert (tree.ended, tree.spent, len(tree.nodes)) == ("nothing left", 1, 3)
    assert {each.fault for each in tree.nodes[1:]} == {"the table ends here"}
    assert chosen(tree).number == 0


async def test_a_walk_stays_where_it_is_when_nothing_is_proposed() -> None:
    proposer = Proposer()
    tree = await grown("VR", domain(2), proposer, steps=5)
    assert (tree.ended, tree.spent, chosen(tree).number) == ("used up", 5, 0)
    # It may draw another message, and asks with another seed.
    assert len({each.seed for each in proposer.asked}) == 5


async def test_a_node_has_ten_children_at_most_proposed_at_once_each_for_a_message_of_its_own() -> None:
    proposer = Proposer()
    tree = await grown("LVS", domain(4, 30), proposer)
    assert len(tree.nodes) == 11 and proposer.most_at_once == 10
    settled = [each.messages[-1] for each in proposer.asked]
    assert len(set(settled)) == 10
    # Plans are few: landmarks do not push them out.
    assert sum(type(each).__name__ == "PlanFeedback" for each in settled) == 4
    assert [each.message for each in tree.nodes[1:]] == settled


async def test_a_proposal_is_told_the_messages_of_its_forebears_oldest_first() -> None:
    proposer = Proposer((domain(1), domain(1, 0, 1)), (domain(1, 0, 1), domain(0)))
    tree = await grown("VS", domain(1), proposer)
    assert [len(each.messages) for each in proposer.asked] == [1, 2]
    assert proposer.asked[1].messages == tree.history(tree.nodes[2])
    assert proposer.asked[1].messages[:1] == proposer.asked[0].messages


async def test_the_node_of_least_depth_and_invalid_plans_is_expanded_first() -> None:
    """By the weight it is the deep one with few invalid plans or the flat one with more."""

    class Fork(Proposer):
        def following(self, request) -> str | None:  # type: ignore[no-untyped-def]
            if request.domain == domain(2):
                return [domain(2, 0, 1), domain(1, 0, 2)][request.messages[-1].problem]
            return None

    for weight, first in ((1.0, domain(1, 0, 2)), (0.0, None)):
        tree = await grown("VS", domain(2), Fork(), weight=weight)
        # Without a weight both have the same estimate, so that the earlier one comes first.
        assert tree.nodes[tree.expanded[1]].domain == (first or tree.nodes[1].domain)
        assert [tree.estimate(each) for each in tree.nodes[:3]] == [
            weight * 2,
            *(1 + weight * numbers(str(each.domain))[0] for each in tree.nodes[1:3]),
        ]


async def test_the_same_domain_is_expanded_once() -> None:
    round_about = Proposer((domain(2), domain(2, 0, 1)), (domain(2, 0, 1), domain(2)))
    tree = await grown("VS", domain(2), round_about)
    assert [each.repeats for each in tree.nodes] == [None, None, 1, 0, 0]
    assert (tree.ended, tree.expanded) == ("nothing left", (0, 1))


@pytest.mark.parametrize("pipeline", ["VR", "VS"])
async def test_a_proposal_that_cannot_be_judged_leads_nowhere(pipeline: str) -> None:
    source = Source(faults={domain(0): "it is no PDDL"})
    tree = await grown(pipeline, domain(1), Proposer((domain(1), domain(0))), source, steps=3)
    assert chosen(tree).domain == domain(1) and tree.nodes[1].fault == "it is no PDDL"


async def test_a_start_that_cannot_be_judged_is_refused() -> None:
    source = Source(faults={domain(1): "problem 1 does not fit the domain"})
    with pytest.raises(StartRefusedError, match="problem 1 does not fit"):
        await refine(PIPELINES["LVS"], TASK, domain(1), source, Proposer())


async def test_a_proposer_that_fails_ends_the_search_and_the_other_proposals() -> None:
    class Failing(Proposer):
        ended = 0

        async def propose(self, request):  # type: ignore[no-untyped-def]
            if request.messages[-1].problem == 1:
                raise ContractError(Fault(code=FaultCode.LANGUAGE_MODEL_FAILED, message="nobody answers"))
            try:
                await asyncio.sleep(60)
            finally:
                self.ended += 1

    proposer = Failing()
    with pytest.raises(ContractError, match="nobody answers"):
        await grown("VS", domain(3), proposer)
    await asyncio.sleep(0)
    assert proposer.ended == 2


@pytest.mark.parametrize("pipeline", [*WALKS, *SEARCHES])
@pytest.mark.parametrize("seed", range(3))
async def test_a_kept_tree_goes_on_to_the_same_end(pipeline: str, seed: int) -> None:
    kept: list[str] = []

    async def keep(tree: RefinementTree) -> None:
        kept.append(tree.model_dump_json())

    async def whole(tree: RefinementTree) -> RefinementTree:
        return await grow(tree, TASK, Source(), Settling(), keep)

    planted = await plant(PIPELINES[pipeline], domain(4, 3), Source(), seed)
    ended = await whole(planted)
    steps = list(kept)
    assert len(steps) >= 3 and steps[-1] == ended.model_dump_json()
    for done, text in enumerate(steps):
        kept.clear()
        again = await whole(RefinementTree.model_validate_json(text))
        assert again == ended and kept == steps[done + 1 :]
    assert await whole(planted) == ended


async def test_what_is_left_stands_in_the_result() -> None:
    refined = await refine(PIPELINES["LVS"], TASK, domain(1, 2), Source(), Proposer((domain(1, 2), domain(0, 2))))
    assert refined.domain == domain(0, 2)
    assert len(refined.messages) == 2
    assert refined.changes == ("a no longer has the effect that p 1 is so (p1)",)
