"""One feedback run from any of its checkpoints to its result."""

from __future__ import annotations

from functools import partial

from plancritic.contracts import subjects
from plancritic.contracts.feedback import PlanRevised
from plancritic.coordinator.checkpoints.checkpoint import PhaseName, RunCheckpoint
from plancritic.coordinator.phases.answering import answer_turn
from plancritic.coordinator.phases.base_plan import make_base_plan
from plancritic.coordinator.phases.clashing import find_clashes, settle_clashes
from plancritic.coordinator.phases.completing import complete_best
from plancritic.coordinator.phases.improving import improve_best
from plancritic.coordinator.phases.naming import name_targets
from plancritic.coordinator.phases.parts import Phase, RunParts, preferred_plan
from plancritic.coordinator.phases.result import tell_result
from plancritic.coordinator.phases.searching import search
from plancritic.coordinator.phases.translation import translate
from plancritic.coordinator.phases.understanding import ask, understand
from plancritic.coordinator.problem.bank import Bank
from plancritic.threads import in_thread

#: A run, phase after phase: algorithm 1 of [PC] with what we put around its search. In the checkpoint that it returns
#: a phase names the next one, which is a later one of these, or itself where it has a further question.
PHASES: tuple[tuple[PhaseName, Phase], ...] = (
    ("naming", name_targets),  # which statements commands mean
    ("base_plan", make_base_plan),  # the plan without feedback
    ("answering", answer_turn),  # questions about the plan: then the run is over
    ("translation", translate),  # feedback to constraints
    ("understanding", understand),  # what each statement may mean, told apart on plans
    ("asking", ask),  # the person, where readings lead to different plans
    ("clashing", find_clashes),  # with what is in force
    ("settling", settle_clashes),  # by the person
    ("search", search),  # generations: plan, prove, score, select, cross over, mutate
    ("completion", complete_best),  # what is violated, once more
    ("improvement", improve_best),  # better plans around the best
    ("result", tell_result),  # the verdict on each statement
)
_BY_NAME = dict(PHASES)


async def start_run(checkpoint: RunCheckpoint, parts: RunParts) -> PlanRevised:
    """Store a run's first checkpoint, announce it, and carry it to its result. Raises as `continue_run`."""
    return await continue_run(await parts.stored(checkpoint), parts)


async def continue_run(checkpoint: RunCheckpoint, parts: RunParts) -> PlanRevised:
    """Carry a run from a checkpoint to its result, and store a checkpoint after each phase.

    Nothing is asked of the other services that was answered before the checkpoint.

    Raises:
        ContractError: the feedback cannot be worked on (no plan even without it, a service that is not there, a plan
            shown that is none of this problem).
    """
    asked_before = checkpoint.waiting_since is not None or checkpoint.answers_given or checkpoint.skipped
    if checkpoint.phase in ("naming", "base_plan") and not asked_before:
        # After the checkpoint is stored: what is announced is what whoever continues the run goes by.
        await parts.publish(checkpoint.started, subjects.RUN_STARTED)
    preferred: str | None = None
    while checkpoint.result is None:
        if (plan := preferred_plan(checkpoint)) != preferred:
            preferred = plan
            parts.workers.prefer(None if plan is None else await in_thread(partial(_bank_of, plan, parts)))
        checkpoint = await parts.stored(await _BY_NAME[checkpoint.phase](checkpoint, parts))
    return checkpoint.result


def _bank_of(plan: str, parts: RunParts) -> Bank:
    return Bank(parts.situation.problem, (plan,))
