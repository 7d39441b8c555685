"""Dialogues replayed turn by turn on true readings: is each turn taken for what it is, and what then holds?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from plancritic.contracts.errors import ContractError
from plancritic.contracts.sessions import Revision, StatementInForce
from plancritic.contracts.specification import ProblemReference
from plancritic.contracts.translation import Statement
from plancritic.coordinator.commands.session_commands import Spoken
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.turns.classifier import ActClassifier
from plancritic.coordinator.turns.deciding import TurnReader
from plancritic.coordinator.turns.spoken import spoken
from plancritic.pddl.language import parse_constraint
from plancritic.wording import Lexicon, constraints_sentence


@dataclass(frozen=True)
class Replayed:
    """A turn of a dialogue, what it was taken for, and whether what is in force after it is right.

    `right` is None where the turn has to be read by the translator: a wish, or a statement said anew.
    """

    act: str
    taken: str
    text: str
    right: bool | None
    told: str


def replayed(dialogue: dict[str, Any], classifier: ActClassifier, lexicon: Lexicon) -> Iterator[Replayed]:
    """Return what comes of each turn after the first, with what was in force before it as the suite says."""
    texts: dict[tuple[str, ...], str] = {}
    said_in: dict[tuple[str, ...], int] = {}
    turns = dialogue["turns"]
    for number, turn in enumerate(turns, start=1):
        before = [_key(each) for each in turns[number - 2]["in_force"]] if number > 1 else []
        after = [_key(each) for each in turn["in_force"]]
        (text, *more) = turn["statements"]
        if number > 1 and not more and all(key is not None for key in (*before, *after)):
            head = _head(dialogue, number - 1, [each for each in before if each], texts, said_in, lexicon)
            names = NamedObjects(lexicon)
            try:
                found = spoken((Statement(id="new", text=text),), head, names, acts=TurnReader(classifier, lexicon))
            except ContractError as error:
                yield Replayed(turn.get("act", ""), "refused", text, False, error.fault.message)
            else:
                yield _judged(turn.get("act", ""), text, found, head, [each for each in after if each])
        for key in after:
            if key is not None and key not in texts:
                texts[key], said_in[key] = text, number


def _judged(act: str, text: str, found: Spoken, head: Revision, after: list[tuple[str, ...]]) -> Replayed:
    told = "; ".join((*found.taken_as, *(f"{each.act}" for each in found.asked)))
    if found.undo:
        return Replayed(act, "undo", text, None, told)
    kept = [each.constraints for each in head.in_force if each.statement.id not in found.drop]
    changed = [each.constraints for each in found.changed.values()]
    if len(found.changed) < len(found.statements):
        taken = "restated" if found.drop else "wish"
        # What is read anew has one place in force; the rest is known.
        right = None if all(each in after for each in kept) and len(after) == len(kept) + 1 else False
        return Replayed(act, taken, text, right, told)
    taken = "change" if changed else "cancel" if found.drop else found.asked[0].act if found.asked else "accept"
    now = {_normal(each) for each in (*kept, *changed)}
    return Replayed(act, taken, text, now == {_normal(each) for each in after}, told)


def _head(
    dialogue: dict[str, Any],
    number: int,
    in_force: list[tuple[str, ...]],
    texts: dict[tuple[str, ...], str],
    said_in: dict[tuple[str, ...], int],
    lexicon: Lexicon,
) -> Revision:
    entries = [
        StatementInForce(
            statement=Statement(id=f"s{place}", text=texts[key]),
            constraints=key,
            mid_level_goal=texts[key],
            said_back=constraints_sentence([parse_constraint(each) for each in key], lexicon),
            score=0.9,
            turn=said_in[key],
            verdict="adhered",
            reading="clear",
        )
        for place, key in enumerate(in_force, start=1)
    ]
    return Revision(
        id=f"{number}-0",
        number=number,
        session="replayed",
        parent=None,
        run=None,
        problem=ProblemReference(domain=dialogue["domain"], problem=str(dialogue["problem"]), bundle="0" * 64),
        plan="",
        steps=(),
        specification=(),
        in_force=tuple(entries),
        translator="offline",
        created=datetime(2026, 11, 24, tzinfo=UTC),
    )


def _key(given: Any) -> tuple[str, ...] | None:
    return tuple(given) if isinstance(given, list) else None


def _normal(constraints: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(str(parse_constraint(each)) for each in constraints))
