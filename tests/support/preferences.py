"""Preferences as tests write them."""

from __future__ import annotations

from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.language import read, read_constraints
from plancritic.verdicts.preferences.texts import traced_constraint


def read_preferences(text: str, filename: str = "constraints") -> tuple[TracedConstraint, ...]:
    """Return what a file of constraints holds, some of them in `(preference NAME constraint)`, in order."""
    return tuple(
        traced_constraint(item, node) for node in read(text, filename) for item in read_constraints(node, None)
    )
