"""The sixth phase: better plans are looked for around the best one, and each is told as it is found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice

import structlog

from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError
from plancritic.contracts.improvement.messages import PlanImproved
from plancritic.contracts.planning import Improvement, PlanProved
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.checkpoints.deadline import seconds_left, seconds_since_start, until_deadline
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.phases.parts import (
    RunParts,
    evaluator_in,
    keeps_plan_shown,
    plan_shown,
    understanding_in,
)
from plancritic.coordinator.refinement.completion import standing
from plancritic.coordinator.refinement.improvement import (
    LEAST_SECONDS,
    loses_nothing,
    seconds_of_attempts,
    starts_around,
)
from plancritic.coordinator.search.provenance import mark_evolved
from plancritic.coordinator.understanding.state import best_of
from plancritic.coordinator.workers.interface import Improving
from plancritic.pddl.language import parse_plan
from plancritic.threads import in_thread
from plancritic.verdicts.improvement.distance import distance

_log = structlog.get_logger("plancritic.coordinator.phases.improving")

#: What events name as having found a run's first plan: the plan shown where it does all that was asked, and where it
#: is kept though it does not.
_BY_SEARCH, _SHOWN, _KEPT = "search", "plan_shown", "plan_kept"


async def announce(checkpoint: RunCheckpoint, parts: RunParts, best: Evaluation) -> RunCheckpoint:
    """Return the checkpoint once clients are told of its best plan, where they do not know that."""
    state = checkpoint.improvement
    if best.plan is None or best.plan == state.told:
        return checkpoint
    found_by = best.verdict.engine if state.number else _first_found_by(best, plan_shown(checkpoint))
    plan, number = parse_plan(best.plan), state.number + 1
    event = PlanImproved(
        envelope=checkpoint.submitted.envelope.caused(f"improved:{number}", checkpoint.key),
        number=number,
        plan=best.plan,
        makespan=round(plan.makespan, 6),
        steps=len(plan.steps),
        lower_bound=state.lower_bound,
        distance=distance(parse_plan(plan_shown(checkpoint)), plan),
        found_by=found_by,
        elapsed_seconds=round(seconds_since_start(checkpoint), 4),
    )
    await parts.publish(event, subjects.PLAN_IMPROVED)
    told = state.model_copy(update={"number": number, "told": best.plan})
    return checkpoint.model_copy(update={"improvement": told})


def _first_found_by(best: Evaluation, shown: str) -> str:
    """Return what found the first plan; the plan shown does what was asked only where judges say so of all of it."""
    if best.plan != shown:
        return _BY_SEARCH
    return _SHOWN if best.checks and all(each == "adhered" for each in best.checks) else _KEPT


async def improve_best(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with the best plan that was found in the time for that, and what is proved of its end.

    A plan shown that meets what is in force stays: only a bound is looked for. With a seed the number of jobs, and what
    each may do, depend on the settings alone.

    Raises:
        ContractError: a service refuses a job or does not answer.
    """
    assert checkpoint.completion is not None, "the search ends with the best that it found"
    ours = not checkpoint.preset.published and "check" in checkpoint.evidence.sources
    if ours:
        evaluator = await evaluator_in(checkpoint, parts)
        rounds = _Rounds(checkpoint, parts, evaluator)
        over = await until_deadline(checkpoint, rounds.go())
        ended = checkpoint.ended if over else "deadline"
        checkpoint = rounds.checkpoint.model_copy(update={"evaluator": evaluator.state(), "ended": ended})
    return checkpoint.model_copy(update={"phase": "result"})


@dataclass
class _Rounds:
    """The jobs of a run that look for better plans, one after the other; `checkpoint` has what they came to."""

    checkpoint: RunCheckpoint
    parts: RunParts
    evaluator: Evaluator

    @property
    def best(self) -> Evaluation:
        assert self.checkpoint.completion is not None, "the search ends with the best that it found"
        return self.checkpoint.completion.best

    async def go(self) -> None:
        shown = plan_shown(self.checkpoint)
        stays = keeps_plan_shown(self.checkpoint) and self.best.plan == shown
        settings = self.checkpoint.settings
        total = LEAST_SECONDS if stays else settings.improve_seconds
        done = self.checkpoint.improvement.attempts
        for attempt, seconds in enumerate(islice(seconds_of_attempts(total), done, None), start=done + 1):
            found = await self._found(shown, attempt, seconds)
            if found is None:
                return
            if not stays:
                await self._take(found)
            state = self.checkpoint.improvement.bounded(found, self.best).model_copy(update={"attempts": attempt})
            self.checkpoint = self.checkpoint.model_copy(update={"improvement": state})
            self.checkpoint = await announce(self.checkpoint, self.parts, self.best)
            self.checkpoint = await self.parts.stored(
                self.checkpoint.model_copy(update={"evaluator": self.evaluator.state()})
            )
            if state.lower_bound is not None and state.lower_bound.met and not settings.keep_close:
                return

    async def _found(self, shown: str, attempt: int, seconds: float) -> Improvement | None:
        """Return what the planner finds; None where it finds nothing to improve, or cannot be asked."""
        checkpoint, best = self.checkpoint, self.best
        assert best.plan is not None and checkpoint.base is not None, "the best has a proved plan"
        readings = best_of(understanding_in(checkpoint).translated)
        # A wish that the plan meets is one that the next has to meet: it costs no statement.
        wanted = standing(checkpoint.statements, readings, best)
        bank = checkpoint.posteriors.plans if checkpoint.posteriors is not None else ()
        others = (shown, checkpoint.base.plan, *bank, *checkpoint.earlier_plans)
        constraints = [each.constraint for each in wanted]
        starts = await in_thread(partial(starts_around, self.parts.situation.problem, best.plan, others, constraints))
        improving = Improving(
            specification=wanted,
            starts=starts,
            shown=shown,
            keep_close=checkpoint.settings.keep_close,
            limits=checkpoint.limits.model_copy(update={"seconds": seconds}),
            engine=checkpoint.settings.engine,
            attempt=attempt,
        )
        evolved = any(each.evolved for each in mark_evolved(wanted, understanding_in(checkpoint).translated))
        try:
            found = await self.parts.workers.improve(improving, seconds_left(checkpoint))
            # What mutation added nobody wished: a bound under it is none under the wishes.
            return found.model_copy(update={"lower_bound": None}) if found is not None and evolved else found
        except ContractError as error:
            if checkpoint.deterministic:
                raise
            # There is a plan: that it may not be the best costs nobody the answer.
            _log.warning("no better plan is looked for", run=checkpoint.run, error=error.fault.message)
            return None

    async def _take(self, found: Improvement) -> None:
        """Take the plan that was found where it is fitter and loses nothing."""
        best = self.best
        if found.plan == best.plan:
            return
        verdict = PlanProved(engine=found.found_by, plan=found.plan, proof=found.proof)
        other = await self.evaluator.evaluate_plan(best.individual, verdict)
        if other.plan is not None and loses_nothing(other, best) and other.fitness > best.fitness:
            completion = self.checkpoint.completion
            assert completion is not None, "the search ends with the best that it found"
            self.checkpoint = self.checkpoint.model_copy(
                update={"completion": completion.model_copy(update={"best": other})}
            )
