from plancritic.contracts.specification import TracedConstraint
from plancritic.coordinator.problem.specification import merged, specification_of


def test_a_constraint_that_two_statements_ask_for_stands_once_and_keeps_both_origins():
    specification = specification_of([("s1", ("(always (p))",)), ("s2", ("(always (p))", "(sometime (q))"))])
    assert specification == (
        TracedConstraint(constraint="(always (p))", statements=("s1", "s2")),
        TracedConstraint(constraint="(sometime (q))", statements=("s2",)),
    )


def test_merging_twice_changes_nothing():
    once = merged([TracedConstraint(constraint="(a)", statements=("s1",)), TracedConstraint(constraint="(a)")])
    assert merged(once) == once
