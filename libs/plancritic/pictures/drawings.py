"""Drawings of what there is to look at: a plan alone, the end of a run, a session's revision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Literal

from plancritic.contracts.feedback import PlanRevised, PlanStep, StatementOutcome
from plancritic.contracts.sessions import Revision, StatementInForce, StatementNotInForce
from plancritic.contracts.specification import TracedConstraint
from plancritic.pictures.drawing import (
    AlignedStep,
    Comparison,
    Drawing,
    DrawnStatement,
    PlanDrawing,
    Proof,
    UnitOfTime,
)
from plancritic.pictures.plan_changes import Pair, PlanChanges, plan_changes
from plancritic.pictures.plan_drawing import draw_plan
from plancritic.wording import Lexicon

WITHOUT_FEEDBACK = "the plan without feedback"
SHOWN_BEFORE = "the plan shown before"

_PAIRED: dict[Literal["replaced", "moved", "unchanged"], Callable[[PlanChanges], tuple[Pair, ...]]] = {
    "replaced": attrgetter("replaced"),
    "moved": attrgetter("moved"),
    "unchanged": attrgetter("kept"),
}


def draw_plan_alone(
    plan: str, lexicon: Lexicon, problem: str, specification: Sequence[TracedConstraint] = ()
) -> Drawing:
    """Return the drawing of a plan of which nothing else is known."""
    return Drawing(
        title=lexicon.context.title,
        domain=lexicon.bundle.name,
        problem=problem,
        unit=_unit(lexicon),
        plan=draw_plan(plan, lexicon, specification),
    )


def draw_run(result: PlanRevised, lexicon: Lexicon) -> Drawing:
    """Return the drawing of a run's end, beside the plan that the person saw before."""
    plan = draw_plan(result.plan, lexicon, result.specification, result.execution)
    before = result.base_plan if result.shown is None else result.shown.plan
    name = WITHOUT_FEEDBACK if result.shown is None else SHOWN_BEFORE
    return Drawing(
        title=lexicon.context.title,
        domain=result.problem.domain,
        problem=result.problem.problem,
        unit=_unit(lexicon),
        plan=plan,
        comparison=compared(draw_plan(before, lexicon, result.specification), plan, name),
        statements=tuple(_outcome(each, plan) for each in result.statements),
        proof=Proof(
            ruling=result.proof.ruling, judges={report.judge: report.ruling for report in result.proof.reports}
        ),
        bound=None if result.lower_bound is None else result.lower_bound.value,
        now=None if result.execution is None else result.execution.now,
        run=result.envelope.correlation_id,
        session=result.envelope.session_id,
        revision=result.revision,
        notes=tuple(filter(None, (result.lower_bound_said,))),
    )


def draw_revision(revision: Revision, lexicon: Lexicon, before: Revision | None = None) -> Drawing:
    """Return the drawing of a session's revision; `before` is the one that it is compared with."""
    plan = draw_plan(revision.plan, lexicon, revision.specification, revision.execution)
    comparison = None
    if before is not None:
        old = draw_plan(before.plan, lexicon, revision.specification, before.execution)
        comparison = compared(old, plan, f"revision {before.number}")
    return Drawing(
        title=lexicon.context.title,
        domain=revision.problem.domain,
        problem=revision.problem.problem,
        unit=_unit(lexicon),
        plan=plan,
        comparison=comparison,
        statements=(
            *(_in_force(each, plan) for each in revision.in_force),
            *(_not_in_force(each) for each in revision.not_in_force),
        ),
        now=None if revision.execution is None else revision.execution.now,
        run=revision.run,
        session=revision.session,
        revision=revision.id,
    )


def compared(before: PlanDrawing, after: PlanDrawing, name: str) -> Comparison:
    """Return two plans aligned: in the order of the new plan, with each removed step at its time."""
    old, new = plan_steps_of(before), plan_steps_of(after)
    old_at = {id(step): index for index, step in enumerate(old)}
    new_at = {id(step): index for index, step in enumerate(new)}
    changes = plan_changes(old, new)
    lines: list[tuple[float, int, AlignedStep]] = []
    for step in changes.added:
        lines.append((step.start, step.number, AlignedStep(kind="added", old=None, new=new_at[id(step)])))
    for step in changes.removed:
        lines.append((step.start, step.number, AlignedStep(kind="removed", old=old_at[id(step)], new=None)))
    for kind, pairs in _PAIRED.items():
        for pair in pairs(changes):
            line = AlignedStep(kind=kind, old=old_at[id(pair.old)], new=new_at[id(pair.new)])
            lines.append((pair.new.start, pair.new.number, line))
    lines.sort(key=lambda each: each[:2])
    return Comparison(name=name, before=before, steps=tuple(line for *_, line in lines))


def plan_steps_of(plan: PlanDrawing) -> list[PlanStep]:
    """Return the steps as messages have them."""
    return [
        PlanStep(
            number=step.number,
            start=step.start,
            duration=step.end - step.start,
            action=step.action,
            sentence=step.sentence,
        )
        for step in plan.steps
    ]


def _outcome(outcome: StatementOutcome, plan: PlanDrawing) -> DrawnStatement:
    return DrawnStatement(
        id=outcome.statement.id,
        text=outcome.statement.text,
        strength=outcome.statement.strength,
        turn=outcome.turn,
        verdict=outcome.verdict,
        reading=outcome.reading,
        said_back=outcome.said_back or outcome.mid_level_goal or "",
        explanation="" if outcome.verdict == "adhered" else outcome.explanation,
        doubt=outcome.doubt,
        alternatives=tuple(each.sentence for each in outcome.alternatives),
        impossible_with=outcome.impossible_with,
        constraints=_constraints_of(outcome.statement.id, plan),
    )


def _in_force(entry: StatementInForce, plan: PlanDrawing) -> DrawnStatement:
    return DrawnStatement(
        id=entry.statement.id,
        text=entry.statement.text,
        strength=entry.statement.strength,
        turn=entry.turn,
        verdict=entry.verdict,
        reading=entry.reading,
        said_back=entry.said_back or entry.mid_level_goal,
        doubt=entry.doubt,
        constraints=_constraints_of(entry.statement.id, plan),
    )


def _not_in_force(entry: StatementNotInForce) -> DrawnStatement:
    left = "It is no longer in force: it was dropped." if entry.why == "dropped" else "It is not in force."
    return DrawnStatement(
        id=entry.statement.id,
        text=entry.statement.text,
        strength=entry.statement.strength,
        turn=entry.turn,
        verdict=entry.verdict,
        reading=None,
        said_back=entry.said_back or entry.mid_level_goal or "",
        explanation=f"{left} {entry.explanation}".rstrip(),
        impossible_with=entry.impossible_with,
    )


def _constraints_of(statement: str, plan: PlanDrawing) -> tuple[int, ...]:
    return tuple(place for place, each in enumerate(plan.constraints) if statement in each.statements)


def _unit(lexicon: Lexicon) -> UnitOfTime:
    time = lexicon.time
    return UnitOfTime(singular=time.singular, plural=time.plural, seconds=time.seconds)
