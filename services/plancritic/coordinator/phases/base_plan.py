"""The first phase: the plan without feedback, and the plan that the person was shown."""

from __future__ import annotations

from plancritic.contracts.planning import PlanProved
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.phases.continuation import shown_plan
from plancritic.coordinator.phases.parts import RunParts
from plancritic.coordinator.problem.situation import no_base_plan
from plancritic.wording import verdict_sentence


async def make_base_plan(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with the base plan, and with the plan shown where that is another one.

    Raises:
        ContractError: there is no plan even without feedback, or the plan shown is none of this problem.
    """
    verdict = await parts.workers.solve((), checkpoint.limits, checkpoint.settings.engine)
    if not isinstance(verdict, PlanProved):
        raise no_base_plan(verdict_sentence(verdict))
    shown = await shown_plan(checkpoint.submitted, checkpoint.turn.head, parts.workers, parts.situation)
    return checkpoint.model_copy(
        update={"phase": "answering" if checkpoint.turn.asked else "translation", "base": verdict, "shown": shown}
    )
