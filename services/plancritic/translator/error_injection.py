"""Readings spoilt on purpose, with a seed: a weaker translator, to measure what a search mends ([EA] VII, [PC] VI).

Never on unless the setting `misread` says so; a weakened translator names itself so in every answer. What it does is
an invention of this project: the papers tell how often their language model was wrong, not what it wrote then.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.mentions.text import constraint_text
from plancritic.pddl.language import Atom, Constraint, ConstraintType, Problem, bind_atom, parse_constraint, with_atoms
from plancritic.pddl.specification import check_constraint
from plancritic.wording import Lexicon, constraints_sentence

#: Types of one condition and no time: each is easily taken for another.
_PLAIN = (ConstraintType.ALWAYS, ConstraintType.SOMETIME, ConstraintType.AT_MOST_ONCE, ConstraintType.AT_END)
_ORDERS = (ConstraintType.SOMETIME_BEFORE, ConstraintType.SOMETIME_AFTER)

_Way = Callable[[Sequence[Constraint], Problem, Random], tuple[Constraint, ...]]


def weakened(
    statements: Sequence[Statement], found: Sequence[StatementReadings], words: Lexicon, share: float, seed: int
) -> tuple[StatementReadings, ...]:
    """Return the readings, those of about `share` (0 to 1) of the statements spoilt.

    Which statements, and how, depends on their words and the seed alone: the same are misread in every run, and with
    a larger share all of those and more. A misread statement keeps one reading: the best one with an object taken for
    another of its type, another type of constraint, an order turned round, or one constraint forgotten. The score
    stays what it was: a weak translator does not know that it is wrong. What was not understood stays so.
    """
    spoilt = []
    for statement, each in zip(statements, found, strict=True):
        random = Random(hashlib.sha256(f"{seed} {statement.text}".encode()).digest())
        if random.random() < share and each.readings:
            wrong = _misread(each.readings[0], words, random)
            each = each if wrong is None else each.model_copy(update={"readings": (wrong,)})
        spoilt.append(each)
    return tuple(spoilt)


def _misread(reading: Reading, words: Lexicon, random: Random) -> Reading | None:
    """The reading with one mistake; None where none of the ways makes another reading of it."""
    right = tuple(map(parse_constraint, reading.constraints))
    ways: list[_Way] = [_another_object, _another_type, _turned_round, _one_forgotten]
    random.shuffle(ways)
    for way in ways:
        wrong = way(right, words.problem, random)
        if wrong and set(wrong) != set(right) and not any(check_constraint(each, words.problem) for each in wrong):
            display = tuple(words.problem.display.items())
            return reading.model_copy(
                update={
                    "constraints": tuple(constraint_text(each, display) for each in wrong),
                    "mid_level_goal": constraints_sentence(wrong, words),
                    "similarity": None,
                    # What the learned reader said was of the reading that this one stands for.
                    "proposed": None,
                    "judged": None,
                }
            )
    return None


def _another_object(right: Sequence[Constraint], problem: Problem, random: Random) -> tuple[Constraint, ...]:
    """One object taken for another of its type wherever it stands; nothing where each is the only one."""
    named = dict.fromkeys(name for each in right for atom in each.atoms() for name in atom.arguments)
    places = [(name, others) for name in named if (others := _alike(name, problem, set(named)))]
    if not places:
        return ()
    old, others = random.choice(places)
    new = random.choice(others)
    return tuple(_with_conditions(each, lambda atom: bind_atom(atom, {old: new})) for each in right)


def _another_type(right: Sequence[Constraint], _: Problem, random: Random) -> tuple[Constraint, ...]:
    """All constraints of a plain type taken for another one, as "at the end" for "at some time"."""
    plain = [each for each in right if each.type in _PLAIN]
    if not plain:
        return ()
    kind = random.choice([other for other in _PLAIN if other is not plain[0].type])
    return tuple(replace(each, type=kind) if each in plain else each for each in right)


def _turned_round(right: Sequence[Constraint], _: Problem, __: Random) -> tuple[Constraint, ...]:
    """Every order the other way round."""
    if not any(each.type in _ORDERS for each in right):
        return ()
    return tuple(replace(each, conditions=each.conditions[::-1]) if each.type in _ORDERS else each for each in right)


def _one_forgotten(right: Sequence[Constraint], _: Problem, random: Random) -> tuple[Constraint, ...]:
    if len(right) < 2:
        return ()
    place = random.randrange(len(right))
    return (*right[:place], *right[place + 1 :])


def _alike(name: str, problem: Problem, taken: set[str]) -> list[str]:
    """Objects of the very type of this one that the reading does not name; none for what is no object."""
    kind = problem.objects.get(name)
    return [other for other, its in problem.objects.items() if its == kind and other not in taken] if kind else []


def _with_conditions(constraint: Constraint, change: Callable[[Atom], Atom]) -> Constraint:
    return replace(constraint, conditions=tuple(with_atoms(each, change) for each in constraint.conditions))
