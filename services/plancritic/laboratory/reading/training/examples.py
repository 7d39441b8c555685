"""Texts with what they ask, of several domains, made ready for training a reader: no plan is looked at."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from plancritic.adherence.mentions import MentionFinder
from plancritic.domains.folder import DomainFolder, load_folder_from
from plancritic.embedding import Encoder
from plancritic.laboratory.reading.corpus.exchanged import exchanged
from plancritic.laboratory.reading.corpus.texts import TextAsked
from plancritic.laboratory.reading.training.network import TextTensors
from plancritic.pddl.specification import canonical_key
from plancritic.reading.grammar import SIGNS, START, Expected, Followed, Sign, followed
from plancritic.reading.inputs import ProblemInput, TextInput, text_arrays
from plancritic.reading.relations import RELATIONS, Relation
from plancritic.reading.writing import NotSayable, writings
from plancritic.wording import Lexicon

#: Relations that a lexicon's words make: what is not in any lexicon has none of them.
_BY_WORDS = (Relation.NAMED, Relation.BY_ROLE, Relation.BY_GROUP, Relation.NAMED_SET)
_BY_VERBS = (Relation.TOLD, Relation.DENIED, Relation.HINTED)
#: Batches whose texts are sorted by length together.
_BUCKET = 50


@dataclass(frozen=True, slots=True)
class ReadBatch:
    """What one step of training sees: `symbols` (texts, length) to be written, `before` (texts, length) what stands
    before each, `expected` (texts, length), `allowed` (texts, length, SIGNS + items) which symbols the grammar allows,
    `counted` (texts, length) 0 for padding, `weights` (texts,)."""

    texts: TextTensors
    before: torch.Tensor
    expected: torch.Tensor
    symbols: torch.Tensor
    allowed: torch.Tensor
    counted: torch.Tensor
    weights: torch.Tensor

    def on(self, device: torch.device) -> ReadBatch:
        """Return the batch on a device."""
        tensors = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "texts"}
        texts = TextTensors(*(each.to(device) for each in self.texts))
        return ReadBatch(texts, **{name: each.to(device) for name, each in tensors.items()})


@dataclass(slots=True)
class Prepared:
    """A text that was read, with the sequence that it is to be written as."""

    problem: ProblemInput
    text: TextInput
    written: Followed
    weight: float


class Problems:
    """Lexicons and readers of problems of several folders of domains, each made once."""

    def __init__(self, encoder: Encoder, roots: Sequence[Path]) -> None:
        self._encoder = encoder
        self._roots = roots
        self._folders: dict[str, DomainFolder] = {}
        self._inputs: dict[tuple[str, str], ProblemInput] = {}

    def folder(self, domain: str) -> DomainFolder:
        """Return the folder of a domain, from the first root that has it."""
        if domain not in self._folders:
            self._folders[domain] = load_folder_from(domain, self._roots)
        return self._folders[domain]

    def input(self, domain: str, problem: str) -> ProblemInput:
        """Return what reads texts about a problem."""
        key = domain, problem
        if key not in self._inputs:
            self._inputs[key] = ProblemInput(Lexicon(self.folder(domain), problem), self._encoder)
        return self._inputs[key]


class PreparedTexts:
    """Texts of several problems, read once, each with copies of it about other things (`exchanged`).

    `left_out` are those that the grammar cannot say.
    """

    def __init__(
        self,
        asked: Sequence[TextAsked],
        problems: Problems,
        copies: int = 0,
        seed: int = 0,
        held_out: Collection[str] = frozenset(),
    ) -> None:
        """`held_out` are meanings, as canonical keys, of which no copy is made."""
        #: What the texts are known by.
        self.digest = hashlib.sha256("".join(map(str, (copies, seed, *asked))).encode()).hexdigest()[:16]
        by_problem: dict[tuple[str, str], list[TextAsked]] = {}
        for each in asked:
            by_problem.setdefault((each.domain, each.problem), []).append(each)
        self.texts: list[list[Prepared]] = []
        self.left_out: list[TextAsked] = []
        for key, group in sorted(by_problem.items()):
            problem = problems.input(*key)
            generator = random.Random(f"copies/{seed}/{key}")
            finder = MentionFinder(problem.lexicon)
            for each in group:
                made = [exchanged(each, problem.lexicon, finder, generator) for _ in range(copies)]
                new = [one for one in made if one is not None and canonical_key(one.asked.constraints) not in held_out]
                itself, *others = problem.read([each.text, *(one.asked.text for one in new)])
                prepared = [_prepared(problem, itself, each)]
                for one, text in zip(new, others, strict=True):
                    prepared.append(_prepared(problem, problem.with_places_exchanged(text, one.names), one.asked))
                if prepared[0] is None:
                    self.left_out.append(each)
                else:
                    self.texts.append([one for one in prepared if one is not None])

    def __len__(self) -> int:
        return len(self.texts)

    def batches(
        self, texts: int, generator: random.Random | None = None, dropout: tuple[float, float] = (0.0, 0.0)
    ) -> list[Callable[[], ReadBatch]]:
        """Return batches; where there is a generator in a new order, of each text one of its copies or itself.

        `dropout` are the shares of names, and of verbs, that a text's lexicon is kept from knowing.
        """
        chosen = [each[0] if generator is None else generator.choice(each) for each in self.texts]
        if generator is not None:
            generator.shuffle(chosen)
        groups: list[list[Prepared]] = []
        for first in range(0, len(chosen), texts * _BUCKET):
            bucket = sorted(chosen[first : first + texts * _BUCKET], key=lambda each: len(each.text.tokens))
            groups += [bucket[at : at + texts] for at in range(0, len(bucket), texts)]
        if generator is not None:
            generator.shuffle(groups)
        return [partial(_batch, group, generator, dropout) for group in groups]


def _prepared(problem: ProblemInput, text: TextInput, asked: TextAsked) -> Prepared | None:
    vocabulary = problem.vocabulary
    if asked.unsayable:
        symbols: tuple[int, ...] = (int(Sign.UNSAYABLE),)
    else:
        try:
            symbols = writings(asked.constraints, vocabulary, text.mentioned)[0]
        except NotSayable:
            return None
    whole = followed(symbols, vocabulary, len(text.times))
    if not whole.is_allowed:
        return None
    small = replace(text, tokens=text.tokens.astype(np.float16))
    return Prepared(problem, small, whole, asked.weight)


def _batch(group: Sequence[Prepared], generator: random.Random | None, dropout: tuple[float, float]) -> ReadBatch:
    if generator is not None and max(dropout) > 0.0:
        group = [replace(each, text=_forgetful(each, generator, dropout)) for each in group]
    arrays = text_arrays([(each.problem, each.text) for each in group])
    length = max(len(each.written.symbols) for each in group)
    items = arrays["called"].shape[1]
    shape = len(group), length
    symbols, before = np.zeros(shape, dtype=np.int64), np.full(shape, START, dtype=np.int64)
    expected = np.full(shape, int(Expected.FIRST), dtype=np.int64)
    allowed = np.ones((*shape, SIGNS + items), dtype=np.bool_)
    counted = np.zeros(shape, dtype=np.float32)
    for number, each in enumerate(group):
        count = len(each.written.symbols)
        symbols[number, :count] = each.written.symbols
        before[number, 1:count] = each.written.symbols[:-1]
        expected[number, :count] = each.written.expected
        allowed[number, :count] = False
        allowed[number, :count, : each.written.allowed.shape[1]] = each.written.allowed
        counted[number, :count] = 1.0
    return ReadBatch(
        texts=TextTensors(**{name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in arrays.items()}),
        before=torch.from_numpy(before),
        expected=torch.from_numpy(expected),
        symbols=torch.from_numpy(symbols),
        allowed=torch.from_numpy(allowed),
        counted=torch.from_numpy(counted),
        weights=torch.tensor([each.weight for each in group], dtype=torch.float32),
    )


def _forgetful(prepared: Prepared, generator: random.Random, dropout: tuple[float, float]) -> TextInput:
    """The text as a lexicon sees it that does not know some names of objects, or some verbs."""
    relations, marks = prepared.text.relations.copy(), prepared.text.marks.copy()
    vocabulary, length = prepared.problem.vocabulary, len(prepared.text.tokens)
    first = length + vocabulary.first_object
    for item in range(first, length + vocabulary.first_time):
        if generator.random() < dropout[0]:
            _forget(relations, item, _BY_WORDS)
            marks[item, 0] = 0.0
    for item in range(length, length + len(vocabulary.predicates)):
        if generator.random() < dropout[1]:
            _forget(relations, item, _BY_VERBS)
    return replace(prepared.text, relations=relations, marks=marks)


def _forget(relations: NDArray[np.uint8], item: int, forgotten: Sequence[Relation]) -> None:
    row, column = relations[item], relations[:, item]
    column[np.isin(column, forgotten)] = Relation.NONE
    row[np.isin(row, [each + RELATIONS for each in forgotten])] = Relation.NONE
