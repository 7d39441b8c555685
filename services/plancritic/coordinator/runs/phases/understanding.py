"""The third phase: what each statement means, by what follows from its candidates."""

from __future__ import annotations

from plancritic.coordinator.refinement.understanding import UnderstandingState
from plancritic.coordinator.runs.checkpoint import RunCheckpoint
from plancritic.coordinator.runs.phases.parts import RunParts, acts_on_posteriors
from plancritic.coordinator.understanding.choosing import taken_for
from plancritic.coordinator.understanding.posteriors import posteriors_of


async def understand(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with the posterior of every statement over what it may mean.

    The bank of plans is frozen here, before the search begins.

    Raises:
        ContractError: a service refuses a job or does not answer.
    """
    assert checkpoint.base is not None and checkpoint.translation is not None, "both come before"
    shown = checkpoint.base.plan if checkpoint.shown is None else checkpoint.shown.plan
    plans = tuple(dict.fromkeys((shown, checkpoint.base.plan)))
    posteriors = await posteriors_of(
        parts.workers,
        parts.situation.problem,
        checkpoint.statements,
        checkpoint.translation.statements,
        plans,
        0,
        checkpoint.limits,
        checkpoint.settings.engine,
        scorer="scorer" in checkpoint.evidence.sources,
        guesses=bool(checkpoint.settings.guesses),
    )
    update: dict[str, object] = {"phase": "search", "posteriors": posteriors}
    if acts_on_posteriors(checkpoint):
        taken = map(taken_for, checkpoint.translation.statements, posteriors.statements)
        update["understanding"] = UnderstandingState(translated=tuple(taken))
    return checkpoint.model_copy(update=update)
