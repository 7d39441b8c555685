"""The tree of candidates of a run, as it is told: what each was made of, what was edited, what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.contracts.refinement.messages import MOST_CANDIDATES, MOST_EDITS, SearchedCandidate, candidate_id
from plancritic.pddl.language import PddlError
from plancritic.refiner.feedback.source import Judgement
from plancritic.refiner.pipelines.changes import changes
from plancritic.refiner.pipelines.tree import RefinementTree, TreeNode

_LONGEST_FAULT = 500
_LONGEST_EDIT = 200


class SearchedTree:
    """Turns judgements, and trees of searches that have one, into nodes that are new or changed."""

    def __init__(self) -> None:
        self._start: str | None = None
        self._told: dict[str, SearchedCandidate] = {}
        self._has_own = False

    def begin(self, start: str) -> None:
        """Take the start, of which judged candidates were made."""
        self._start = start

    def grows_by_itself(self) -> None:
        """Say that judgements come of a search with a tree of its own from now on: `grown` has its nodes."""
        self._has_own = True

    def judged(self, domain: str, judgement: Judgement) -> tuple[SearchedCandidate, ...]:
        """Return what is new where a candidate was judged that was made of the start, or is it."""
        if self._has_own:
            return ()
        parent = None if domain == self._start else self._start
        unsettled = None if judgement.fault is not None else len(judgement.messages)
        return tuple(self._new(candidate_id(domain), domain, parent, unsettled, judgement.fault))

    def grown(self, tree: RefinementTree) -> tuple[SearchedCandidate, ...]:
        """Return what is new of a search's tree."""
        return tuple(each for node in tree.nodes for each in self._of_node(tree, node))

    def _of_node(self, tree: RefinementTree, node: TreeNode) -> Iterator[SearchedCandidate]:
        if node.repeats is not None:
            return
        parent = None if node.parent is None else tree.nodes[node.parent].domain
        unsettled = node.invalid_plans if node.messages is None else len(node.messages)
        # Where no domain came of a proposal, its place is its name.
        name = candidate_id(node.domain if node.domain is not None else f"{parent}\n{node.number}")
        yield from self._new(name, node.domain, parent, unsettled, node.fault)

    def _new(
        self, name: str, domain: str | None, parent: str | None, unsettled: int | None, fault: str | None
    ) -> Iterator[SearchedCandidate]:
        before = self._told.get(name)
        if before is None and len(self._told) >= MOST_CANDIDATES:
            return
        if before is None:
            edits = _edits(parent, domain)
            before = SearchedCandidate(
                candidate=name,
                parent=None if parent is None else candidate_id(parent),
                edits=tuple(each[:_LONGEST_EDIT] for each in edits[:MOST_EDITS]),
                edit_count=len(edits),
            )
        now = before.model_copy(
            update={"unsettled": unsettled, "fault": None if fault is None else fault[:_LONGEST_FAULT]}
        )
        if self._told.get(name) != now:
            self._told[name] = now
            yield now


def _edits(parent: str | None, domain: str | None) -> tuple[str, ...]:
    if parent is None or domain is None:
        return ()
    try:
        return changes(parent, domain)
    except PddlError:
        # Its fault says what cannot be read.
        return ()
