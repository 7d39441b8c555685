"""Specifications on a problem: whether they fit it, canonical and normal forms, what the problem settles of them."""

from plancritic.pddl.specification.canonical import IMPOSSIBLE, canonical, canonical_key, entails, rewritten
from plancritic.pddl.specification.fit import check_constraint, misfit_error
from plancritic.pddl.specification.normal_form import complement, exclude, implies, normal
from plancritic.pddl.specification.sense import asks_for_nothing, every_plan_does, speaks_of_nothing
from plancritic.pddl.specification.simplification import Simplified, simplify

__all__ = [
    "IMPOSSIBLE",
    "Simplified",
    "asks_for_nothing",
    "canonical",
    "canonical_key",
    "check_constraint",
    "complement",
    "entails",
    "every_plan_does",
    "exclude",
    "implies",
    "misfit_error",
    "normal",
    "rewritten",
    "simplify",
    "speaks_of_nothing",
]
