"""A run's first checkpoint: everything that was left open is settled here, once."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from plancritic.bus import BucketName, Client
from plancritic.contracts.envelope import new_key
from plancritic.contracts.feedback import EvidenceName, FeedbackSubmitted, MutationName
from plancritic.contracts.runs import RunStarted
from plancritic.contracts.specification import ProblemReference
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.evaluation.evidence import evidence_for
from plancritic.coordinator.presets import PRESETS
from plancritic.coordinator.sessions.turn import Turn, turn_of
from plancritic.coordinator.understanding.candidates import tries_guesses
from plancritic.coordinator.understanding.questions import Question
from plancritic.verdicts.cache.verdict_cache import VerdictCache


@dataclass(frozen=True)
class ModelVersions:
    """What judges and plans as a run starts; None where there is none, or none is known."""

    scorer_model: str | None = None
    planner: str | None = None


async def model_versions(client: Client, domain: str, verdicts: VerdictCache) -> ModelVersions:
    """Return the domain's newest scorer model and the version that planners advertise beside their verdicts.

    Raises:
        NotProvisioned: there is no bucket of models.
    """
    model = await (await client.kv(BucketName.MODELS)).get(domain)
    return ModelVersions(model.value.decode() if model else None, await verdicts.advertised())


def first_checkpoint(
    submitted: FeedbackSubmitted,
    problem: ProblemReference,
    evidence: Sequence[EvidenceName] | None = None,
    mutation: MutationName | None = None,
    turn: Turn | None = None,
    versions: ModelVersions | None = None,
    question: Question | None = None,
    earlier_plans: Sequence[str] = (),
) -> RunCheckpoint:
    """Return the checkpoint with which a run begins, now.

    `evidence` and `mutation` are what the coordinator is set to where neither the run nor a published preset says it;
    `turn` is what the run takes over from its session; without it the run is the first turn of one. `question` is to be
    answered before it is known what the turn is. `earlier_plans` are those of earlier turns, newest first.

    Raises:
        ContractError: the feedback drops what nobody said.
    """
    settings = submitted.settings
    if settings.translate_only:
        # Whatever the preset: only ours begins with the best reading by itself.
        settings = settings.model_copy(update={"preset": "ours", "generations": 0, "least_generations": 0})
    preset = PRESETS[settings.preset]
    counted = evidence_for(settings.evidence, evidence, preset)
    standing = preset.mutation if preset.published else mutation or preset.mutation
    resolved = settings.model_copy(
        update={
            "evidence": counted.names,
            "mutation": settings.mutation or standing,
            "rates": settings.rates or preset.rates,
            "guesses": tries_guesses(settings, preset),
        }
    )
    versions = versions or ModelVersions()
    now = datetime.now(UTC)
    key = new_key()
    return RunCheckpoint(
        key=key,
        submitted=submitted,
        started=RunStarted(
            envelope=submitted.envelope.caused("started", key),
            problem=problem,
            settings=resolved,
            seed=settings.seed if settings.seed is not None else secrets.randbits(32),
            started=now,
            deadline=None if settings.seed is not None else now + timedelta(seconds=settings.deadline_seconds),
            scorer_model=versions.scorer_model,
            planner=versions.planner,
        ),
        turn=turn if turn is not None else turn_of(submitted, None, problem),
        evidence=counted,
        phase="base_plan" if question is None else "naming",
        questions=() if question is None else (question,),
        earlier_plans=tuple(earlier_plans),
    )
