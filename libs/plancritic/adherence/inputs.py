"""What a scorer network is given: statements, the facts of a problem and plans as arrays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plancritic.adherence.facts import FactTable, fact_table
from plancritic.adherence.mentions import KINDS, TIMES, MentionFinder
from plancritic.adherence.traces import Trace, trace
from plancritic.embedding import Encoder
from plancritic.pddl.execution import Trajectory, execute
from plancritic.pddl.language import parse_plan
from plancritic.wording import Lexicon

#: What ends a sentence or an item of a list, after "waypoint B" too: not the point of a number, nor that of "t. 5".
_PASSAGE_END = re.compile(r"(?:(?<=\w\w)|(?<=\w [A-Z0-9]))[.!?;)\"']*[.!?;][\"')]*\s+|\n+|\s+(?=#\d)|,\s+(?=[a-h]\)\s)")

Arrays = dict[str, NDArray[np.generic]]


@dataclass(frozen=True, slots=True)
class ReadText:
    """A statement: `tokens` (length, dimensions), `passage` (length,) the number of the sentence or item of a list that
    each stands in, from 1, `mentions` (objects + 1, length, KINDS), `counted` (length, TIMES),
    `bounds` (TIMES,), -1 for none."""

    tokens: NDArray[np.float32]
    passage: NDArray[np.float32]
    mentions: NDArray[np.float32]
    counted: NDArray[np.float32]
    bounds: NDArray[np.float32]


class ProblemReader:
    """Reads statements and plans of one problem. Thread-safe, if the encoder is."""

    def __init__(self, lexicon: Lexicon, encoder: Encoder) -> None:
        self.lexicon = lexicon
        self.table: FactTable = fact_table(lexicon)
        self._encoder = encoder
        self._finder = MentionFinder(lexicon)
        self._place = {name: index for index, name in enumerate(self.table.objects)}
        vectors = encoder.encode([*self.table.phrases, *self.table.sentences])
        count = len(self.table.objects)
        nothing = np.zeros((1, encoder.dimensions), dtype=np.float32)
        #: The problem's part of a network's inputs.
        self.facts: Arrays = {
            "objects": np.concatenate([vectors[:count], nothing]),
            "sentences": vectors[count:],
            "arguments": self.table.arguments,
            "predicates": self.table.predicates,
            "alone": self.table.alone,
            "standing": self.table.standing,
            "present": self.table.present,
        }

    def read(self, texts: Sequence[str]) -> list[ReadText]:
        """Return the statements, in their order."""
        return [
            self._read(text, encoded.vectors, encoded.offsets)
            for text, encoded in zip(texts, self._encoder.encode_tokens(texts), strict=True)
        ]

    def trace(self, plan: str | Trajectory) -> Trace:
        """Return what a plan comes to. Raises `PddlSyntaxError` for a text that is no plan."""
        trajectory = plan if isinstance(plan, Trajectory) else execute(self.lexicon.problem, parse_plan(plan))
        return trace(trajectory, self.table.row, len(self.table.present))

    def _read(self, text: str, vectors: NDArray[np.float32], offsets: Sequence[tuple[int, int]]) -> ReadText:
        starts, stops = np.array(offsets, dtype=np.int64).reshape(-1, 2).T
        mentions = np.zeros((len(self.table.objects) + 1, len(offsets), KINDS), dtype=np.float32)
        counted = np.zeros((len(offsets), TIMES), dtype=np.float32)
        bounds = np.full(TIMES, -1.0, dtype=np.float32)
        found = self._finder.find(text)
        for mention in found.objects:
            inside = (starts < mention.stop) & (stops > mention.start)
            for name in mention.objects:
                mentions[self._place[name], inside, mention.kind] = 1.0
        for number, time in enumerate(found.times):
            counted[(starts < time.stop) & (stops > time.start), number] = 1.0
            bounds[number] = time.amount
        return ReadText(vectors, passages(text, starts), mentions, counted, bounds)


def passages(text: str, starts: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the number, from 1, of the sentence or item of a list in which each character of `starts` stands."""
    ends = [found.end() for found in _PASSAGE_END.finditer(text)]
    return (1 + np.searchsorted(ends, starts, side="right")).astype(np.float32)


def text_arrays(texts: Sequence[ReadText]) -> Arrays:
    """Statements about one problem, padded to the longest."""
    length = max(len(text.tokens) for text in texts)
    objects, dimensions = len(texts[0].mentions), texts[0].tokens.shape[1]
    tokens = np.zeros((len(texts), length, dimensions), dtype=np.float32)
    passage = np.zeros((len(texts), length), dtype=np.float32)
    mentions = np.zeros((len(texts), objects, length, KINDS), dtype=np.float32)
    counted = np.zeros((len(texts), length, TIMES), dtype=np.float32)
    for index, text in enumerate(texts):
        count = len(text.tokens)
        tokens[index, :count] = text.tokens
        passage[index, :count] = text.passage
        mentions[index, :, :count] = text.mentions
        counted[index, :count] = text.counted
    bounds = np.stack([text.bounds for text in texts])
    return {"tokens": tokens, "passage": passage, "mentions": mentions, "counted": counted, "bounds": bounds}


def plan_arrays(traces: Sequence[Trace]) -> Arrays:
    """Plans of one problem, padded to the one that passes through most states."""
    states = max(len(each.times) for each in traces)
    truth = np.zeros((len(traces), len(traces[0].truth), states), dtype=np.float32)
    times = np.zeros((len(traces), states), dtype=np.float32)
    passed = np.zeros((len(traces), states), dtype=np.float32)
    for index, each in enumerate(traces):
        count = len(each.times)
        truth[index, :, :count] = each.truth
        times[index, :count] = each.times
        passed[index, :count] = 1.0
    return {"truth": truth, "times": times, "passed": passed}
