"""The tree of candidates as it is drawn."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancritic.console.refining.tree import Tree, tree
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    RefinementProgressed,
    SearchedCandidate,
    candidate_id,
)


def name(number: int) -> str:
    return f"{number:012x}"


def told(
    *candidates: SearchedCandidate, best: int | None = None, equivalence: float | None = None
) -> RefinementProgressed:
    return RefinementProgressed(
        envelope=Envelope.start(),
        step=1,
        of=None,
        unsettled=0,
        changes=0,
        best=None if best is None else name(best),
        equivalence=equivalence,
        candidates=candidates,
    )


def candidate(number: int, parent: int | None = None, unsettled: int | None = None) -> SearchedCandidate:
    above = None if parent is None else name(parent)
    return SearchedCandidate(candidate=name(number), parent=above, unsettled=unsettled)


def drawn(*progress: RefinementProgressed) -> Tree:
    found = tree(progress)
    assert found is not None
    return found


def test_without_candidates_there_is_no_tree() -> None:
    assert tree([]) is None
    assert tree([told()]) is None


def test_what_was_made_of_a_candidate_stands_to_its_right_and_is_joined_to_it() -> None:
    start, child = drawn(told(candidate(7, unsettled=3), candidate(8, 7, 0), best=8, equivalence=1.0)).nodes
    assert (start.number, start.parent, start.edge) == (1, None, "")
    assert (child.number, child.parent) == (2, 1)
    assert child.across > start.across
    assert child.edge.startswith(f"M{start.across:g} {start.down:g} ")
    assert (start.equivalence, child.equivalence) == (None, 1.0)
    assert child.title == "Candidate 2, the best, 0 complaints"


def test_what_is_told_last_of_a_candidate_counts_and_its_number_stays() -> None:
    first, _ = drawn(told(candidate(1), candidate(2, 1)), told(candidate(1, unsettled=4))).nodes
    assert (first.number, first.unsettled) == (1, 4)


@given(st.data())
def test_no_two_candidates_stand_in_the_same_place_and_all_are_in_the_picture(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 40))
    parents = [None, *(data.draw(st.integers(0, number - 1)) for number in range(1, count))]
    found = drawn(*(told(candidate(number, parent)) for number, parent in enumerate(parents)))
    assert len(found.nodes) == count
    assert len({(each.across, each.down) for each in found.nodes}) == count
    assert all(0 < each.across < found.width and 0 < each.down < found.height for each in found.nodes)


def test_a_candidate_whose_origin_was_not_told_has_a_place_all_the_same() -> None:
    (only,) = drawn(told(candidate(2, 1))).nodes
    assert (only.parent, only.edge) == (None, "")


def test_at_the_end_the_domain_that_was_taken_is_the_best_one() -> None:
    end = DomainRefined(
        envelope=Envelope.start(),
        domain="(define (domain taken))",
        refined=True,
        reason="the search ended",
        ended="searched",
        pipeline="own",
        proposer="symbolic",
        equivalence=0.5,
    )
    taken = SearchedCandidate(candidate=candidate_id(end.domain), parent=name(1))
    found = tree([told(candidate(1), candidate(2, 1), taken, best=2)], end)
    assert found is not None
    assert [(each.is_best, each.equivalence) for each in found.nodes] == [(False, None), (False, None), (True, 0.5)]
