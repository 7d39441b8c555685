"""What the phases of a run work with beside its checkpoint."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

from plancritic.contracts.envelope import Message
from plancritic.contracts.subjects import Subject
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.checkpoints.known_answers import RememberingWorkers
from plancritic.coordinator.evaluation.criteria import Criteria
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.search.contradictions import ruling_out
from plancritic.coordinator.search.cosines import no_cosines
from plancritic.coordinator.search.nearness import Cosines
from plancritic.coordinator.turns.classifier import ActClassifier
from plancritic.coordinator.understanding.meant import Meant
from plancritic.coordinator.understanding.readings import contested_places
from plancritic.coordinator.understanding.state import UnderstandingState, best_of

Publish: TypeAlias = Callable[[Message, Subject], Awaitable[None]]
Keep: TypeAlias = Callable[[RunCheckpoint], Awaitable[None]]
Now: TypeAlias = Callable[[], Awaitable[datetime]]


async def no_checkpoint(_checkpoint: RunCheckpoint) -> None:
    """Keep no checkpoint: for a run that nobody continues."""


async def own_time() -> datetime:
    """Return the time by the clock of this machine: for a run that nobody continues."""
    return datetime.now(UTC)


async def no_classifier() -> ActClassifier | None:
    """Return no classifier of acts: only literal commands are told from statements."""
    return None


@dataclass(frozen=True)
class RunParts:
    """The world of one run.

    `publish` sends events, `keep` stores checkpoints, `cosines` opens the sentence encoder, which only a run that
    mutates by it needs. `now` is a clock that all copies which may carry the run share. An answer to a question
    counts for `answer_seconds`. `classifier` says which act a turn is; None where there is no sentence encoder.
    """

    situation: Situation
    workers: RememberingWorkers
    publish: Publish
    keep: Keep = no_checkpoint
    cosines: Callable[[], Cosines] = no_cosines
    now: Now = own_time
    answer_seconds: float | None = None
    classifier: Callable[[], Awaitable[ActClassifier | None]] = no_classifier

    async def stored(self, checkpoint: RunCheckpoint) -> RunCheckpoint:
        """Store the checkpoint with all that was answered until now, and return it so."""
        complete = checkpoint.model_copy(update={"answers": self.workers.known(), "timings": self.workers.timings()})
        complete = complete.with_time_noted()
        await self.keep(complete)
        return complete


Phase: TypeAlias = Callable[[RunCheckpoint, RunParts], Awaitable[RunCheckpoint]]


def acts_on_posteriors(checkpoint: RunCheckpoint) -> bool:
    """Return whether a run goes by the posteriors; the published presets and translation alone do not."""
    return not checkpoint.preset.published and not checkpoint.settings.translate_only


def settles(checkpoint: RunCheckpoint) -> bool:
    """Return whether the readings of a run are settled before its search, and the judges' check says who meets them."""
    return acts_on_posteriors(checkpoint) and "check" in checkpoint.evidence.sources


def plan_shown(checkpoint: RunCheckpoint) -> str:
    """Return the plan that the person looks at: the one shown, else the plan without feedback."""
    assert checkpoint.base is not None, "the base plan comes first"
    return checkpoint.base.plan if checkpoint.shown is None else checkpoint.shown.plan


def keeps_plan_shown(checkpoint: RunCheckpoint) -> bool:
    """Return whether the plan shown is the answer where it meets all that is in force.

    Not after something was dropped or a reading rejected: then a plan is wanted that costs less. The published presets,
    translation alone and runs in which the judges' check does not count are as they were published.
    """
    return (
        settles(checkpoint)
        and checkpoint.turn.restored is None
        and not checkpoint.turn.dropped
        and not checkpoint.turn.rejected
    )


def preferred_plan(checkpoint: RunCheckpoint) -> str | None:
    """Return the plan shown, where that is to be kept; None where it is not, or not known yet."""
    return plan_shown(checkpoint) if checkpoint.base is not None and keeps_plan_shown(checkpoint) else None


def understanding_in(checkpoint: RunCheckpoint) -> UnderstandingState:
    """Return what the statements are taken for: as they were translated, where the run keeps to the translator."""
    if checkpoint.understanding is not None:
        return checkpoint.understanding
    assert checkpoint.translation is not None, "the statements are translated before the search"
    return UnderstandingState(translated=checkpoint.translation.statements)


async def evaluator_in(checkpoint: RunCheckpoint, parts: RunParts) -> Evaluator:
    """Return an evaluator that knows all that was evaluated in the run, without a request."""
    assert checkpoint.base is not None, "there is a base plan before anything is evaluated"
    translated, preset = understanding_in(checkpoint).translated, checkpoint.preset
    contested, meant = contested_places(translated), None
    if checkpoint.posteriors is not None and acts_on_posteriors(checkpoint):
        contested = frozenset(place for place, each in enumerate(translated) if len(each.readings) > 1)
        meant = Meant(parts.situation.problem, checkpoint.posteriors.statements).of
    criteria = Criteria(
        statements=checkpoint.statements,
        readings=best_of(translated),
        limits=checkpoint.limits,
        engine=checkpoint.settings.engine,
        preset=preset,
        contested=contested,
        ruled_out=ruling_out(translated, checkpoint.evidence, preset),
        meant=meant,
        shown=plan_shown(checkpoint),
        first=checkpoint.turn.first_places,
        keep_close=checkpoint.settings.keep_close,
    )
    evaluator = Evaluator.over(parts.workers, criteria, checkpoint.evidence)
    if checkpoint.evaluator is None:
        evaluator.know((), checkpoint.base)
    else:
        await evaluator.restore(checkpoint.evaluator)
    return evaluator
