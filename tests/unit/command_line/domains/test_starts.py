"""Which interpretation a refinement ended with, in words."""

from __future__ import annotations

import pytest
from tests.support.refining import requested

from plancritic.command_line.domains.starts import Starts
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.messages import DomainModelled, Interpretation, KnownFit, LibraryCounts, StartSet
from plancritic.contracts.refinement.messages import DomainRefined, RefinedStart, RefinementRequested
from plancritic.contracts.validation import PlanRuling

OTHERWISE = "take also needs that it is light (light ?x)"


def interpretation(rank: int) -> Interpretation:
    return Interpretation(
        rank=rank,
        plan="(take a)\n" * rank,
        sets=2,
        near=None,
        similarity=None,
        votes=3,
        domain=f"(define (domain d{rank}))",
        proof=PlanRuling(ruling="accepted", findings=()),
    )


def modelled(*starts: StartSet, count: int = 2) -> DomainModelled:
    return DomainModelled(
        envelope=Envelope.start(),
        domain="d",
        described_in="detailed",
        library="0" * 64,
        counts=LibraryCounts(instances=1, failed=0, actions=1, candidates=1, kept=1, dropped=0),
        interpretations=tuple(interpretation(rank) for rank in range(1, count + 1)),
        known=KnownFit(known=1, interpretations=2, contradicting=1, sets=4, contradicting_sets=2) if starts else None,
        starts=starts,
        text="" if count else "no set of schemas has a plan",
    )


def refined(start: int, *starts: RefinedStart) -> DomainRefined:
    return DomainRefined(
        envelope=Envelope.start(),
        domain="(define (domain d))",
        refined=True,
        reason="the search ended",
        ended="searched",
        start=start,
        starts=starts,
        pipeline="own",
        proposer="symbolic",
    )


STARTS = (
    StartSet(interpretation=1, domain="(define (domain first))"),
    StartSet(interpretation=1, domain="(define (domain hidden))", differences=(OTHERWISE,)),
    StartSet(interpretation=2, domain="(define (domain second))", differences=("take needs nothing",)),
)


def test_all_sets_are_handed_on_as_starts_and_the_winner_is_named_with_the_reason() -> None:
    starts = Starts.of(modelled(*STARTS), None, 2)
    request: RefinementRequested = starts.request(requested(starts.sets[0].domain))
    assert (request.domain, request.others, request.most_refined) == (
        STARTS[0].domain,
        (STARTS[1].domain, STARTS[2].domain),
        2,
    )
    ended = refined(
        1, RefinedStart(start=0, left=1), RefinedStart(start=1, changes=1), RefinedStart(start=2, fault="no")
    )
    assert starts.interpretation(ended).rank == 1
    assert list(starts.in_words(ended)) == [
        "1 of 2 interpretations and 2 of 4 sets of schemas contradict what is known (1 fact)",
        "Interpretation 1 with other schemas (1) is the best of 3 that were refined: plan of 1 step",
        "  - interpretation 1 with other schemas (1): 0 complaints left, 1 change",
        "  - interpretation 1: 1 complaint left, 0 changes",
        "  - interpretation 2: not refined: no",
        "It differs from the first interpretation:",
        f"  - {OTHERWISE}",
    ]


def test_of_a_first_interpretation_that_wins_it_is_said_what_sets_the_others_apart() -> None:
    starts = Starts.of(modelled(*STARTS), None, 3)
    lines = list(starts.in_words(refined(0, RefinedStart(start=0), RefinedStart(start=2, left=2))))
    assert lines[1] == "Interpretation 1 is the best of 2 that were refined: plan of 1 step"
    assert lines[-2:] == ["Interpretation 2 is understood differently:", "  - take needs nothing"]
    assert starts.interpretation(refined(2)).rank == 2


def test_a_chosen_interpretation_is_refined_alone() -> None:
    starts = Starts.of(modelled(*STARTS), 2, 3)
    assert [each.domain for each in starts.sets] == ["(define (domain d2))"]
    request = starts.request(requested(starts.sets[0].domain))
    assert (request.others, request.most_refined) == ((), 1)
    assert list(starts.in_words(refined(0)))[-1] == "Interpretation 2: plan of 2 steps"


def test_without_anything_known_the_first_interpretation_is_taken() -> None:
    starts = Starts.of(modelled(), None, 3)
    assert list(starts.in_words(None)) == ["Interpretation 1: plan of 1 step"]


def test_an_interpretation_that_is_not_there_and_none_at_all_are_faults() -> None:
    with pytest.raises(CommandFault, match="there are 2 interpretations"):
        Starts.of(modelled(), 3, 3)
    with pytest.raises(CommandFault, match="no set of schemas has a plan") as caught:
        Starts.of(modelled(count=0), None, 3)
    assert caught.value.exit_code is ExitCode.OTHER_VERDICT
