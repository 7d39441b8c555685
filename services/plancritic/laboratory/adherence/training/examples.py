"""Examples made ready for training: texts read, plans executed, and for each fact of a text its part in it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray

from plancritic.adherence.inputs import Arrays, ProblemReader, ReadText, plan_arrays, text_arrays
from plancritic.adherence.traces import Trace
from plancritic.embedding import Encoder
from plancritic.laboratory.adherence.training.comparison.learning import Part
from plancritic.laboratory.adherence.training.networks.network import Facts, Plans, Texts
from plancritic.laboratory.adherence.training.networks.parts import FactPart, parts_of
from plancritic.laboratory.adherence.training.networks.structure import REQUESTS, ROLES
from plancritic.pddl.language import parse_constraint

#: Facts that training looks at for each text, and others for a batch.
_NEAREST, _OTHERS = 24, 48
#: Inputs with one row a fact.
OF_FACTS = ("arguments", "predicates", "alone", "standing", "present")


@dataclass(frozen=True, slots=True)
class Pair:
    """One example: its row, its plan, and whether that adheres."""

    number: int
    plan: int
    adheres: bool


@dataclass(slots=True)
class Asked:
    """A text on one problem with the pairs that ask it."""

    problem: str
    read: ReadText
    #: Which facts the constraints of the text are about, and their part in its requests.
    parts: tuple[FactPart, ...]
    pairs: list[Pair] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Batch:
    """What one step of training sees.

    `wanted` (texts, facts, REQUESTS) 1 for facts that a request of the text is about, `roles` (texts, facts, REQUESTS,
    ROLES) -1 or 1, the part of those facts, `operators` (texts, facts, REQUESTS) the row of what is asked of them, -1
    where none says it; `numbers` are rows of the part's examples.
    """

    texts: Texts
    facts: Facts
    plans: Plans
    plan: torch.Tensor
    text: torch.Tensor
    labels: torch.Tensor
    wanted: torch.Tensor
    roles: torch.Tensor
    operators: torch.Tensor
    numbers: tuple[int, ...]


class PreparedExamples:
    """The examples of a part of a corpus, read and executed once."""

    def __init__(self, part: Part, encoder: Encoder, exact: bool = False) -> None:
        """Tokens are kept in half precision unless they are to be `exact`, as the served graph has them."""
        corpus = part.corpus
        shown = corpus.dataset.plans
        self._readers: dict[str, ProblemReader] = {}
        for problem in sorted({shown[example.plan].problem for example in part.examples}):
            self._readers[problem] = ProblemReader(corpus.lexicon(problem), encoder)
        self._traces: dict[int, Trace] = {}
        by_text: dict[tuple[str, str], list[int]] = {}
        for number, example in enumerate(part.examples):
            problem = shown[example.plan].problem
            by_text.setdefault((problem, example.text), []).append(number)
            if example.plan not in self._traces:
                self._traces[example.plan] = _packed(self._readers[problem].trace(corpus.trajectory(example.plan)))
        self.asked: list[Asked] = []
        for problem, reader in self._readers.items():
            texts = [said for where, said in by_text if where == problem]
            for said, read in zip(texts, reader.read(texts), strict=True):
                constraints = part.examples[by_text[problem, said][0]].constraints
                parts = parts_of([*map(parse_constraint, constraints)], read.bounds.tolist(), reader.table.row)
                asked = Asked(problem, read if exact else small(read), parts)
                for number in by_text[problem, said]:
                    example = part.examples[number]
                    asked.pairs.append(Pair(number, example.plan, example.adheres))
                self.asked.append(asked)

    def batches(
        self, texts: int, generator: random.Random | None = None, mention_dropout: float = 0.0
    ) -> list[Callable[[], Batch]]:
        """Batches of texts about one table of facts, with all their pairs; in a new order where there is a generator.

        `mention_dropout` is the share of objects whose mentions are kept from the network, so that it learns to
        find what is called by a word that no lexicon has.
        """
        tables: dict[tuple[object, ...], list[Asked]] = {}
        for asked in self.asked:
            table = self._readers[asked.problem].table
            # Problems of the same objects may differ in how their facts stand.
            tables.setdefault((table.objects, table.sentences, table.atoms, table.standing.tobytes()), []).append(asked)
        groups: list[list[Asked]] = []
        for same in tables.values():
            if generator is not None:
                generator.shuffle(same)
            # Texts of about one length together, so that little is padded.
            same.sort(key=lambda asked: len(asked.read.tokens) // 8)
            groups += [same[first : first + texts] for first in range(0, len(same), texts)]
        if generator is not None:
            generator.shuffle(groups)
        return [partial(self._batch, group, generator, mention_dropout) for group in groups]

    def _batch(self, group: list[Asked], generator: random.Random | None, mention_dropout: float) -> Batch:
        reader = self._readers[group[0].problem]
        said = text_arrays([large(asked.read) for asked in group])
        if generator is not None and mention_dropout > 0.0:
            said["mentions"] = thinned(said["mentions"], generator, mention_dropout)
        pairs = [(index, pair) for index, asked in enumerate(group) for pair in asked.pairs]
        plans = sorted({pair.plan for _, pair in pairs})
        place = {plan: index for index, plan in enumerate(plans)}
        facts = len(reader.table.present)
        wanted = np.zeros((len(group), facts, REQUESTS), dtype=np.float32)
        roles = np.full((len(group), facts, REQUESTS, ROLES), -1.0, dtype=np.float32)
        operators = np.full((len(group), facts, REQUESTS), -1, dtype=np.int64)
        for index, asked in enumerate(group):
            for part in asked.parts:
                place_of = index, part.fact, part.request
                wanted[place_of], roles[place_of], operators[place_of] = 1.0, part.roles, part.operator
        table, truth = reader.facts, plan_arrays([_unpacked(self._traces[plan]) for plan in plans])
        if generator is not None:
            rows = shown(said["mentions"], table["arguments"], wanted.max(axis=2), generator)
            table = {name: value[rows] if name in OF_FACTS else value for name, value in table.items()}
            truth["truth"] = truth["truth"][:, rows]
            wanted, roles, operators = wanted[:, rows], roles[:, rows], operators[:, rows]
        return Batch(
            texts=Texts(**tensors(said)),
            facts=Facts(**tensors(table)),
            plans=Plans(**tensors(truth)),
            plan=torch.tensor([place[pair.plan] for _, pair in pairs]),
            text=torch.tensor([index for index, _ in pairs]),
            labels=torch.tensor([float(pair.adheres) for _, pair in pairs]),
            wanted=torch.from_numpy(np.ascontiguousarray(wanted)),
            roles=torch.from_numpy(np.ascontiguousarray(roles)),
            operators=torch.from_numpy(np.ascontiguousarray(operators)),
            numbers=tuple(pair.number for _, pair in pairs),
        )


def tensors(arrays: Arrays) -> dict[str, torch.Tensor]:
    """Return the arrays as tensors."""
    return {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in arrays.items()}


def _packed(trace: Trace) -> Trace:
    """The same in single bytes: thousands of plans are kept."""
    return Trace(trace.truth.astype(np.uint8), trace.times)


def _unpacked(trace: Trace) -> Trace:
    return Trace(trace.truth.astype(np.float32), trace.times)


def small(read: ReadText) -> ReadText:
    """The same in half precision: tens of thousands of texts are kept."""
    return ReadText(
        read.tokens.astype(np.float16),
        read.passage,
        read.mentions.astype(np.uint8),
        read.counted.astype(np.uint8),
        read.bounds,
    )


def large(read: ReadText) -> ReadText:
    """Return what `small` made in single precision again."""
    return ReadText(
        read.tokens.astype(np.float32),
        read.passage,
        read.mentions.astype(np.float32),
        read.counted.astype(np.float32),
        read.bounds,
    )


def shown(
    mentions: NDArray[np.generic], arguments: NDArray[np.generic], wanted: NDArray[np.float32], generator: random.Random
) -> NDArray[np.intp]:
    """Rows of the facts that training looks at: those wanted, those whose arguments the texts mention most, others.

    The rest would tell it little for their time: most facts of a problem are far from what a text says.
    """
    strength = mentions.max(axis=(2, 3))[:, arguments].sum(axis=2) + 10.0 * wanted
    strength += np.random.default_rng(generator.getrandbits(32)).random(strength.shape) * 0.5
    nearest = np.argsort(-strength, axis=1)[:, :_NEAREST]
    others = generator.sample(range(len(arguments)), min(_OTHERS, len(arguments)))
    return np.array(sorted({*nearest.flatten().tolist(), *others, *np.flatnonzero(wanted.any(axis=0)).tolist()}))


def thinned(mentions: NDArray[np.generic], generator: random.Random, share: float) -> NDArray[np.generic]:
    """Return the mentions without those of a share of each text's objects."""
    texts, objects = mentions.shape[:2]
    kept = np.random.default_rng(generator.getrandbits(32)).random((texts, objects, 1, 1)) >= share
    return mentions * kept.astype(mentions.dtype)
