"""How sure a refined domain is: what settles its literals, what nothing settles, and which answers may be wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.contracts.modelling.known_problem import KnownProblem, Steps
from plancritic.contracts.refinement.messages import DomainRefined, SettledBy

#: So many literals that nothing settles, or answers alone, are shown at once, the likeliest to be wrong.
SHOWN = 6
_LABELS: dict[SettledBy, str] = {
    "plans": "settled by plans that work",
    "answers": "settled by answers",
    "nothing": "settled by nothing that is known",
    "no_difference": "without a difference in any situation that was looked at",
}
_DOUBTFUL: dict[SettledBy, str] = {
    "nothing": "Nothing that is known settles these, the likeliest to be wrong first:",
    "answers": "Only answers settle these, so a wrong answer would make them wrong. Check these:",
}


@dataclass(frozen=True, slots=True)
class SettledCount:
    """How many literals of the domain one kind of knowledge settles."""

    label: str
    count: int


@dataclass(frozen=True, slots=True)
class DoubtfulLiteral:
    """A literal that may be wrong, and with which probability the domain is right about it, in percent."""

    text: str
    percent: int


@dataclass(frozen=True, slots=True)
class DoubtfulGroup:
    """Literals that may be wrong for one reason, the likeliest to be wrong first; `more` are shown on demand."""

    title: str
    shown: tuple[DoubtfulLiteral, ...]
    more: tuple[DoubtfulLiteral, ...]


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """An answer that was given: what it says, and why it may be wrong (`doubt`: empty where nothing speaks against it).

    `problem` and `number` name it: its problem, and its place among those of the same kind.
    """

    problem: int
    is_possible: bool
    number: int
    text: str
    doubt: str


@dataclass(frozen=True, slots=True)
class SurenessShown:
    """What the page shows of how sure a domain is; `groups` are literals that may be wrong."""

    text: str
    counts: tuple[SettledCount, ...]
    groups: tuple[DoubtfulGroup, ...]


def sureness_shown(end: DomainRefined) -> SurenessShown | None:
    """Return how sure a domain is; None where nothing was compared."""
    if end.sureness is None:
        return None
    counts = Counter(each.by for each in end.sureness.literals)
    groups = []
    for by, title in _DOUBTFUL.items():
        found = sorted((each for each in end.sureness.literals if each.by == by), key=lambda one: one.probability)
        literals = tuple(DoubtfulLiteral(each.text, percent(each.probability)) for each in found)
        if literals:
            groups.append(DoubtfulGroup(title, literals[:SHOWN], literals[SHOWN:]))
    return SurenessShown(
        end.sureness.text,
        tuple(SettledCount(label, counts[by]) for by, label in _LABELS.items() if counts[by]),
        tuple(groups),
    )


def standing_answers(problems: Sequence[KnownProblem], end: DomainRefined | None) -> tuple[StandingAnswer, ...]:
    """Return the answers that were given and not taken back, the doubtful ones first."""
    doubted = () if end is None else end.doubted_answers
    doubts = {(each.problem, each.steps, each.is_possible): each for each in doubted}
    found = []
    for problem, known in enumerate(problems):
        for is_possible, answers in ((True, known.allowed), (False, known.refused)):
            for number, steps in enumerate(answers):
                if steps in known.withdrawn:
                    continue
                doubt = doubts.get((problem, steps, is_possible))
                why = ""
                if doubt is not None and doubt.is_followed:
                    why = f"wrong with a probability of {percent(doubt.probability)} %"
                elif doubt is not None:
                    why = "it contradicts plans or other answers, and is not followed"
                found.append(StandingAnswer(problem, is_possible, number, _said(problem, steps, is_possible), why))
    return tuple(sorted(found, key=lambda each: not each.doubt))


def percent(probability: float) -> int:
    """Return a probability in percent; what was weighed is never quite sure."""
    return min(99, max(1, round(probability * 100)))


def _said(problem: int, steps: Steps, is_possible: bool) -> str:
    *before, last = (f"({' '.join(step)})" for step in steps)
    after = f" after {' '.join(before)}" if before else ""
    return f"Problem {problem + 1}: {last} {'can' if is_possible else 'cannot'} be done{after}"
