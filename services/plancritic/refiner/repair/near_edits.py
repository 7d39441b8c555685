"""Models one edit away from a model, and those whose second edit makes up for what the first one breaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from plancritic.refiner.repair.conflicts import exchanging, repairs
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.limit import IsOver
from plancritic.refiner.repair.schemas import Model
from plancritic.refiner.repair.suspicion import Suspicion

#: Second edits that are tried for one first.
MOST_SECOND = 20


@dataclass(frozen=True, slots=True)
class NearEdit:
    """A model with one edit in the schema of an action; `is_open` where it meets all cases, answers aside."""

    action: int
    model: Model
    is_open: bool


def near_edits(knowledge: Knowledge, suspicion: Suspicion, model: Model) -> Iterator[NearEdit]:
    """Return the models that one edit makes: another role for a literal, or a condition and an effect exchanged."""
    broken = set(knowledge.unmet(model))
    for action, schema in enumerate(model):
        for changed in suspicion.single_edits(action, schema):
            near = (*model[:action], changed, *model[action + 1 :])
            yield NearEdit(action, near, all(case in broken for case in knowledge.unmet(near)))


def coupled_edits(knowledge: Knowledge, first: list[NearEdit], is_over: IsOver) -> Iterator[Model]:
    """Return models of two edits that meet all cases where the first alone does not, until it `is_over`.

    The first may break all cases that are known: what an action asks for and nobody makes true stops each plan.
    """
    for edit in first:
        if edit.is_open:
            continue
        broken = next((case for case in knowledge.cases if not knowledge.meets(edit.model, case)), None)
        if broken is None:
            continue
        seconds = chain(repairs(knowledge, edit.model, broken), exchanging(knowledge, edit.model, broken))
        for action, schema in islice(seconds, MOST_SECOND):
            if is_over():
                return
            second = (*edit.model[:action], schema, *edit.model[action + 1 :])
            if knowledge.meets_all(second):
                yield second
