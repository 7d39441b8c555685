"""Texts with what they ask, of several domains, made ready for training a reader: no plan is looked at."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch

from plancritic.adherence.inputs import ProblemReader, ReadText, text_arrays
from plancritic.domains.folder import DomainFolder, load_folder
from plancritic.embedding import Encoder
from plancritic.reading.parts import FactPart, parts_of
from plancritic.reading.structure import REQUESTS, ROLES
from plancritic.scorer.training.corpus.texts import TextAsked
from plancritic.scorer.training.examples import OF_FACTS, large, shown, small, tensors, thinned
from plancritic.scorer.training.networks.network import Facts, Texts
from plancritic.wording import Lexicon


@dataclass(frozen=True, slots=True)
class ReadBatch:
    """What one step of training sees; the arrays as in `scorer.training.examples.Batch`."""

    texts: Texts
    facts: Facts
    wanted: torch.Tensor
    roles: torch.Tensor
    operators: torch.Tensor
    weights: torch.Tensor


@dataclass(slots=True)
class Prepared:
    """A text that was read, with the parts of what it asks."""

    read: ReadText
    parts: tuple[FactPart, ...]
    weight: float


class Problems:
    """Lexicons and readers of problems of several folders of domains, each made once."""

    def __init__(self, encoder: Encoder, roots: Sequence[Path]) -> None:
        self._encoder = encoder
        self._roots = roots
        self._folders: dict[str, DomainFolder] = {}
        self._readers: dict[tuple[str, str], ProblemReader] = {}

    def folder(self, domain: str) -> DomainFolder:
        """Return the folder of a domain, from the first root that has it."""
        if domain not in self._folders:
            root = next((each for each in self._roots if (each / domain).is_dir()), self._roots[-1])
            self._folders[domain] = load_folder(domain, root)
        return self._folders[domain]

    def reader(self, domain: str, problem: str) -> ProblemReader:
        """Return the reader of a problem."""
        key = domain, problem
        if key not in self._readers:
            self._readers[key] = ProblemReader(Lexicon(self.folder(domain), problem), self._encoder)
        return self._readers[key]


class PreparedTexts:
    """Texts of several problems, read once."""

    def __init__(self, asked: Sequence[TextAsked], problems: Problems) -> None:
        self._problems = problems
        self._by_problem: dict[tuple[str, str], list[Prepared]] = {}
        by_problem: dict[tuple[str, str], list[TextAsked]] = {}
        for each in asked:
            by_problem.setdefault((each.domain, each.problem), []).append(each)
        for key, group in sorted(by_problem.items()):
            reader = problems.reader(*key)
            read = reader.read([each.text for each in group])
            self._by_problem[key] = [
                Prepared(small(one), parts_of(each.constraints, one.bounds.tolist(), reader.table.row), each.weight)
                for each, one in zip(group, read, strict=True)
            ]

    def __len__(self) -> int:
        return sum(len(each) for each in self._by_problem.values())

    def batches(
        self, texts: int, generator: random.Random | None = None, mention_dropout: float = 0.0
    ) -> list[Callable[[], ReadBatch]]:
        """Return batches of texts about one problem, in a new order where there is a generator."""
        groups: list[tuple[ProblemReader, list[Prepared]]] = []
        for key, prepared in self._by_problem.items():
            same = list(prepared)
            if generator is not None:
                generator.shuffle(same)
            same.sort(key=lambda each: len(each.read.tokens) // 8)
            reader = self._problems.reader(*key)
            groups += [(reader, same[first : first + texts]) for first in range(0, len(same), texts)]
        if generator is not None:
            generator.shuffle(groups)
        return [partial(_batch, reader, group, generator, mention_dropout) for reader, group in groups]


def _batch(
    reader: ProblemReader, group: Sequence[Prepared], generator: random.Random | None, mention_dropout: float
) -> ReadBatch:
    said = text_arrays([large(each.read) for each in group])
    if generator is not None and mention_dropout > 0.0:
        said["mentions"] = thinned(said["mentions"], generator, mention_dropout)
    facts = len(reader.table.present)
    wanted = np.zeros((len(group), facts, REQUESTS), dtype=np.float32)
    roles = np.full((len(group), facts, REQUESTS, ROLES), -1.0, dtype=np.float32)
    operators = np.full((len(group), facts, REQUESTS), -1, dtype=np.int64)
    for index, each in enumerate(group):
        for part in each.parts:
            place = index, part.fact, part.request
            wanted[place], roles[place], operators[place] = 1.0, part.roles, part.operator
    table = reader.facts
    if generator is not None:
        rows = shown(said["mentions"], table["arguments"], wanted.max(axis=2), generator)
        table = {name: value[rows] if name in OF_FACTS else value for name, value in table.items()}
        wanted, roles, operators = wanted[:, rows], roles[:, rows], operators[:, rows]
    return ReadBatch(
        texts=Texts(**tensors(said)),
        facts=Facts(**tensors(table)),
        wanted=torch.from_numpy(np.ascontiguousarray(wanted)),
        roles=torch.from_numpy(np.ascontiguousarray(roles)),
        operators=torch.from_numpy(np.ascontiguousarray(operators)),
        weights=torch.tensor([each.weight for each in group], dtype=torch.float32),
    )
