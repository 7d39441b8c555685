"""A turn that asks about the plan, or asks for nothing: answered, with the plan and all that is in force as before."""

from __future__ import annotations

import structlog

from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import Answer, PlanRevised, Timing
from plancritic.contracts.planning import Impossible, PlanProved
from plancritic.contracts.translation import Statement
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.checkpoints.deadline import seconds_since_start
from plancritic.coordinator.evaluation.preferences import musts, with_strengths
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.phases.parts import RunParts
from plancritic.coordinator.problem.bank import Bank
from plancritic.coordinator.problem.specification import specification_of
from plancritic.coordinator.result.unchanged import outcome_as_before
from plancritic.coordinator.sessions.faults import cannot_restore
from plancritic.coordinator.turns.answers import SUPPOSES, answers, how_to_insist
from plancritic.coordinator.turns.questions.asking import declarative, is_about_all, kind_of
from plancritic.coordinator.understanding.consequences import difference
from plancritic.coordinator.understanding.readings import said_back
from plancritic.pddl.language import parse_plan
from plancritic.wording import plan_steps

_log = structlog.get_logger("plancritic.coordinator.phases.answering")

_NOTHING_READ = "nothing-to-read"


async def answer_turn(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with the answer as the result: no revision is made.

    Raises:
        ContractError: a service does not answer, or the judges no longer accept the plan shown.
    """
    assert checkpoint.base is not None, "the base plan comes first"
    turn, lexicon, head = checkpoint.turn, parts.situation.lexicon, checkpoint.turn.head
    plan, specification = (head.plan, head.specification) if head is not None else (checkpoint.base.plan, ())
    proof = (await parts.workers.validate(plan, musts(specification), ())).proof
    if proof.ruling != "accepted" and head is not None:
        raise cannot_restore(head)
    found = []
    for told in answers(turn.asked, plan, turn.kept, specification, lexicon):
        if told.act == "chatter" and told.sentences:
            example = await _example_like(checkpoint, parts, told.question, plan)
            told = told.model_copy(update={"sentences": (*told.sentences, how_to_insist(example))})
        supposes = SUPPOSES.match(told.question) if told.act == "question" else None
        if supposes is not None:
            told = await _supposed(checkpoint, parts, told, supposes["clause"], plan)
        elif told.act == "question" and kind_of(told.question) == "whether":
            told = await _checked(checkpoint, parts, told, plan)
        found.append(told)
    base, shown = parse_plan(checkpoint.base.plan), parse_plan(plan)
    total = Timing(part="whole run", seconds=round(seconds_since_start(checkpoint), 4), count=1)
    outcomes = tuple(map(outcome_as_before, turn.kept))
    result = PlanRevised(
        envelope=checkpoint.end_envelope().in_version(PlanRevised.VERSION),
        problem=checkpoint.started.problem,
        mode="deterministic" if checkpoint.deterministic else "anytime",
        seed=checkpoint.submitted.settings.seed,
        base_plan=str(base),
        base_steps=plan_steps(base, lexicon),
        shown=checkpoint.shown,
        plan=plan,
        steps=plan_steps(shown, lexicon),
        specification=specification,
        statements=outcomes,
        needs_confirmation=tuple(each.statement.id for each in outcomes if each.reading == "doubtful"),
        revision=head.id if head is not None else None,
        number=head.number if head is not None else None,
        parent=head.parent if head is not None else None,
        unchanged=True,
        answers=tuple(found),
        taken_as=turn.taken_as,
        execution=head.execution if head is not None else None,
        adherence_rate=None,
        evidence=checkpoint.evidence.names,
        scorer=None,
        translator=head.translator if head is not None else _NOTHING_READ,
        proof=proof,
        lineage=("the plan shown",),
        generations=0,
        ended="nothing_to_search",
        timings=(*parts.workers.timings(), total),
    )
    return checkpoint.model_copy(update={"phase": "over", "result": result})


async def _example_like(checkpoint: RunCheckpoint, parts: RunParts, remark: str, plan: str) -> str:
    """Return what a remark would be as an instruction, else the example that is nearest to it; empty without either.

    It is read offline: a remark is worth no question to a language model.
    """
    statement = Statement(id="remark", text=remark)
    try:
        translation = await parts.workers.translate((statement,), plan, "offline", checkpoint.submitted.settings.seed)
    except ContractError as error:
        # The answer is right without an example.
        _log.warning("no example is offered for a remark", run=checkpoint.run, error=error.fault.message)
        return ""
    (read,) = translation.statements
    if read.readings:
        return said_back(read.readings[0], parts.situation.lexicon)
    return next(iter(read.closest), "")


async def _checked(checkpoint: RunCheckpoint, parts: RunParts, told: Answer, plan: str) -> Answer:
    """Return the answer to whether something is so in the plan; `told`, that it was not understood, where it is not."""
    lexicon = parts.situation.lexicon
    request = declarative(told.question, NamedObjects(lexicon))
    if request is None:
        return told
    statement = Statement(id="asked", text=request)
    translation = await parts.workers.translate(
        (statement,), plan, checkpoint.settings.translator, checkpoint.submitted.settings.seed
    )
    readings = translation.statements[0].readings
    if not readings or not is_about_all(readings[0].constraints, told.question, NamedObjects(lexicon)):
        return told
    (so,) = Bank(parts.situation.problem, (plan,)).satisfied(readings[0].constraints)
    word = "Yes" if so else "No"
    return told.model_copy(
        update={
            "sentences": (f"{word}. You were asked whether this holds: {said_back(readings[0], lexicon)}",),
            "understood": True,
        }
    )


async def _supposed(checkpoint: RunCheckpoint, parts: RunParts, told: Answer, clause: str, plan: str) -> Answer:
    """Return the answer to "what if": how the plan would differ, without keeping it."""
    statement = Statement(id="supposed", text=clause)
    translation = await parts.workers.translate(
        (statement,), plan, checkpoint.settings.translator, checkpoint.submitted.settings.seed
    )
    readings = translation.statements[0].readings
    if not readings:
        return told
    reading = readings[0]
    kept = [(each.statement.id, each.constraints) for each in checkpoint.turn.kept]
    specification = specification_of([*kept, (statement.id, reading.constraints)])
    in_force = [each.statement for each in checkpoint.turn.kept]
    wanted = with_strengths(specification, (*in_force, statement))
    verdict = await parts.workers.solve(wanted, checkpoint.limits, checkpoint.settings.engine)
    in_words = said_back(reading, parts.situation.lexicon)
    if isinstance(verdict, PlanProved):
        shown, other = parse_plan(plan), parse_plan(verdict.plan)
        how = f"Then the plan would differ as follows: {difference(shown, other, parts.situation.lexicon)}."
    elif isinstance(verdict, Impossible):
        how = "No plan does that together with what is in force (proved)."
    else:
        how = "No plan for that was found in time; that proves nothing."
    return told.model_copy(
        update={
            "sentences": (f"Supposed: {in_words}", how, "Nothing was changed."),
            "supposes": in_words,
            "understood": True,
        }
    )
