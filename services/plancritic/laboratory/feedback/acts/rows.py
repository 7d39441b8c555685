"""Labelled turns: of the writers of turns and of dialogues, and wishes of the suites of single statements."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plancritic.coordinator.sessions.acts import ACTS, Act

#: Suites whose rows are single wishes.
WISHES = (
    "rephrasings-dev",
    "archetypes-dev",
    "steps-own",
    "multi-own",
    "words-own",
    "voices-own",
    "haulage-dev",
    "unseen-own",
    "impossible-own",
)
#: Beside one wish of each suite there are so many statements before it: none to three.
_MOST_BEFORE = 3
_SEED = 20261124


@dataclass(frozen=True)
class Row:
    """A turn with its act; `writer` is who wrote it, or the suite that it comes from."""

    domain: str
    problem: str
    text: str
    before: tuple[str, ...]
    act: Act
    writer: str


def labelled_turns(folder: Path) -> list[Row]:
    """Return the turns of the files `acts-*.jsonl` and `dialogues-dev-*.jsonl` of a folder."""
    rows: list[Row] = []
    for path in sorted(folder.glob("acts-*.jsonl")):
        for found in _lines(path):
            rows.append(_row(found, found["text"], found["before"], found["act"]))
    for path in sorted(folder.glob("dialogues-dev-*.jsonl")):
        for found in _lines(path):
            rows += _of_dialogue(found)
    return rows


def wishes(folder: Path) -> list[Row]:
    """Return the statements of the suites of single wishes, each with none to three of the same domain before it."""
    chance = random.Random(_SEED)
    rows: list[Row] = []
    for suite in WISHES:
        found = [
            (each["domain"], str(each.get("problem", "1")), text)
            for each in _lines(folder / f"{suite}.jsonl")
            for text in each.get("statements", [each.get("statement")])
            if text
            and each.get("archetype") not in ("none", "nothing")
            and each.get("ground_truth") not in ("not_understood", [], None)
        ]
        for domain, problem, text in found:
            others = [other for its, _, other in found if its == domain and other != text]
            before = tuple(chance.sample(others, chance.randint(0, min(_MOST_BEFORE, len(others)))))
            rows.append(Row(domain, problem, text, before, "wish", suite))
    return rows


def _of_dialogue(dialogue: dict[str, Any]) -> Iterator[Row]:
    said: list[str] = []
    for turn in dialogue["turns"]:
        (text, *more) = turn["statements"]
        text = _without_steps(text)
        if not more and turn.get("act") in ACTS:
            yield _row(dialogue, text, said[-_MOST_BEFORE:], turn["act"])
        if turn.get("act") in ("wish", "change", "mixed"):
            said.append(text)


def turns_by_label(path: Path) -> list[Row]:
    """Return the turns of a dialogue suite without acts whose act follows from what is in force before and after."""
    rows: list[Row] = []
    for dialogue in _lines(path):
        said: list[str] = []
        states: list[list[str]] = [[]]
        for turn in dialogue["turns"]:
            states.append([json.dumps(each) for each in turn["in_force"]])
            (text, *more) = map(_without_steps, turn["statements"])
            act = _act_between(states)
            if act is not None and not more:
                given = {**dialogue, "writer": path.stem}
                rows.append(_row(given, text, said[-_MOST_BEFORE:], act))
            said.append(text)
    return rows


def _act_between(states: list[list[str]]) -> Act | None:
    """Return the act that leads to the last state; None where it may be a wish or the same for another thing."""
    before, after = states[-2], states[-1]
    gone, new = set(before) - set(after), set(after) - set(before)
    if not before:
        return "wish"
    if gone and new:
        return "change"
    if gone:
        return "undo" if len(states) > 2 and after == states[-3] else "cancel"
    return None


def _without_steps(text: str) -> str:
    return re.sub(r"\{step:[^{}]*\}", "5", text)


def _row(found: dict[str, Any], text: str, before: Sequence[str], act: Act) -> Row:
    assert act in ACTS, f"{act!r} is not an act"
    return Row(found["domain"], str(found["problem"]), text, tuple(before), act, found["writer"])


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
