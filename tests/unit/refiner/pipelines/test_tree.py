"""Trees of refinements: what is best, and what is kept."""

from __future__ import annotations

from typing import get_args

import pytest
from tests.unit.refiner.pipelines.doubles import landmark_message, plan_message

from plancritic.refiner.equivalence.executor import GoalUnmet, Inapplicable, Malformed
from plancritic.refiner.feedback.messages import (
    BeginningFeedback,
    Feedback,
    NegativeFeedback,
    PlanFeedback,
    UnsolvableFeedback,
)
from plancritic.refiner.pipelines.tree import RefinementTree, SearchSettings, TreeNode

STEP = ("go", "a", "b")


def node(number: int, invalid: int | None, messages: int | None = None, **more: object) -> TreeNode:
    told = None if messages is None else tuple(map(landmark_message, range(messages)))
    return TreeNode(number=number, domain=f"d{number}", invalid_plans=invalid, messages=told, **more)  # type: ignore[arg-type]


def tree(*nodes: TreeNode, **more: object) -> RefinementTree:
    return RefinementTree(pipeline="LVS", seed=1, settings=SearchSettings(), nodes=nodes, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("nodes", "best"),
    [
        ([node(0, 3)], 0),
        ([node(0, 3), node(1, 2), node(2, 2)], 1),
        ([node(0, 2, 9), node(1, 2, 5), node(2, 2)], 1),
        ([node(0, 1), node(1, None), node(2, 0, 7)], 2),
        ([node(0, 2, 4), node(1, 2, 4)], 0),
    ],
)
def test_the_best_has_fewest_invalid_plans_then_fewest_messages_then_is_the_earliest(
    nodes: list[TreeNode], best: int
) -> None:
    assert tree(*nodes).best.number == best


def test_open_are_those_that_were_not_expanded_repeat_nothing_and_can_be_judged() -> None:
    found = tree(
        node(0, 4), node(1, 2, parent=0, depth=1), node(2, 1, depth=1, repeats=1), node(3, None), node(4, 2, depth=0),
        expanded=(0,),
    )  # fmt: skip
    assert [each.number for each in found.open] == [4, 1]
    assert found.last.number == 4


MESSAGES: list[Feedback] = [
    PlanFeedback(1, (STEP,), Inapplicable(1, STEP, ("(at a)",))),
    PlanFeedback(1, (STEP,), GoalUnmet(("(at b)",))),
    PlanFeedback(1, (STEP,), Malformed(1, STEP, "there is no action 'go'")),
    landmark_message(3),
    UnsolvableFeedback(0, proved=False, solvable=True),
    NegativeFeedback(2, (STEP, STEP), "somebody said so"),
    plan_message(0),
    # But for its kind it is like a message about a plan.
    BeginningFeedback(1, (STEP,), Inapplicable(1, STEP, ("(at a)",))),
]


def test_every_kind_of_message_is_tried() -> None:
    assert {type(each) for each in MESSAGES} == set(get_args(Feedback))


@pytest.mark.parametrize("message", MESSAGES, ids=lambda each: type(each).__name__)
def test_every_message_is_kept_as_it_is(message: Feedback) -> None:
    kept = tree(node(0, 1), TreeNode(number=1, parent=0, depth=1, message=message, messages=tuple(MESSAGES)))
    read = RefinementTree.model_validate_json(kept.model_dump_json())
    assert read == kept
    assert type(read.nodes[1].message) is type(message)
    if isinstance(message, PlanFeedback):
        assert isinstance(read.nodes[1].message, PlanFeedback)
        assert type(read.nodes[1].message.verdict) is type(message.verdict)
    assert read.history(read.nodes[1]) == (message,)


def test_a_set_is_kept_in_one_order() -> None:
    kept = tree(node(0, 1), TreeNode(number=1, parent=0, message=landmark_message(1)))
    assert '[["b","1"],["c","1"]]' in kept.model_dump_json()
