"""How sure a domain is: which of its literals plans settle, which answers settle, and which nothing settles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from plancritic.refiner.questions.behaviour import Sayings
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.near_edits import NearEdit
from plancritic.refiner.repair.schemas import Model, Part, changes

#: `plans`: with the literal otherwise a known plan or landmark would not fit; `answers`: an answer would not;
#: `nothing`: nothing that is known tells; `no_difference`: no situation that was looked at would be another.
SettledBy = Literal["plans", "answers", "nothing", "no_difference"]


@dataclass(frozen=True, slots=True)
class SettledLiteral:
    """A literal of an action: whether the domain has it, what settles that, and how likely it is right.

    `literal` is PDDL over the action's parameters. `is_changed`: the start had it otherwise.
    """

    action: str
    part: Part
    literal: str
    is_in_domain: bool
    is_changed: bool
    by: SettledBy
    probability: float


@dataclass(frozen=True, slots=True)
class DoubtedAnswer:
    """An answer (by its place) that may be wrong, and how likely it is; `is_followed`: the domain says what it says."""

    answer: int
    probability: float
    is_followed: bool


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure a domain is as a whole, from 0 to 1, and by what; `situations` were looked at."""

    probability: float
    literals: tuple[SettledLiteral, ...]
    doubted: tuple[DoubtedAnswer, ...]
    situations: int


@dataclass(frozen=True)
class Field:
    """Domains in the running: the first one is believed most. `weights` are theirs, `sayings` what they say.

    `unseen` is the weight of those for which there was no time.
    """

    models: Sequence[Model]
    weights: NDArray[np.float64]
    sayings: Sayings
    unseen: float = 0.0

    @property
    def probability(self) -> float:
        """How much of the weight behaves as the domain that is believed most, as far as that was looked at."""
        same = (self.sayings == self.sayings[0]).all(axis=1)
        return _share(self.weights[same].sum(), self.total)

    @property
    def total(self) -> float:
        """The weight of all domains in the running."""
        return float(self.weights.sum()) + self.unseen


#: An answer that is wrong with this probability is named.
DOUBTED = 0.2


def certainty(
    knowledge: Knowledge,
    start: Model,
    field: Field,
    near: Sequence[tuple[NearEdit, Sayings]],
    situations: int,
) -> Certainty:
    """Return how sure the first domain of a field is; `near` are its near edits with what they say."""
    best = field.models[0]
    found = {key: _Alternatives() for action in range(len(best)) for key in _literals(best, action)}
    added: dict[_Key, _Alternatives] = {}
    own = len(knowledge.contradicted(best))
    for edit, sayings in near:
        differences = changes(knowledge.frame, edit.action, best[edit.action], edit.model[edit.action])
        by = _settled_by(knowledge, edit, own, differs=bool((sayings != field.sayings[0]).any()))
        for each in differences:
            if not each.came:
                found[edit.action, each.field, each.atom].add(by)
            elif len(differences) == 1:
                added.setdefault((edit.action, each.field, each.atom), _Alternatives()).add(by)
    # Of what the domain does not have, what the start had and what may well be missing is worth telling.
    chance = {key: _probability(field, key, present=False) for key in added}
    told = [key for key in added if _has(start, key) or (added[key].by == "nothing" and chance[key] < 1 - _NOTABLE)]
    literals = [
        *(_literal(knowledge, start, field, key, alternatives, present=True) for key, alternatives in found.items()),
        *(_literal(knowledge, start, field, key, added[key], present=False) for key in told),
    ]
    return Certainty(field.probability, tuple(literals), tuple(_doubted(knowledge, field)), situations)


#: What may be missing with this probability is told.
_NOTABLE = 0.005
#: The place of an action, the place of a field of a schema, an atom.
_Key = tuple[int, int, tuple[str | int, ...]]
_ORDER: tuple[SettledBy, ...] = ("no_difference", "plans", "answers", "nothing")


class _Alternatives:
    """What settles a literal: the least that settles any of its alternatives."""

    def __init__(self) -> None:
        self.by: SettledBy = "no_difference"

    def add(self, by: SettledBy) -> None:
        self.by = max(self.by, by, key=_ORDER.index)


def _settled_by(knowledge: Knowledge, edit: NearEdit, own: int, *, differs: bool) -> SettledBy:
    if not edit.is_open:
        return "plans"
    if len(knowledge.contradicted(edit.model)) > own:
        return "answers"
    return "nothing" if differs else "no_difference"


def _literals(model: Model, action: int) -> list[_Key]:
    return [(action, field, atom) for field, atoms in enumerate(model[action]) for atom in sorted(atoms, key=str)]


def _has(model: Model, key: _Key) -> bool:
    action, field, atom = key
    return atom in model[action][field]


def _probability(field: Field, key: _Key, *, present: bool) -> float:
    agree = np.array([_has(model, key) == present for model in field.models])
    return _share(field.weights[agree].sum(), field.total)


def _literal(
    knowledge: Knowledge, start: Model, field: Field, key: _Key, alternatives: _Alternatives, *, present: bool
) -> SettledLiteral:
    action, place, atom = key
    parts: tuple[tuple[Part, bool], ...] = (
        ("precondition", False), ("precondition", True), ("effect", False), ("effect", True)
    )  # fmt: skip
    part, negated = parts[place]
    written = str(knowledge.frame.written(action, atom))
    return SettledLiteral(
        action=knowledge.frame.names[action],
        part=part,
        literal=f"(not {written})" if negated else written,
        is_in_domain=present,
        is_changed=_has(start, key) != present,
        by=alternatives.by,
        probability=_probability(field, key, present=present),
    )


def _share(part: float | np.float64, total: float) -> float:
    """Return a part of a total; sums in another order may differ in their last digits, and a share is at most 1."""
    return min(1.0, float(part) / total)


def _doubted(knowledge: Knowledge, field: Field) -> list[DoubtedAnswer]:
    total = field.total
    wrong = np.zeros(len(knowledge.answers))
    for weight, model in zip(field.weights, field.models, strict=True):
        wrong[list(knowledge.contradicted(model))] += weight
    own = set(knowledge.contradicted(field.models[0]))
    return [
        DoubtedAnswer(place, _share(each, total), is_followed=place not in own)
        for place, each in enumerate(wrong)
        if place in own or each > DOUBTED * total
    ]
