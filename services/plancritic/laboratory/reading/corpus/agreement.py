"""Whether a second reader took an utterance to mean what its writer was to bring about."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.pddl.execution import Trajectory, judge_constraint
from plancritic.pddl.language import Constraint
from plancritic.pddl.specification import canonical_key

#: At least so many plans must meet both, and so many must miss both, before equal answers count as one meaning.
_LEAST_PLANS = 2


def mean_the_same(
    meaning: Sequence[Constraint], label: Sequence[Constraint], trajectories: Sequence[Trajectory]
) -> bool:
    """Return whether both have one canonical form, or hold of exactly the same plans and speak of the same facts."""
    if canonical_key(meaning) == canonical_key(label):
        return True
    if {atom for each in meaning for atom in each.atoms()} != {atom for each in label for atom in each.atoms()}:
        return False
    holding = 0
    for trajectory in trajectories:
        answers = [all(judge_constraint(trajectory, one).satisfied for one in each) for each in (meaning, label)]
        if answers[0] != answers[1]:
            return False
        holding += answers[0]
    return _LEAST_PLANS <= holding <= len(trajectories) - _LEAST_PLANS
