"""Examples made ready for training: texts read, plans executed, and for each fact of a statement what became of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray

from plancritic.embedding import Encoder
from plancritic.pddl.conditions import And, Atom, Condition, Not, Or, atoms
from plancritic.pddl.constraints import Constraint, parse_constraint
from plancritic.pddl.satisfaction import judge_constraint
from plancritic.scorer.inputs import Arrays, ProblemReader, ReadText, plan_arrays, text_arrays
from plancritic.scorer.traces import Trace
from plancritic.scorer.training.dataset import Example
from plancritic.scorer.training.learning import Corpus, Part
from plancritic.scorer.training.network import REQUESTS, ROLES, Facts, Plans, Texts

#: Facts that training looks at for each text, and others for a batch.
_NEAREST, _OTHERS = 24, 48
#: Inputs with one row a fact.
_OF_FACTS = ("arguments", "predicates", "alone", "changes", "present")


@dataclass(frozen=True, slots=True)
class Pair:
    """One example: its plan, and for each fact of its text (row, whether the plan does with it what is asked)."""

    number: int
    plan: int
    adheres: bool
    facts: tuple[tuple[int, bool], ...]


@dataclass(slots=True)
class Asked:
    """A text on one problem with the pairs that ask it."""

    problem: str
    read: ReadText
    #: Rows of facts with their part in the requests of the text, -1 or 1 by `network.ROLES`.
    roles: tuple[tuple[int, tuple[int, ...]], ...]
    pairs: list[Pair] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Batch:
    """What one step of training sees. `wanted` (texts, facts) 1 for facts that the text is about; `kept` (pairs,
    facts) 1 where the plan does with a fact what is asked; `roles` (texts, facts, ROLES) -1 or 1, the part of a fact
    that is wanted; `numbers` are rows of the data's examples."""

    texts: Texts
    facts: Facts
    plans: Plans
    plan: torch.Tensor
    text: torch.Tensor
    labels: torch.Tensor
    wanted: torch.Tensor
    kept: torch.Tensor
    roles: torch.Tensor
    numbers: tuple[int, ...]


class PreparedExamples:
    """The examples of a part of a corpus, read and executed once."""

    def __init__(self, part: Part, encoder: Encoder) -> None:
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
        judged = _Judged(corpus)
        self.asked: list[Asked] = []
        for problem, reader in self._readers.items():
            texts = [said for where, said in by_text if where == problem]
            for said, read in zip(texts, reader.read(texts), strict=True):
                constraints = part.examples[by_text[problem, said][0]].constraints
                asked = Asked(problem, _small(read), judged.roles(constraints, reader.table.row))
                for number in by_text[problem, said]:
                    example = part.examples[number]
                    facts = judged.facts(example, reader.table.row)
                    asked.pairs.append(Pair(number, example.plan, example.adheres, facts))
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
            tables.setdefault((table.objects, table.sentences, table.atoms), []).append(asked)
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
        said = text_arrays([_large(asked.read) for asked in group])
        if generator is not None and mention_dropout > 0.0:
            said["mentions"] = _thinned(said["mentions"], generator, mention_dropout)
        pairs = [(index, pair) for index, asked in enumerate(group) for pair in asked.pairs]
        plans = sorted({pair.plan for _, pair in pairs})
        place = {plan: index for index, plan in enumerate(plans)}
        facts = len(reader.table.present)
        wanted = np.zeros((len(group), facts), dtype=np.float32)
        kept = np.zeros((len(pairs), facts), dtype=np.float32)
        for row, (index, pair) in enumerate(pairs):
            for fact, met in pair.facts:
                wanted[index, fact] = 1.0
                kept[row, fact] = float(met)
        roles = np.full((len(group), facts, ROLES), -1.0, dtype=np.float32)
        for index, asked in enumerate(group):
            for fact, role in asked.roles:
                roles[index, fact] = role
        table, truth = reader.facts, plan_arrays([_unpacked(self._traces[plan]) for plan in plans])
        if generator is not None:
            shown = _shown(said["mentions"], table["arguments"], wanted, generator)
            table = {name: value[shown] if name in _OF_FACTS else value for name, value in table.items()}
            truth["truth"] = truth["truth"][:, shown]
            wanted, kept, roles = wanted[:, shown], kept[:, shown], roles[:, shown]
        return Batch(
            texts=Texts(**_tensors(said)),
            facts=Facts(**_tensors(table)),
            plans=Plans(**_tensors(truth)),
            plan=torch.tensor([place[pair.plan] for _, pair in pairs]),
            text=torch.tensor([index for index, _ in pairs]),
            labels=torch.tensor([float(pair.adheres) for _, pair in pairs]),
            wanted=torch.from_numpy(np.ascontiguousarray(wanted)),
            kept=torch.from_numpy(np.ascontiguousarray(kept)),
            roles=torch.from_numpy(np.ascontiguousarray(roles)),
            numbers=tuple(pair.number for _, pair in pairs),
        )


class _Judged:
    """What the executor says of constraints on plans, each asked once."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._constraints: dict[str, Constraint] = {}
        self._met: dict[tuple[int, str], bool] = {}

    def facts(self, example: Example, row: Mapping[Atom, int]) -> tuple[tuple[int, bool], ...]:
        """Rows of the facts that an example's constraints are about; met where all constraints about it are."""
        found: dict[int, bool] = {}
        for text in example.constraints:
            constraint = self._parsed(text)
            # One constraint alone is what the label says.
            met = example.adheres if len(example.constraints) == 1 else self._is_met(example.plan, text, constraint)
            for atom in (atom for condition in constraint.conditions for atom in atoms(condition)):
                if (place := row.get(atom)) is not None:
                    found[place] = found.get(place, True) and met
        return tuple(sorted(found.items()))

    def roles(self, constraints: Sequence[str], row: Mapping[Atom, int]) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Rows of facts with their part in the requests, as `network.ROLES` lists it, -1 for no and 1 for yes.

        Constraints alike but for their objects are one request, made of each.
        """
        parsed = [self._parsed(text) for text in constraints]
        shapes = [
            (each.type, each.bounds, tuple(_shape(condition) for condition in each.conditions)) for each in parsed
        ]
        order = {shape: place for place, shape in enumerate(dict.fromkeys(shapes))}
        found: dict[int, list[int]] = {}
        for constraint, shape in zip(parsed, shapes, strict=True):
            request = min(order[shape], REQUESTS - 1)
            for side, condition in enumerate(constraint.conditions):
                for atom, holds in _literals(condition, True):
                    if (place := row.get(atom)) is None:
                        continue
                    role = found.setdefault(place, [-1] * ROLES)
                    role[:REQUESTS] = [-1] * REQUESTS
                    role[request] = 1
                    role[REQUESTS + side] = 1
                    role[REQUESTS + 2] = 1 if holds else -1
                    role[REQUESTS + 3] = 1 if isinstance(condition, And) else -1
                    role[REQUESTS + 4] = 1 if shapes.count(shape) > 1 else -1
        return tuple((place, tuple(role)) for place, role in sorted(found.items()))

    def _is_met(self, plan: int, text: str, constraint: Constraint) -> bool:
        if (plan, text) not in self._met:
            self._met[plan, text] = judge_constraint(self._corpus.trajectory(plan), constraint).satisfied is True
        return self._met[plan, text]

    def _parsed(self, text: str) -> Constraint:
        if text not in self._constraints:
            self._constraints[text] = parse_constraint(text)
        return self._constraints[text]


def _literals(condition: Condition, holds: bool) -> Iterator[tuple[Atom, bool]]:
    """The facts of a condition, and whether each is to hold."""
    match condition:
        case Atom():
            yield condition, holds
        case Not():
            yield from _literals(condition.condition, not holds)
        case And() | Or():
            for each in condition.conditions:
                yield from _literals(each, holds)


def _shape(condition: Condition) -> tuple[object, ...]:
    return (type(condition).__name__, *((atom.predicate, holds) for atom, holds in _literals(condition, True)))


def _tensors(arrays: Arrays) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in arrays.items()}


def _packed(trace: Trace) -> Trace:
    """The same in single bytes: thousands of plans are kept."""
    return Trace(trace.truth.astype(np.uint8), trace.times)


def _unpacked(trace: Trace) -> Trace:
    return Trace(trace.truth.astype(np.float32), trace.times)


def _small(read: ReadText) -> ReadText:
    """The same in half precision: tens of thousands of texts are kept."""
    return ReadText(
        read.tokens.astype(np.float16),
        read.mentions.astype(np.uint8),
        read.counted.astype(np.uint8),
        read.bounds,
    )


def _large(read: ReadText) -> ReadText:
    return ReadText(
        read.tokens.astype(np.float32), read.mentions.astype(np.float32), read.counted.astype(np.float32), read.bounds
    )


def _shown(
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


def _thinned(mentions: NDArray[np.generic], generator: random.Random, share: float) -> NDArray[np.generic]:
    texts, objects = mentions.shape[:2]
    kept = np.random.default_rng(generator.getrandbits(32)).random((texts, objects, 1, 1)) >= share
    return mentions * kept.astype(mentions.dtype)
