"""A new statement that clashes with one in force: what the person can choose, and what a choice does to the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plancritic.contracts.questions import Choice
from plancritic.contracts.sessions import StatementInForce
from plancritic.contracts.translation import Reading, Statement
from plancritic.coordinator.sessions.turn import Turn
from plancritic.coordinator.understanding.consequences import difference
from plancritic.coordinator.understanding.questions import Effect, Question
from plancritic.pddl.language import Plan
from plancritic.wording import Lexicon, goal_clash_sentence

#: Of more earlier statements the newest are offered: with the choices about the new one they fill a question.
MOST_OFFERED = 2


def clash_question(
    identifier: str,
    place: int,
    said: Statement,
    reading: Reading,
    in_words: str,
    earlier: Sequence[StatementInForce],
    plans: Mapping[str, Plan],
    shown: Plan,
    lexicon: Lexicon,
    goal: Sequence[str] = (),
) -> Question | None:
    """Return the question which of two statements that clash is to hold; None where giving up none helps.

    `earlier` are the statements in force that `said` cannot hold together with, newest first; `plans` the plan without
    each, where there is one; `in_words` says how `said` was read. `goal` has the parts of the problem's goal (PDDL)
    that the clash needs.
    """
    offered = [each for each in earlier if each.statement.id in plans][:MOST_OFFERED]
    if not offered:
        return None
    rows = [
        (
            f"Drop {_named(each)}.",
            reading.constraints,
            difference(shown, plans[each.statement.id], lexicon),
            Effect(does="drop", statement=each.statement.id),
            plans[each.statement.id],
        )
        for each in offered
    ]
    newest = offered[0].statement.id
    rows += [
        (
            f"Make {newest} a preference (should): it gives way to the new statement.",
            reading.constraints,
            f"{difference(shown, plans[newest], lexicon)}; the preference cannot be met beside the new statement",
            Effect(does="weaken", statement=newest),
            plans[newest],
        ),
        (
            f"Drop what you just said ({said.id}).",
            offered[0].constraints,
            "the plan stays as it is",
            Effect(does="drop", statement=said.id),
            shown,
        ),
    ]
    choices = tuple(
        Choice(
            number=number,
            sentence=sentence,
            constraints=constraints,
            probability=1 / len(rows),
            steps=len(plan.steps),
            end=round(plan.makespan, 3),
            consequence=consequence,
        )
        for number, (sentence, constraints, consequence, _, plan) in enumerate(rows, start=1)
    )
    before = " and ".join(_named(each) for each in earlier)
    clash = goal_clash_sentence(goal, lexicon, "Together they clash")
    text = " ".join(
        (
            f'You said: "{said.quoted}" I read it as: {in_words} No plan does that together with {before} (proved).',
            *filter(None, (clash,)),
            "What should hold?",
        )
    )
    return Question(
        id=identifier,
        place=place,
        choices=len(choices),
        kind="clash",
        text=text,
        offered=choices,
        effects=tuple(effect for _, _, _, effect, _ in rows),
    )


def dropped_from(turn: Turn, name: str) -> Turn:
    """Return the turn without a statement that the person gave up for another one."""
    kept = {each.statement.id: each for each in turn.kept}
    if name in kept:
        return turn.model_copy(
            update={
                "kept": tuple(each for each in turn.kept if each.statement.id != name),
                "dropped": (*turn.dropped, name),
                "taken_as": (*turn.taken_as, f"{_named(kept[name])} is dropped, as you chose."),
            }
        )
    text = next(each.text for each in turn.said if each.id == name)
    sentence = f"{name} ({text!r}) is dropped: you chose the earlier statement."
    said = tuple(each for each in turn.said if each.id != name)
    return turn.model_copy(update={"said": said, "taken_as": (*turn.taken_as, sentence)})


def weakened_in(turn: Turn, name: str) -> Turn:
    """Return the turn in which a statement in force is a should."""

    def weaker(each: StatementInForce) -> StatementInForce:
        if each.statement.id != name:
            return each
        return each.model_copy(update={"statement": each.statement.model_copy(update={"strength": "should"})})

    told = next(_named(each) for each in turn.kept if each.statement.id == name)
    sentence = f"{told} is a preference (should) from now on, as you chose."
    return turn.model_copy(update={"kept": tuple(map(weaker, turn.kept)), "taken_as": (*turn.taken_as, sentence)})


def _named(entry: StatementInForce) -> str:
    return f'{entry.statement.id} ("{entry.statement.text}", said in turn {entry.turn})'
