"""What an action computes is found wherever it stands."""

from __future__ import annotations

from tests.support.tanks import tanks, tanks_domain

from plancritic.pddl.grounding import computed, ground_action
from plancritic.pddl.language import expression_text

DOMAIN = tanks_domain(
    duration="(+ (pace) 1)",
    condition="(over all (not (> (level) 3))) (at end (exists (?o - tank) (< (weight ?o) 9)))",
    effect="(at end (scale-down (pace) (idle))) (forall (?o - tank) (when (at end (< (weight ?o) 7)) (at end (open))))",
).replace("(pace))", "(pace) (weight ?t - tank))", 1)


def test_duration_conditions_and_effects_are_all_looked_at() -> None:
    action = tanks(DOMAIN).domain.actions["fill"]
    found = {expression_text(expression) for expression, _ in computed(action)}
    assert found >= {"(+ (pace) 1)", "(level)", "(weight ?o)", "9", "(/ (pace) (idle))", "(+ (level) 1)", "7"}


def test_a_variable_has_the_type_of_the_quantifier_or_effect_that_names_it() -> None:
    action = tanks(DOMAIN).domain.actions["fill"]
    types = [types for expression, types in computed(action) if expression_text(expression) == "(weight ?o)"]
    assert [each["?o"] for each in types] == [("tank",), ("tank",)]


def test_a_ground_action_computes_the_same_with_objects() -> None:
    action = ground_action(tanks(DOMAIN), "fill", ("t1",))
    found = {expression_text(expression) for expression, _ in computed(action)}
    assert found >= {"(weight t1)", "(weight t2)", "(/ (pace) (idle))"}
