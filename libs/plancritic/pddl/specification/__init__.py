"""Specifications as a whole: canonical and normal forms, and what the problem itself settles of them."""

from plancritic.pddl.specification.canonical import IMPOSSIBLE, canonical, canonical_key, entails, rewritten
from plancritic.pddl.specification.normal_form import complement, exclude, implies, normal
from plancritic.pddl.specification.simplification import Simplified, simplify

__all__ = [
    "IMPOSSIBLE",
    "Simplified",
    "canonical",
    "canonical_key",
    "complement",
    "entails",
    "exclude",
    "implies",
    "normal",
    "rewritten",
    "simplify",
]
