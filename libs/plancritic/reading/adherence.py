"""Whether plans adhere to a text, by what the text may ask: its readings are uncertain, what a plan does is not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from plancritic.pddl.execution import Trajectory, judge_constraint
from plancritic.pddl.language import Constraint
from plancritic.reading.beam import LearnedReading

#: Readings that are looked at, and how likely the least likely of them is.
READINGS, _LEAST_LIKELY = 32, 1e-3


def adherence(readings: Sequence[LearnedReading], trajectories: Sequence[Trajectory]) -> NDArray[np.float64]:
    """Return the probability that each trajectory does what the text asks, shape (trajectories,).

    By the law of total probability: the sum, over the readings, of how likely a reading is times 1 where the trajectory
    satisfies all its constraints, 0 where it violates one of them and ½ where that cannot be told. What is left of the
    probability (readings that nobody wrote, texts that ask for nothing or for what no constraints can express) counts
    ½: of it nothing is known.
    """
    found = np.full(len(trajectories), 0.5)
    known: dict[tuple[int, Constraint], bool | None] = {}

    def satisfied(place: int, constraint: Constraint) -> bool | None:
        key = place, constraint
        if key not in known:
            known[key] = judge_constraint(trajectories[place], constraint).satisfied
        return known[key]

    for reading in readings:
        if not reading.constraints or reading.probability < _LEAST_LIKELY:
            continue
        for place in range(len(trajectories)):
            answers = {satisfied(place, each) for each in reading.constraints}
            if False in answers:
                found[place] -= 0.5 * reading.probability
            elif None not in answers:
                found[place] += 0.5 * reading.probability
    return np.asarray(np.clip(found, 0.0, 1.0), dtype=np.float64)
