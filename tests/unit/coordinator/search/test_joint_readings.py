from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.coordinator.search.joint_readings import MOST_JOINT_READINGS, alternative_readings, joint_readings


def reading(score: float, *constraints: str) -> Reading:
    return Reading(mid_level_goal="goal", constraints=constraints, score=score)


A, B, C, D = (f"(sometime (at sct_ast_0 wpt_{place}))" for place in "abcd")


def two_read_twice() -> list[StatementReadings]:
    return [
        StatementReadings(statement="s1", readings=(reading(0.9, A), reading(0.3, B))),
        StatementReadings(statement="s2", readings=(reading(0.6, C), reading(0.5, D))),
    ]


def test_other_combinations_of_readings_come_in_order_of_their_joint_score():
    alternatives = alternative_readings(two_read_twice(), limit=5)
    assert [each.key for each in alternatives] == [frozenset({A, D}), frozenset({B, C}), frozenset({B, D})]
    assert alternatives[-1].lineage == (
        "best reading of every statement",
        "reading 2 of statement s1",
        "reading 2 of statement s2",
    )


def test_only_as_many_combinations_are_made_as_are_asked_for_however_many_there_are():
    many = [
        StatementReadings(
            statement=f"s{number}",
            readings=tuple(
                reading(0.9 - 0.1 * rank, f"(sometime (at sct_ast_0 wpt_{number}_{rank}))") for rank in range(5)
            ),
        )
        for number in range(30)
    ]
    assert len(alternative_readings(many, limit=12)) == 12
    assert alternative_readings(many, limit=0) == []


def test_two_readings_of_one_meaning_make_one_combination():
    doubly_negated = "(sometime (not (not (at sct_ast_0 wpt_a))))"
    same = [StatementReadings(statement="s1", readings=(reading(0.9, A), reading(0.8, doubly_negated)))]
    assert alternative_readings(same, limit=5) == []


def test_a_statement_that_was_not_understood_takes_no_part_in_any_combination():
    translated = [StatementReadings(statement="s0", reason="no words known"), *two_read_twice()]
    assert len(alternative_readings(translated, limit=9)) == 3


def test_what_is_taken_first_is_no_alternative_even_where_another_is_likelier():
    (second,) = alternative_readings(
        [StatementReadings(statement="s1", readings=(reading(0.3, A), reading(0.9, B)))], limit=5
    )
    assert (second.key, second.lineage[-1]) == (frozenset({B}), "reading 2 of statement s1")


def test_of_equal_joint_readings_the_lower_canonical_key_comes_first():
    for readings in ((reading(0.5, A), reading(0.5, B)), (reading(0.5, B), reading(0.5, A))):
        statements = [StatementReadings(statement="s1", readings=readings)]
        assert [readings[place].constraints for (place,) in joint_readings(statements)] == [(A,), (B,)]


def test_of_many_joint_readings_the_first_are_given():
    many = [
        StatementReadings(statement=f"s{number}", readings=(reading(0.9, one), reading(0.8, other)))
        for number, (one, other) in enumerate(
            (f"(sometime (at v{number} a))", f"(sometime (at v{number} b))") for number in range(8)
        )
    ]
    assert len(list(joint_readings(many))) == MOST_JOINT_READINGS
