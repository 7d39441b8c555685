"""What is told of the candidates of a run."""

from __future__ import annotations

from tests.support.refining import BLOCKS, NARROW, PLAN

from plancritic.contracts.refinement.messages import MOST_CANDIDATES, candidate_id
from plancritic.refiner.equivalence.executor import GoalUnmet
from plancritic.refiner.feedback.messages import PlanFeedback
from plancritic.refiner.feedback.source import Judgement
from plancritic.refiner.pipelines.tree import RefinementTree, SearchSettings, TreeNode
from plancritic.refiner.runs.searched_tree import SearchedTree

COMPLAINT = PlanFeedback(0, PLAN, GoalUnmet(("(on a b)",)))


def test_candidates_of_a_search_without_a_tree_are_made_of_its_start() -> None:
    tree = SearchedTree()
    tree.begin(NARROW)
    (start,) = tree.judged(NARROW, Judgement((COMPLAINT,)))
    (better,) = tree.judged(BLOCKS.text, Judgement())
    assert (start.candidate, start.parent, start.edits, start.unsettled) == (candidate_id(NARROW), None, (), 1)
    assert (better.parent, better.unsettled) == (start.candidate, 0)
    assert "stack also has the effect (on ?x ?below)" in better.edits


def test_what_is_known_already_is_not_told_again() -> None:
    tree = SearchedTree()
    tree.begin(NARROW)
    assert tree.judged(NARROW, Judgement((COMPLAINT,)))
    assert tree.judged(NARROW, Judgement((COMPLAINT,))) == ()
    assert [each.unsettled for each in tree.judged(NARROW, Judgement())] == [0]


def test_a_candidate_that_cannot_be_judged_has_its_fault() -> None:
    tree = SearchedTree()
    tree.begin(NARROW)
    (found,) = tree.judged("nonsense", Judgement(fault="no PDDL"))
    assert (found.fault, found.unsettled, found.edits) == ("no PDDL", None, ())


def test_the_nodes_of_a_searchs_own_tree_have_their_own_parents() -> None:
    told = SearchedTree()
    told.begin(NARROW)
    told.grows_by_itself()
    nodes = (
        TreeNode(number=0, domain=NARROW, invalid_plans=1, messages=(COMPLAINT,)),
        TreeNode(number=1, parent=0, depth=1, domain=BLOCKS.text, invalid_plans=0),
        TreeNode(number=2, parent=1, depth=2, fault="it is no PDDL"),
        TreeNode(number=3, parent=1, depth=2, domain=NARROW, invalid_plans=1, repeats=0),
    )
    tree = RefinementTree(pipeline="LVS", seed=0, settings=SearchSettings(), nodes=nodes)
    assert told.judged(BLOCKS.text, Judgement()) == (), "the tree tells of it"
    root, child, failed = told.grown(tree)
    assert (root.parent, root.unsettled) == (None, 1)
    assert (child.parent, child.unsettled, child.candidate) == (root.candidate, 0, candidate_id(BLOCKS.text))
    assert (failed.parent, failed.fault) == (child.candidate, "it is no PDDL")
    assert told.grown(tree) == ()


def test_of_very_many_candidates_the_first_are_told() -> None:
    tree = SearchedTree()
    tree.begin("start")
    told = [each for number in range(MOST_CANDIDATES + 5) for each in tree.judged(f"no PDDL {number}", Judgement())]
    assert len(told) == MOST_CANDIDATES
    assert tree.judged("no PDDL 0", Judgement(fault="after all")), "of those that were told, what is new is told"
