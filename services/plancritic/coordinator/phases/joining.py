"""Statements of one run that contradict each other as they are taken: the likeliest joint reading that has a plan."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.planning import Impossible, PlanProved, Verdict
from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.checkpoints.deadline import until_deadline
from plancritic.coordinator.evaluation.preferences import with_strengths
from plancritic.coordinator.phases.parts import RunParts, acts_on_posteriors, understanding_in
from plancritic.coordinator.search.joint_readings import joint_readings
from plancritic.coordinator.search.population import best_readings
from plancritic.coordinator.understanding.state import UnderstandingState

#: Of the deadline, at least this is kept for the search.
_RESERVED_SHARE = 0.5


async def read_together(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint in which what the statements are taken for can hold together, as far as is likely.

    Where the first joint reading is proved impossible the likeliest other one that has a plan is taken. A statement
    that is impossible by itself, as it is taken, has no part in it: its posterior has weighed that already. Nor has one
    with a single likely reading another, so that nothing is asked where every statement is clear.

    Raises:
        ContractError: the planner refuses a job or does not answer.
    """
    if not acts_on_posteriors(checkpoint) or checkpoint.search is not None or checkpoint.turn.restored is not None:
        return checkpoint
    places = possible_alone(checkpoint)
    open_ones = _open_readings(checkpoint, places)
    if all(len(each.readings) == 1 for each in open_ones):
        return checkpoint
    found = [checkpoint]

    async def look() -> None:
        if not isinstance(await _together(checkpoint, parts, places), Impossible):
            return
        for ranks in joint_readings(open_ones):
            other = _taking(checkpoint, places, ranks)
            if any(ranks) and isinstance(await _together(other, parts, places), PlanProved):
                found[0] = other
                return

    await until_deadline(checkpoint, look(), _RESERVED_SHARE * checkpoint.settings.deadline_seconds)
    return found[0]


def possible_alone(checkpoint: RunCheckpoint) -> tuple[int, ...]:
    """Return the places of the statements whose first reading is not proved impossible by itself."""
    assert checkpoint.posteriors is not None, "a run that acts on posteriors has them before the search"
    possible = []
    for place, read in enumerate(understanding_in(checkpoint).translated):
        if read.readings:
            behaviour = checkpoint.posteriors.statements[place].behaviour_of(read.readings[0])
            if behaviour is None or not behaviour.impossible:
                possible.append(place)
    return tuple(possible)


def _open_readings(checkpoint: RunCheckpoint, places: Sequence[int]) -> list[StatementReadings]:
    """Return the readings that may be exchanged: a preference makes nothing impossible, and stays as it is taken."""
    translated, statements = understanding_in(checkpoint).translated, checkpoint.statements
    return [
        translated[place]
        if statements[place].strength == "must"
        else translated[place].model_copy(update={"readings": translated[place].readings[:1]})
        for place in places
    ]


def _taking(checkpoint: RunCheckpoint, places: Sequence[int], ranks: Sequence[int]) -> RunCheckpoint:
    """Return the checkpoint in which the statements at the places are taken for the readings of these ranks."""
    before = understanding_in(checkpoint)
    translated = list(before.translated)
    for place, rank in zip(places, ranks, strict=True):
        readings = translated[place].readings
        first = (readings[rank], *readings[:rank], *readings[rank + 1 :])
        translated[place] = translated[place].model_copy(update={"readings": first})
    passed = [checkpoint.statements[place].id for place, rank in zip(places, ranks, strict=True) if rank > 0]
    understanding = UnderstandingState(translated=tuple(translated), passed_over=(*before.passed_over, *passed))
    return checkpoint.model_copy(update={"understanding": understanding})


async def _together(checkpoint: RunCheckpoint, parts: RunParts, places: Sequence[int]) -> Verdict:
    """Return the verdict on what the statements at the places are taken for: mostly what the search begins with."""
    translated = understanding_in(checkpoint).translated
    wanted = best_readings([translated[place] for place in places]).specification
    return await parts.workers.solve(
        with_strengths(wanted, checkpoint.statements), checkpoint.limits, checkpoint.settings.engine
    )
