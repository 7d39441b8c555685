"""What an evaluation of dialogues came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Contract
from plancritic.laboratory.feedback.dialogues.running import DialogueRow
from plancritic.laboratory.feedback.tables import Share
from plancritic.laboratory.feedback.tables_text import share_text
from plancritic.laboratory.reporting import pairs


class DialogueTables(Contract):
    """Counts of dialogues and turns.

    `references` are the turns after the first that refer to steps; one whose step the plan does not have is left out,
    and counted in `missing`. `told_adhered_false` counts turns that tell everything `adhered` and whose plan does not
    satisfy what is in force; where less is told of than is in force, a statement was told to be left out before.
    """

    dialogues: Share
    turns: Share
    references: Share
    missing: int
    questions: int
    statements: int
    told_adhered_false: Share
    #: Of the turns that ask for nothing, by the suite's word, those after which the plan is another one.
    changed_for_nothing: Share = Share(count=0, of=0)


def make_dialogue_tables(rows: Sequence[DialogueRow]) -> DialogueTables:
    """Return the tables of the rows of one evaluation."""
    turns = [turn for row in rows for turn in row.turns]
    said = [turn for turn in turns if turn.missing is None]
    later = [turn for row in rows for turn in row.turns[1:] if turn.refers_to_steps and turn.missing is None]
    sure = [
        turn
        for row in rows
        for turn, given in zip(row.turns, row.dialogue.turns, strict=True)
        if len(turn.told) >= max(len(given.in_force), 1) and all(word == "adhered" for word in turn.told)
    ]
    idle = [
        turn
        for row in rows
        for turn, given in zip(row.turns, row.dialogue.turns, strict=True)
        if given.asks_for_nothing and turn.changed is not None
    ]
    return DialogueTables(
        dialogues=Share(count=sum(row.ends_well for row in rows), of=len(rows)),
        turns=Share(count=sum(turn.adherent for turn in said), of=len(said)),
        references=Share(count=sum(turn.adherent for turn in later), of=len(later)),
        missing=len(turns) - len(said),
        questions=sum(turn.questions for turn in turns),
        statements=sum(len(turn.said) for turn in said),
        changed_for_nothing=Share(count=sum(turn.changed is True for turn in idle), of=len(idle)),
        told_adhered_false=Share(count=sum(not turn.adherent for turn in sure), of=len(sure)),
    )


def dialogue_json(row: DialogueRow) -> dict[str, Any]:
    """Return a row as documented: the dialogue as it was given, each turn with its plan, `adherent` and `told`."""
    turns = [
        {**given, **turn.model_dump(mode="json")}
        for given, turn in zip(row.dialogue.given["turns"], row.turns, strict=True)
    ]
    return {**row.dialogue.given, "turns": turns, "id": row.dialogue.id, "adherent": row.ends_well}


def show_dialogue_tables(tables: DialogueTables, console: Console) -> None:
    """Print everything."""
    rows = (
        ("dialogues that end with everything in force met", share_text(tables.dialogues)),
        ("turns with everything in force met", share_text(tables.turns)),
        ("later turns that refer to steps, met", share_text(tables.references)),
        ("turns that refer to a step that the plan does not have, left out", str(tables.missing)),
        ("questions, of all statements", f"{tables.questions} of {tables.statements}"),
        ("turns that ask for nothing and changed the plan", share_text(tables.changed_for_nothing)),
        ("turns told adhered throughout, but false", share_text(tables.told_adhered_false)),
    )
    console.print(pairs(rows))
