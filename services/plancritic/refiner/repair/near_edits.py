"""Models one edit away from a model, and those whose second edit makes up for what the first one breaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plancritic.refiner.repair.conflicts import repairs
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.limit import IsOver
from plancritic.refiner.repair.schemas import Model
from plancritic.refiner.repair.suspicion import Suspicion

#: Cases that a second edit is tried for where one edit breaks them: one that breaks more is no near one.
MOST_BROKEN = 6
#: Second edits that are tried for one first.
MOST_SECOND = 12


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
    """Return models of two edits that meet all cases where the first alone does not, until it `is_over`."""
    for edit in first:
        if edit.is_open:
            continue
        if is_over():
            return
        broken = knowledge.unmet(edit.model)
        if len(broken) > MOST_BROKEN:
            continue
        for number, (action, schema) in enumerate(repairs(knowledge, edit.model, broken[0])):
            if number == MOST_SECOND:
                break
            second = (*edit.model[:action], schema, *edit.model[action + 1 :])
            if not knowledge.unmet(second):
                yield second
