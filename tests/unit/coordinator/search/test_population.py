import pytest

from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.coordinator.problem.specification import Individual
from plancritic.coordinator.search.population import best_readings, diversity, more_readings, without_repetition


def reading(score: float, *constraints: str) -> Reading:
    return Reading(mid_level_goal="goal", constraints=constraints, score=score)


def test_the_best_readings_leave_out_what_was_not_understood():
    translated = [
        StatementReadings(statement="s1", readings=(reading(0.9, "(a)"), reading(0.5, "(b)"))),
        StatementReadings(statement="s2", reason="no words known"),
    ]
    best = best_readings(translated)
    assert best.specification == (TracedConstraint(constraint="(a)", statements=("s1",)),)
    assert best.readings


A, B = (f"(sometime (at sct_ast_0 wpt_{place}))" for place in "ab")


def test_an_undecided_statement_gets_every_other_reading_instead_of_its_best_and_beside_it():
    translated = [
        StatementReadings(statement="s1", reason="no words known"),
        StatementReadings(statement="s2", readings=(reading(0.9, "(a)"), reading(0.3, "(b)"), reading(0.2, "(c)"))),
        StatementReadings(statement="s3", readings=(reading(0.6, "(d)"), reading(0.5, "(e)"))),
    ]
    more = more_readings(translated, (0, 1))
    assert [each.key for each in more] == [
        frozenset({"(b)", "(d)"}),
        frozenset({"(c)", "(d)"}),
        frozenset({"(a)", "(b)", "(d)"}),
        frozenset({"(a)", "(c)", "(d)"}),
    ]
    assert more[0].lineage[-1] == "reading 2 of statement s2"
    assert more[2].lineage[-1] == "reading 2 of statement s2 beside its best"
    assert {traced.statements for traced in more[2].specification if traced.constraint == "(b)"} == {("s2",)}
    assert more_readings(translated, ()) == []


def test_the_same_specification_in_another_order_is_the_same_individual():
    a, b = TracedConstraint(constraint="(a)"), TracedConstraint(constraint="(b)")
    first, second = Individual((a, b), ("first",)), Individual((b, a), ("second",))
    assert without_repetition([first, second]) == [first]


def test_specifications_of_one_meaning_may_be_told_apart_or_not():
    plain, doubled = (
        Individual((TracedConstraint(constraint=A),), ("first",)),
        Individual((TracedConstraint(constraint="(sometime (not (not (at sct_ast_0 wpt_a))))"),), ("second",)),
    )
    assert without_repetition([plain, doubled]) == [plain, doubled]
    assert without_repetition([plain, doubled], by_meaning=True) == [plain]


def test_diversity_is_nothing_for_one_zero_for_alike_and_one_for_what_shares_nothing():
    one, same, other, half = (
        Individual(tuple(TracedConstraint(constraint=each) for each in constraints), ("",))
        for constraints in ((A,), (A,), (B,), (A, B))
    )
    assert diversity([one]) is None
    assert diversity([one, same]) == 0.0
    assert diversity([one, other]) == 1.0
    assert diversity([one, half]) == 0.5
    assert diversity([one, other, half]) == pytest.approx(2 / 3)
