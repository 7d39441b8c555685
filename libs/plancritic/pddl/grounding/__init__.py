"""Problems without variables: ground actions, relaxed reachability, invariants, durations."""

from plancritic.pddl.grounding.bits import FactBits, GroundStep, members
from plancritic.pddl.grounding.computed import Types, computed, conditional_effects
from plancritic.pddl.grounding.ground_actions import (
    MOST_ATOMS,
    MOST_GROUND_ACTIONS,
    action_parts,
    changeable_predicates,
    ground_action,
    ground_atoms,
)
from plancritic.pddl.grounding.invariants import Invariants
from plancritic.pddl.grounding.relaxed_reachability import GroundName, relaxed_reachability
from plancritic.pddl.grounding.strips import NotStripsError, StripsAction, literals, strips_action

__all__ = [
    "MOST_ATOMS",
    "MOST_GROUND_ACTIONS",
    "FactBits",
    "GroundName",
    "GroundStep",
    "Invariants",
    "NotStripsError",
    "StripsAction",
    "Types",
    "action_parts",
    "changeable_predicates",
    "computed",
    "conditional_effects",
    "ground_action",
    "ground_atoms",
    "literals",
    "members",
    "relaxed_reachability",
    "strips_action",
]
