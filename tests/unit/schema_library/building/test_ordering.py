"""Interpretations ordered by what is known, on answers of which most follow a wrong sentence."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.support.descriptions import CASES, recordings

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.modelling.messages import DomainDescribed
from plancritic.domains.descriptions import read_description, skeleton_of
from plancritic.domains.knowledge import declared_steps, read_feedback
from plancritic.pddl.language import parse_domain, write_domain
from plancritic.schema_library.building.known_fit import HeldKnown, check_known
from plancritic.schema_library.building.ordering import Decided, Ordered, order
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.combination.product import whole
from plancritic.schema_library.combination.task import decided_boxes, shared_steps, task_of
from plancritic.schema_library.ranking.scoring import Scores

CASE = CASES / "narrow-sentence"
DESCRIPTION = read_description(CASE / "description.yaml")
KNOWN = read_feedback(CASE / "known", declared_steps(DESCRIPTION))
PLAN = KnownProblem(text=KNOWN[0].text, plans=KNOWN[0].plans)


def requested(*known: KnownProblem, most_starts: int = 0) -> DomainDescribed:
    return DomainDescribed(
        envelope=Envelope.start(), description=DESCRIPTION, known=known, most_starts=most_starts, ranking="votes"
    )


def ordered(*known: KnownProblem, most_starts: int = 0) -> Ordered:
    request = requested(*known, most_starts=most_starts)
    library = library_of(DESCRIPTION, "detailed", recordings("narrow-sentence", "detailed"))
    task = task_of(write_domain(library.skeleton), DESCRIPTION.problem or "", library.candidates)
    shared = shared_steps(task)
    decided = Decided.of([decided_boxes(shared, whole(shared.sizes), 10_000)], shared.sizes)
    scores = Scores(library.candidates, None, "votes")
    return order(decided, library.skeleton, library.candidates, scores, request)


def lengths(found: Ordered) -> list[int]:
    return [len(each.plan.splitlines()) for each in found.interpretations]


def needs_free_hands(domain: str) -> bool:
    return "(hands-free)" in str(parse_domain(domain).actions["return-book"].conditions_at_start)


def test_without_anything_known_votes_decide() -> None:
    found = ordered()
    assert lengths(found) == [6, 4], "two of three writers follow the wrong sentence"
    assert [(each.against, each.agreeing) for each in found.interpretations] == [((), None), ((), None)]
    assert found.known is None


def test_a_known_plan_makes_the_true_interpretation_the_first_and_says_what_is_against_the_other() -> None:
    found = ordered(PLAN)
    assert lengths(found) == [4, 6]
    first, other = found.interpretations
    assert (first.against, first.agreeing, first.sets) == ((), 2, 2)
    assert other.against == (
        "plan 1 of problem 1: step 4 (place-on-shelf book1 book2 fiction) is refused: (on-table book2) does not hold",
    )
    assert found.known is not None
    assert (found.known.known, found.known.interpretations, found.known.contradicting) == (1, 2, 1)
    assert (found.known.sets, found.known.contradicting_sets, found.known.unchecked) == (4, 2, 0)


def test_a_refused_step_picks_the_true_set_among_those_hidden_behind_one_plan() -> None:
    assert not needs_free_hands(ordered(PLAN).interpretations[0].domain)
    found = ordered(*KNOWN)
    first = found.interpretations[0]
    assert (first.sets, first.agreeing, first.against) == (2, 1, ())
    assert needs_free_hands(first.domain)
    assert found.known is not None
    assert (found.known.known, found.known.contradicting_sets) == (2, 3)


def test_starts_are_interpretations_and_sets_hidden_behind_them_in_turn() -> None:
    def told(starts: Sequence[str], interpretations: Sequence[int]) -> list[tuple[int, bool]]:
        return [(rank, needs_free_hands(each)) for rank, each in zip(interpretations, starts, strict=True)]

    for known, expected in (
        ((), [(1, False), (2, False), (1, True), (2, True)]),
        # The known plan speaks against the second interpretation: sets behind the first one are better starts.
        ((PLAN,), [(1, False), (1, True), (2, False), (2, True)]),
    ):
        starts = [each for _, each in ordered(*known, most_starts=10).starts]
        found = told([each.domain for each in starts], [each.interpretation for each in starts])
        assert found == expected
        assert [bool(each.against) for each in starts] == [each.interpretation == 2 and bool(known) for each in starts]
        assert not starts[0].differences
        assert all(each.differences for each in starts[1:])
    assert len(ordered(most_starts=3).starts) == 3


def test_a_landmark_that_the_plan_of_an_interpretation_does_without_speaks_against_it() -> None:
    problem = DESCRIPTION.problem or ""
    landmark = (("place-on-table", "book3"), ("place-on-table", "book2"))
    found = ordered(KnownProblem(text=problem.replace("(problem desk)", "(problem other)"), landmarks=(landmark,)))
    assert lengths(found) == [6, 4]
    assert [len(each.against) for each in found.interpretations] == [0, 1]
    assert "does without (place-on-table book3) or (place-on-table book2)" in found.interpretations[1].against[0]


def test_landmarks_of_other_problems_are_held_against_the_shortest_plans_of_all_sets() -> None:
    # A pile of three is there but for its top, which lies on a book beside it.
    tower = (
        KNOWN[0]
        .text.replace("(on-table book2) (on-table book3)", "(on-table book3) (on-shelf book2 book3)")
        .replace("(accessible book3)", "")
    )
    top = (("place-on-shelf", "book1", "book2", "fiction"),)
    found = ordered(KnownProblem(text=tower, landmarks=(top,)))
    assert lengths(found) == [4, 6]
    # Whoever wants the lower book on the table cannot put one on it.
    assert [each.against for each in found.interpretations] == [(), ("problem 1 has no plan",)]
    found = ordered(KnownProblem(text=tower, landmarks=(top, (("take-from-table", "book2"),))))
    assert found.known is not None
    assert (found.known.known, found.known.contradicting, found.known.unchecked) == (2, 2, 0)
    (told,) = [each.against for each in found.interpretations if len(each.plan.splitlines()) == 4]
    assert told == ("landmark 2 of problem 1: the plan does without (take-from-table book2)",)


def test_what_is_not_decided_in_time_is_told_as_unchecked() -> None:
    library = library_of(DESCRIPTION, "detailed", recordings("narrow-sentence", "detailed"))
    known = KnownProblem(text=KNOWN[0].text, landmarks=((("take-from-table", "book1"),),))
    held = HeldKnown.of(requested(known), library.skeleton, library.candidates, seconds=0.0)
    assert {(each.against, each.unchecked) for each in held.boxes} == {((0, 0), 1)}


@pytest.mark.parametrize(
    ("known", "code", "part"),
    [
        (KnownProblem(text="(define (problem"), FaultCode.SYNTAX_ERROR, "known problem 1"),
        (
            KnownProblem(text=PLAN.text.replace("(and (on-shelf", "(or (on-shelf")),
            FaultCode.INVALID_MESSAGE,
            "the goal of known problem 1",
        ),
        (KnownProblem(text=PLAN.text, plans=((("fly", "book1"),),)), FaultCode.UNKNOWN_NAME, "no action 'fly'"),
        (
            KnownProblem(text=PLAN.text, refused=((("take-from-table", "book9"),),)),
            FaultCode.UNKNOWN_NAME,
            "'book9' of (take-from-table book9) is not an object",
        ),
    ],
)
def test_what_is_known_in_other_names_than_the_description_is_refused(
    known: KnownProblem, code: FaultCode, part: str
) -> None:
    check_known(requested(*KNOWN), skeleton_of(DESCRIPTION))
    with pytest.raises(ContractError) as caught:
        check_known(requested(known), skeleton_of(DESCRIPTION))
    assert caught.value.fault.code is code
    assert part in f"{caught.value.fault.message} {caught.value.fault.file}"
    assert caught.value.fault.remedy


def test_an_answer_never_outweighs_a_plan_and_one_that_was_taken_back_counts_no_more() -> None:
    wrong = (("take-from-table", "book2"), ("place-on-shelf", "book2", "book3", "fiction"))
    # The plan begins with what the answer says cannot be done: one interpretation contradicts the one, one the other.
    plan = (*wrong, ("take-from-table", "book4"), ("check-out", "book4"))
    doubted = KnownProblem(text=DESCRIPTION.problem or "", plans=(plan,), refused=(wrong,))
    found = ordered(doubted)
    assert lengths(found) == [4, 6]
    assert [len(each.against) for each in found.interpretations] == [1, 1]
    assert "the last step (place-on-shelf book2 book3 fiction) is allowed" in found.interpretations[0].against[0]
    taken_back = doubted.model_copy(update={"withdrawn": (wrong,)})
    assert [len(each.against) for each in ordered(taken_back).interpretations] == [0, 1]
