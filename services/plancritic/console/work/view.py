"""What the parts of a session's page are filled with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from plancritic.console.faults import in_words
from plancritic.console.work.conversation import Conversation, Turn, revision_tree
from plancritic.contracts.feedback import FeedbackSubmitted, PlanRevised, PlanStep, StatementOutcome
from plancritic.contracts.sessions import Revision
from plancritic.contracts.translation import Statement
from plancritic.pages.page import drawn
from plancritic.pictures.changes_in_words import TimeWords, counts_sentence, end_sentence
from plancritic.pictures.drawing import Drawing
from plancritic.pictures.drawings import draw_plan_alone
from plancritic.pictures.plan_changes import plan_changes
from plancritic.pictures.verdict_words import JUDGE_NAMES, verdict_word
from plancritic.wording import Lexicon

#: What goes on, in the words of the page.
STAGES = {
    "waiting": "Waiting for a coordinator",
    "planning": "Making the plan without feedback",
    "reading": "Reading what you said",
    "searching": "Searching for a plan that does it",
    "asking": "Waiting for your answer",
    "improving": "Looking for a better plan",
    "ended": "Done",
    "refused": "Refused",
}
#: Size of the curve of adherence, in the units of its SVG.
_CURVE_WIDTH, _CURVE_HEIGHT = 240.0, 60.0


@dataclass(frozen=True)
class Curve:
    """Best and mean adherence by generation, as points of an SVG."""

    best: str
    mean: str
    label: str


@dataclass(frozen=True)
class TurnView:
    """A turn as the conversation shows it.

    `outcomes` are of what was said in it, `ending` says what became of the plan, `asked_to` what a turn without words
    was.
    """

    turn: Turn
    number: int
    is_last: bool
    outcomes: tuple[StatementOutcome, ...]
    ending: tuple[str, ...]
    fault: tuple[str, str] | None
    asked_to: str
    #: By the id of a statement that is impossible: the statements that it clashes with, and whether each is in force.
    clashes: dict[str, tuple[tuple[Statement, bool], ...]]


def turn_views(conversation: Conversation, unit: TimeWords) -> list[TurnView]:
    """Return the turns, oldest first."""
    last = len(conversation.turns) - 1
    return [
        TurnView(
            turn=turn,
            number=number + 1,
            is_last=number == last,
            outcomes=() if turn.end is None else _new(turn.end),
            ending=() if turn.end is None else _ending(turn.end, unit),
            fault=None if turn.fault is None else in_words(turn.fault),
            asked_to=_asked_to(turn, conversation),
            clashes={} if turn.end is None else _clashes(turn.end, conversation),
        )
        for number, turn in enumerate(conversation.turns)
    ]


def _new(end: PlanRevised) -> tuple[StatementOutcome, ...]:
    """What was said in the turn that ended so, or was read anew in it."""
    if end.answers:
        return ()
    latest = max((each.turn for each in end.statements), default=0)
    turn = (end.number or 0) + end.unchanged or latest
    return tuple(each for each in end.statements if each.turn >= turn or each.statement.id in end.rejected)


def _clashes(end: PlanRevised, conversation: Conversation) -> dict[str, tuple[tuple[Statement, bool], ...]]:
    said = {each.statement.id: each.statement for each in end.statements}
    head = conversation.head
    in_force = set() if head is None else {each.statement.id for each in head.in_force}
    return {
        each.statement.id: tuple((said[other], other in in_force) for other in each.impossible_with if other in said)
        for each in end.statements
        if each.impossible_with
    }


def _ending(end: PlanRevised, unit: TimeWords) -> tuple[str, ...]:
    if end.answers:
        return ()
    before = "the plan without feedback" if end.shown is None else "the plan shown before"
    changes = plan_changes(end.base_steps if end.shown is None else end.shown.steps, end.steps)
    if changes.nothing:
        stays = f"The plan stays as it was: it ends at {unit.amount(changes.new_end)}."
        return (stays, "None of your statements came into force.") if end.unchanged else (stays,)
    return end_sentence(changes, unit, before), counts_sentence(changes)


def _asked_to(turn: Turn, conversation: Conversation) -> str:
    """What a turn without words asked for."""
    submitted = turn.submitted
    if not isinstance(submitted, FeedbackSubmitted):
        return "Reported what happened, to plan the rest again."
    known = {
        each.statement.id: each.statement.quoted
        for revision in conversation.revisions.values()
        for each in revision.in_force
    }
    said = [f"Without “{known.get(each, each)}”." for each in submitted.drop]
    said += [f"Rejected reading: “{known.get(each.statement, each.statement)}”." for each in submitted.reject]
    return " ".join(said)


def outcome_values(conversation: Conversation, drawing: Drawing) -> dict[str, Any]:
    """Return what the part about the outcome is filled with."""
    result, head = conversation.result, conversation.head
    unit = TimeWords(drawing.unit.singular, drawing.unit.plural)
    return drawn(drawing) | {
        "result": result,
        "head": head,
        "in_force": _in_force(conversation),
        "not_in_force": _not_in_force(conversation),
        "proof": None if conversation.proved_by is None else proof_sentence(conversation.proved_by),
        "unit": unit,
        "changes": None if result is None else _changed_steps(result),
        "specification": () if head is None else head.specification,
    }


@dataclass(frozen=True)
class InForce:
    """A statement in force, or one that is not, as the list beside the plan shows it."""

    id: str
    text: str
    strength: str
    verdict: str
    said_back: str
    is_in_force: bool
    clashes: tuple[str, ...]


def _in_force(conversation: Conversation) -> list[InForce]:
    head = conversation.head
    if head is None:
        return []
    return [
        InForce(
            id=each.statement.id,
            text=each.statement.quoted,
            strength=each.statement.strength,
            verdict=each.verdict,
            said_back=each.said_back or each.mid_level_goal,
            is_in_force=True,
            clashes=(),
        )
        for each in head.in_force
    ]


def _not_in_force(conversation: Conversation) -> list[InForce]:
    head = conversation.head
    if head is None:
        return []
    latest = max((each.turn for each in head.not_in_force), default=0)
    texts = {each.statement.id: each.statement.quoted for each in head.in_force}
    texts |= {each.statement.id: each.statement.quoted for each in head.not_in_force}
    return [
        InForce(
            id=each.statement.id,
            text=each.statement.quoted,
            strength=each.statement.strength,
            verdict=each.verdict,
            said_back=each.said_back or each.mid_level_goal or "",
            is_in_force=False,
            clashes=tuple(texts.get(other, other) for other in each.impossible_with),
        )
        for each in head.not_in_force
        if each.turn == latest and each.why != "dropped"
    ]


def proof_sentence(result: PlanRevised) -> tuple[bool, str]:
    """Return whether the plan is proved, and by whom and for what, in one sentence."""
    if result.proof.ruling != "accepted":
        return False, f"The plan is not proved ({result.proof.ruling})."
    judges = [JUDGE_NAMES.get(each.judge, each.judge) for each in result.proof.reports if each.ruling == "accepted"]
    return True, f"Proved by {', '.join(judges)}, for what was read."


def _changed_steps(result: PlanRevised) -> list[tuple[str, PlanStep]]:
    """Return added, removed and replaced steps, each with its sign, by time."""
    changes = plan_changes(result.base_steps if result.shown is None else result.shown.steps, result.steps)
    found = [("added", step) for step in changes.added] + [("removed", step) for step in changes.removed]
    found += [("replaced", pair.new) for pair in changes.replaced]
    return sorted(found, key=lambda each: (each[1].start, each[0]))


def choice_charts(conversation: Conversation, lexicon: Lexicon) -> dict[int, dict[str, Any]]:
    """Return what the charts of the plans are filled with that would follow from the choices of an open question."""
    turn = conversation.open_turn
    if turn is None or turn.question is None:
        return {}
    return {
        choice.number: drawn(draw_plan_alone(choice.plan, lexicon, lexicon.problem_id))
        for choice in turn.question.choices
        if choice.plan
    }


def progress_values(turn: Turn | None) -> dict[str, Any]:
    """Return what the part about the search is filled with."""
    if turn is None:
        return {"turn": None}
    now = datetime.now(UTC)
    left = None if turn.deadline is None else max(0.0, (turn.deadline - now).total_seconds())
    return {
        "turn": turn,
        "stage": STAGES[turn.stage],
        "elapsed": max(turn.elapsed, (now - turn.begun).total_seconds() if not turn.is_over else 0.0),
        "left": left,
        "curve": _curve(turn),
    }


def _curve(turn: Turn) -> Curve | None:
    if not turn.generations:
        return None
    most = max(turn.generations[-1].of, len(turn.generations) - 1, 1)

    def points(values: Sequence[float]) -> str:
        return " ".join(
            f"{_CURVE_WIDTH * place / most:.1f},{_CURVE_HEIGHT * (1 - value):.1f}" for place, value in enumerate(values)
        )

    best = [each.best_adherence for each in turn.generations]
    mean = [each.mean_adherence for each in turn.generations]
    last = turn.generations[-1]
    label = f"Generation {last.generation} of {last.of}: best adherence {best[-1]:.2f}, mean {mean[-1]:.2f}"
    return Curve(points(best), points(mean), label)


def revisions_values(conversation: Conversation, one: Revision | None, other: Revision | None) -> dict[str, Any]:
    """Return what the page of revisions is filled with."""
    revisions = revision_tree(list(conversation.revisions.values()))
    return {
        "session": conversation.session,
        "tree": list(reversed(revisions)),
        "head": conversation.head,
        "one": one,
        "other": other,
        "ends": {each.id: plan_end(each) for _, each in revisions},
    }


def plan_end(revision: Revision) -> float:
    """Return when a revision's plan ends, in units of the domain's time."""
    return max((step.start + step.duration for step in revision.steps), default=0.0)


def announcement(turn: Turn | None, unit: TimeWords) -> str:
    """Return what a screen reader is told of the latest turn; empty while there is nothing new to tell."""
    if turn is None:
        return ""
    if turn.fault is not None:
        return in_words(turn.fault)[0]
    if turn.question is not None:
        return turn.question.text
    if turn.end is None:
        return ""
    if turn.end.answers:
        return " ".join(sentence for each in turn.end.answers for sentence in each.sentences)
    told = [f"{each.statement.quoted}: {verdict_word(each.verdict)}." for each in _new(turn.end)]
    return " ".join([*told, *_ending(turn.end, unit)])
