"""Canonical sentences of drawn constraints: texts of which nobody is the writer, for domains that have few others."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from plancritic.laboratory.reading.corpus.texts import TextAsked
from plancritic.pddl.language import ConstraintType
from plancritic.pddl.specification import canonical_key, speaks_of_nothing
from plancritic.reading.grammar import SIGNS, TYPES, Expected, Progress, Sign, constraints_of
from plancritic.reading.vocabulary import Vocabulary
from plancritic.wording import Lexicon, constraints_sentence

#: How much a canonical sentence counts beside one of the corpus.
_WEIGHT = 0.25
#: How often each type is drawn, and each sign where it may come, against one for all items together.
_TYPES = {
    ConstraintType.ALWAYS: 22,
    ConstraintType.SOMETIME: 12,
    ConstraintType.AT_END: 15,
    ConstraintType.AT_MOST_ONCE: 7,
    ConstraintType.WITHIN: 12,
    ConstraintType.HOLD_AFTER: 6,
    ConstraintType.HOLD_DURING: 12,
    ConstraintType.SOMETIME_BEFORE: 18,
    ConstraintType.SOMETIME_AFTER: 6,
    ConstraintType.ALWAYS_WITHIN: 4,
}
_SIGNS = {
    Sign.NOT: 0.35, Sign.AND: 0.05, Sign.OR: 0.08, Sign.EACH: 0.08, Sign.ANY: 0.06, Sign.ALL: 0.01, Sign.EXCEPT: 0.12,
    Sign.STOP: 0.9, Sign.ZERO: 0.25, Sign.SUM: 0.0, Sign.UNSAYABLE: 0.0, Sign.END: 4.0,
}  # fmt: skip
#: The end of a plan where times are drawn, and the most symbols of a reading.
_LATEST, _MOST = 60, 24


def canonical_texts(
    domain: str, problem: str, lexicon: Lexicon, vocabulary: Vocabulary, count: int, seed: int
) -> list[TextAsked]:
    """Return up to `count` sentences about a problem, no two alike; the same seed gives the same."""
    generator = random.Random(f"canonical/{seed}/{domain}/{problem}")
    found: dict[str, TextAsked] = {}
    for _ in range(6 * count):
        if len(found) == count:
            break
        whole = generator.random() < 0.7
        times = [float(each) if whole else each / 2 for each in sorted(generator.sample(range(1, _LATEST), 4))]
        try:
            constraints = constraints_of([*_drawn(vocabulary, generator)], vocabulary, times)
        except ValueError:
            continue
        if not constraints or speaks_of_nothing(constraints, lexicon.problem):
            continue
        text = constraints_sentence(constraints, lexicon)
        found.setdefault(canonical_key(constraints), TextAsked(domain, problem, text, constraints, _WEIGHT))
    return list(found.values())


def _drawn(vocabulary: Vocabulary, generator: random.Random) -> Iterator[int]:
    progress = Progress()
    number = 0
    while not progress.finished:
        allowed = np.flatnonzero(progress.allowed(vocabulary, 4))
        if progress.expected is Expected.FIRST:
            allowed = allowed[allowed >= len(Sign)]
        signs = [int(each) for each in allowed if each < SIGNS]
        items = [int(each) for each in allowed if each >= SIGNS]
        weights = [_weight(each, number) for each in signs]
        items_weight = 1.0 if number < _MOST or not signs else 0.0
        choices = [*signs, *items]
        shares = [*weights, *(items_weight / len(items) for _ in items)]
        symbol = generator.choices(choices, shares if sum(shares) > 0 else None)[0]
        yield symbol
        number += 1
        progress = progress.after(symbol, vocabulary)


def _weight(sign: int, number: int) -> float:
    if sign >= len(Sign):
        return _TYPES[TYPES[sign - len(Sign)]] / sum(_TYPES.values())
    if sign in (Sign.AND, Sign.OR, Sign.EACH, Sign.ANY, Sign.ALL, Sign.EXCEPT) and number > _MOST:
        return 0.0
    return _SIGNS[Sign(sign)]
