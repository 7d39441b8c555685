"""What a network reads of a plan: which facts hold in each state that the plan passes through, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plancritic.pddl.execution import Trajectory
from plancritic.pddl.language import Atom


@dataclass(frozen=True, slots=True)
class Trace:
    """`truth` (facts, states) is 1 where a fact holds; `times` (states,) is when each state begins."""

    truth: NDArray[np.float32]
    times: NDArray[np.float32]


def trace(trajectory: Trajectory, row: Mapping[Atom, int], facts: int) -> Trace:
    """Return the trace of an executed plan over `facts` rows; those without an atom in `row` never hold."""
    states = trajectory.states
    truth = np.zeros((facts, len(states)), dtype=np.float32)
    holding = np.zeros(facts, dtype=np.float32)
    for atom in states[0].facts:
        if (place := row.get(atom)) is not None:
            holding[place] = 1.0
    truth[:, 0] = holding
    for number, state in enumerate(states[1:], start=1):
        for event in state.events:
            for atom in event.deleted:
                if (place := row.get(atom)) is not None:
                    holding[place] = float(atom in state.facts)
            for atom in event.added:
                if (place := row.get(atom)) is not None:
                    holding[place] = float(atom in state.facts)
        truth[:, number] = holding
    return Trace(truth, np.array([state.time for state in states], dtype=np.float32))
