from itertools import product

import pytest

from plancritic.pddl.language import And, Atom, Comparison, Condition, Demand, Not, Or, UndefinedValueError, holds

A, B, C, FUEL = Atom("a"), Atom("b"), Atom("c"), Atom("fuel")
CONDITIONS: tuple[Condition, ...] = (
    And(()),
    Or(()),
    A,
    Not(A),
    And((A, Not(B), And((C, Comparison(">", FUEL, 2.0))))),
    And((A, Or((B, Not(C))))),
    And((A, Not(A))),
    And((Atom("=", ("x", "x")), Not(Atom("=", ("x", "y"))), B)),
    Atom("=", ("x", "y")),
    Not(And((A, B))),
)


@pytest.mark.parametrize("condition", CONDITIONS, ids=str)
def test_a_demand_is_met_where_its_condition_holds(condition: Condition) -> None:
    demand = Demand.of(condition)
    for *chosen, fuel in product((False, True), (False, True), (False, True), (1.0, 3.0)):
        facts = {atom for atom, true in zip((A, B, C), chosen, strict=True) if true}
        assert demand.met(facts, {FUEL: fuel}) is holds(condition, facts, {FUEL: fuel})


def test_a_demand_reads_what_its_truth_depends_on() -> None:
    assert Demand.of(CONDITIONS[4]).reads == {A, B, C, FUEL}
    assert Demand.of(Not(And((A, B)))).reads == {A, B}


def test_a_fluent_without_a_value_is_told_where_nothing_else_is_false() -> None:
    demand = Demand.of(And((Comparison(">", FUEL, 2.0), A)))

    assert not demand.met(set(), {})
    with pytest.raises(UndefinedValueError):
        demand.met({A}, {})
