import random

import pytest
from tests.unit.laboratory.adherence.training.walked import lexicon_of, walks

from plancritic.laboratory.adherence.training.questions.known_questions import known_questions
from plancritic.laboratory.adherence.training.questions.near_misses import neighbours, parts
from plancritic.laboratory.adherence.training.questions.plan_facts import facts_of
from plancritic.laboratory.adherence.training.questions.question import Quantified, Question
from plancritic.laboratory.adherence.training.questions.questions import QuestionSource, asked_about
from plancritic.pddl.language import Constraint, ConstraintType, parse_constraint
from plancritic.pddl.specification import check_constraint


def source(domain: str = "waterway", seed: int = 1) -> QuestionSource:
    lexicon = lexicon_of(domain)
    return QuestionSource(lexicon, "1", random.Random(seed), facts_of(walks(domain), asked_about(lexicon, "1")))


def near(*texts: str, group: Quantified | None = None) -> set[frozenset[Constraint]]:
    """All that several draws find one edit away."""
    questions, generator = source(), random.Random(1)
    asked = Question(tuple(map(parse_constraint, texts)), quantified=group)
    return {frozenset(one) for _ in range(40) for one in neighbours(asked, questions, generator)}


@pytest.mark.parametrize(
    ("constraint", "edited"),
    [
        ("(at end (at sct_ast_0 wpt_a_0))", "(at end (at sct_ast_0 wpt_b_0))"),
        ("(at end (at sct_ast_0 shp_dck_0))", "(at end (at deb_ast_0 shp_dck_0))"),
        ("(at end (at sct_ast_0 wpt_a_0))", "(sometime (at sct_ast_0 wpt_a_0))"),
        ("(within 5 (at sct_ast_0 wpt_a_0))", "(sometime (at sct_ast_0 wpt_a_0))"),
        ("(always (not (at sct_ast_0 wpt_a_0)))", "(at end (not (at sct_ast_0 wpt_a_0)))"),
        (
            "(sometime-before (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_b_0))",
            "(sometime-before (at deb_ast_0 wpt_b_0) (at sct_ast_0 wpt_a_0))",
        ),
        (
            "(sometime-before (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_b_0))",
            "(sometime-after (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_b_0))",
        ),
        (
            "(sometime-after (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_b_0))",
            "(sometime-after (not (at sct_ast_0 wpt_a_0)) (at deb_ast_0 wpt_b_0))",
        ),
    ],
)
def test_a_near_miss_is_one_argument_type_negation_or_order_away(constraint: str, edited: str) -> None:
    assert {parse_constraint(edited)} in near(constraint)


def test_bounds_are_moved_to_both_sides() -> None:
    fact = "(at sct_ast_0 wpt_a_0)"
    moved = {one.bounds[0] for asked in near(f"(within 10 {fact})") for one in asked if one.bounds} - {10.0}

    assert min(moved) < 10 < max(moved)
    windows = [one.bounds for asked in near(f"(hold-during 3 6 {fact})") for one in asked if one.bounds]
    assert {start for start, _ in windows} != {3.0} and {end for _, end in windows} != {6.0}
    assert all(start < end for start, end in windows)


def test_of_a_group_all_members_change_or_one_is_left_out() -> None:
    def never(place: str) -> list[str]:
        return [f"(always (not (at {vessel} {place})))" for vessel in ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0")]

    found = near(*never("wpt_a_0"), group=Quantified("asset", 0))

    assert frozenset(map(parse_constraint, never("wpt_a_0")[1:])) in found
    at_end = {parse_constraint(text.replace("always", "at end")) for text in never("wpt_a_0")}
    assert frozenset(at_end) in found
    assert all(len(asked) in (2, 3) for asked in found)


@pytest.mark.parametrize("domain", ["waterway", "satellite"])
def test_what_is_near_is_well_formed_and_something_else(domain: str) -> None:
    questions, generator = source(domain), random.Random(4)
    problem = lexicon_of(domain).problem

    for question in [
        *known_questions(lexicon_of(domain), "1"),
        *(questions.draw(kind) for kind in ConstraintType for _ in range(15)),
    ]:
        for asked in neighbours(question, questions, generator):
            assert set(asked) != set(question.constraints)
            assert not [each for one in asked for each in check_constraint(one, problem)]


def test_a_conjunction_has_parts_and_a_single_wish_has_none() -> None:
    questions = source()
    one, other = questions.draw(ConstraintType.ALWAYS), questions.draw(ConstraintType.SOMETIME)

    assert parts(questions.combine([one, other])) == (one.constraints, other.constraints)
    assert parts(Question((parse_constraint("(sometime (at sct_ast_0 wpt_a_0))"),))) == ()
