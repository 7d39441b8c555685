"""Readings that a reader network writes of a text, the likeliest first, and how likely it holds given ones.

A beam search over the symbols of the grammar: at each step the likeliest sequences are kept. Sequences with the same
meaning are one reading, and their probabilities are added up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from plancritic.pddl.language import Constraint
from plancritic.pddl.specification import canonical_key
from plancritic.reading.grammar import MOST_SYMBOLS, START, Followed, Progress, Sign, constraints_of, followed
from plancritic.reading.inputs import TextInput
from plancritic.reading.vocabulary import Vocabulary
from plancritic.reading.writing import NotSayable, writings

#: A sequence is given up that is so many times less likely than the likeliest one, finished or not.
_LEAST_SHARE = 1e-4
#: Sequences that are judged together: memory grows with them.
_AT_ONCE = 64


class Writer(Protocol):
    """A network that has read one text."""

    def begin(self, count: int) -> NDArray[np.float32]:
        """Return the past of sequences that have not begun."""

    def write(
        self, symbols: NDArray[np.int64], expected: NDArray[np.int64], past: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits (sequences, symbols, SIGNS + items) of what comes after each symbol, and the past with them."""

    def chosen(self, past: NDArray[np.float32], sequences: Sequence[int]) -> NDArray[np.float32]:
        """Return the past of these sequences, in this order."""


@dataclass(frozen=True, slots=True)
class LearnedReading:
    """Constraints that a text may ask for together, and how likely; `unsayable` where they cannot express it.

    Without constraints it asks for nothing, or for what is unsayable.
    """

    constraints: tuple[Constraint, ...]
    probability: float
    unsayable: bool = False


@dataclass(frozen=True, slots=True)
class _Sequence:
    symbols: tuple[int, ...] = ()
    logarithm: float = 0.0
    progress: Progress = field(default_factory=Progress)


def beam(writer: Writer, vocabulary: Vocabulary, text: TextInput, width: int, most: int) -> list[LearnedReading]:
    """Return up to `most` readings by a search that keeps `width` sequences.

    Probabilities are those of the sequences found; what was not found has the rest.
    """
    open_ones, past = [_Sequence()], writer.begin(1)
    finished: list[_Sequence] = []
    for _ in range(MOST_SYMBOLS):
        last = np.array([[each.symbols[-1] if each.symbols else START] for each in open_ones], dtype=np.int64)
        expected = np.array([[int(each.progress.expected)] for each in open_ones], dtype=np.int64)
        logits, past = writer.write(last, expected, past)
        following = _following(open_ones, logits[:, 0], vocabulary, len(text.times), width)
        best = max([each.logarithm for _, each in following] + [each.logarithm for each in finished])
        kept: list[tuple[int, _Sequence]] = []
        for parent, each in following:
            if each.logarithm < best + math.log(_LEAST_SHARE):
                continue
            if each.progress.finished:
                finished.append(each)
            else:
                kept.append((parent, each))
        if not kept or _enough(finished, kept, most):
            break
        past = writer.chosen(past, [parent for parent, _ in kept])
        open_ones = [each for _, each in kept]
    return _readings(finished, vocabulary, text.times, most)


def likelihoods(
    writer: Writer, vocabulary: Vocabulary, text: TextInput, many: Sequence[Sequence[Constraint]]
) -> list[float | None]:
    """Return how likely the text asks for each of several sets of constraints.

    It is the sum over the ways to write them that follow the text. None where the grammar cannot say them: the network
    has no word on them.
    """
    ways: list[list[Followed]] = []
    for constraints in many:
        try:
            written = writings(constraints, vocabulary, text.mentioned)
        except NotSayable:
            ways.append([])
        else:
            each = [followed(symbols, vocabulary, len(text.times)) for symbols in written]
            # A fact that can never be can be written, and where it stands nothing is allowed: no word on that.
            ways.append(each if all(way.allowed.any(axis=1).all() for way in each) else [])
    logarithms = iter(_whole(writer, [each for group in ways for each in group]))
    return [sum(math.exp(next(logarithms)) for _ in group) if group else None for group in ways]


def asks_nothing(writer: Writer, vocabulary: Vocabulary, text: TextInput) -> float:
    """Return how likely the text asks for nothing, or for what no constraints can express."""
    start = Progress()
    before = np.array([[START]], dtype=np.int64)
    logits, _ = writer.write(before, np.array([[int(start.expected)]], dtype=np.int64), writer.begin(1))
    shares = _logarithms(logits[0], np.array([start.allowed(vocabulary, len(text.times))]))[0]
    return float(np.exp(shares[[Sign.END, Sign.UNSAYABLE]]).sum())


def _whole(writer: Writer, ways: Sequence[Followed]) -> list[float]:
    """The logarithm of each whole sequence's probability: many at once, padded to the longest."""
    return [
        each for first in range(0, len(ways), _AT_ONCE) for each in _together(writer, ways[first : first + _AT_ONCE])
    ]


def _together(writer: Writer, ways: Sequence[Followed]) -> list[float]:
    length = max(len(each.symbols) for each in ways)
    before = np.full((len(ways), length), START, dtype=np.int64)
    expected = np.zeros((len(ways), length), dtype=np.int64)
    for row, each in enumerate(ways):
        before[row, 1 : len(each.symbols)] = each.symbols[:-1]
        expected[row, : len(each.symbols)] = each.expected
    logits, _ = writer.write(before, expected, writer.begin(len(ways)))
    found = []
    for row, each in enumerate(ways):
        count = len(each.symbols)
        shares = _logarithms(logits[row, :count], each.allowed)
        found.append(float(shares[np.arange(count), each.symbols].sum()))
    return found


def _logarithms(logits: NDArray[np.float32], allowed: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Logarithms of probabilities (rows, symbols) that what is allowed shares."""
    masked = np.where(allowed, logits[:, : allowed.shape[1]].astype(np.float64), -np.inf)
    highest = masked.max(axis=1, keepdims=True)
    found: NDArray[np.float64] = masked - highest - np.log(np.exp(masked - highest).sum(axis=1, keepdims=True))
    return found


def _following(
    open_ones: Sequence[_Sequence], logits: NDArray[np.float32], vocabulary: Vocabulary, times: int, width: int
) -> list[tuple[int, _Sequence]]:
    """The likeliest sequences that are one symbol longer, each with the place of the one it goes on."""
    allowed = np.array([each.progress.allowed(vocabulary, times) for each in open_ones])
    logarithms = _logarithms(logits, allowed) + np.array([[each.logarithm] for each in open_ones])
    flat = logarithms.ravel()
    count = min(width, int(np.isfinite(flat).sum()))
    chosen = np.argpartition(-flat, count - 1)[:count]
    found = []
    for place in sorted((int(each) for each in chosen), key=lambda each: (-flat[each], each)):
        parent, symbol = divmod(place, logarithms.shape[1])
        one = open_ones[parent]
        found.append(
            (
                parent,
                _Sequence((*one.symbols, symbol), float(flat[place]), one.progress.after(symbol, vocabulary)),
            )
        )
    return found


def _enough(finished: Sequence[_Sequence], kept: Sequence[tuple[int, _Sequence]], most: int) -> bool:
    """Whether no open sequence can come among the likeliest any more."""
    if len(finished) < 2 * most:
        return False
    worst = sorted((each.logarithm for each in finished), reverse=True)[2 * most - 1]
    return all(each.logarithm <= worst for _, each in kept)


def _readings(
    finished: Sequence[_Sequence], vocabulary: Vocabulary, times: Sequence[float], most: int
) -> list[LearnedReading]:
    found: dict[str, LearnedReading] = {}
    for each in sorted(finished, key=lambda one: -one.logarithm):
        unsayable = each.symbols[0] == Sign.UNSAYABLE
        try:
            constraints = constraints_of(each.symbols, vocabulary, times)
        except ValueError:
            continue
        key = canonical_key(constraints) if constraints else ("unsayable" if unsayable else "nothing")
        known = found.get(key, LearnedReading(constraints, 0.0, unsayable))
        found[key] = replace(known, probability=known.probability + math.exp(each.logarithm))
    return sorted(found.values(), key=lambda each: -each.probability)[:most]
