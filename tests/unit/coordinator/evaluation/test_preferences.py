from tests.support.builders import constraint, statement

from plancritic.coordinator.evaluation.preferences import musts, weights, with_strengths

MUST = statement("Go.", "s1")
SHOULD = statement("Stay dry.", "s2").model_copy(update={"strength": "should"})
NICE = statement("Sing.", "s3").model_copy(update={"strength": "nice"})
SPECIFICATION = (
    constraint("(always (a))", "s1"),
    constraint("(always (b))", "s2"),
    constraint("(always (c))", "s3", "s2"),
    constraint("(always (d))", "s2", "s1"),
    constraint("(always (e))"),
)


def test_a_constraint_is_as_strong_as_the_strongest_statement_it_comes_from() -> None:
    strong = with_strengths(SPECIFICATION, [MUST, SHOULD, NICE])
    assert [each.strength for each in strong] == ["must", "should", "should", "must", "must"]
    assert [each.constraint for each in musts(strong)] == ["(always (a))", "(always (d))", "(always (e))"]


def test_where_nobody_wishes_nothing_changes() -> None:
    assert with_strengths(SPECIFICATION, [MUST]) is SPECIFICATION


def test_a_wish_weighs_less_than_a_must_and_more_where_it_is_stronger() -> None:
    must, should, nice = weights([MUST, SHOULD, NICE])
    assert must > should > nice > 0
