"""The schemas that writers wrote for one action, with their parameters settled: in one order, or as prescribed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from plancritic.pddl.language import Action
from plancritic.schema_library.candidates.candidate import Correction
from plancritic.schema_library.candidates.correction import Corrected
from plancritic.schema_library.candidates.parameter_order import in_one_order
from plancritic.schema_library.candidates.readings import SchemaLiterals


@dataclass(frozen=True)
class Settled:
    """The schemas by instance, and of those that are left out why."""

    schemas: Mapping[str, Corrected]
    doubtful: Mapping[str, str]


def settled(written: Mapping[str, Corrected], prescribed: bool, text: Callable[[Action], str]) -> Settled:
    """Return the schemas of one action by instance, their parameters in one order.

    Under a prescribed signature a schema whose parameters could be several of the prescribed ones is read so that it
    differs least from the schemas of the writers for whom there is no doubt, else as its names hint. `text` says what
    is the same schema where parameters have the same order.
    """
    if not prescribed:
        ordered = in_one_order([each.schema for each in written.values()], text)
        return Settled(
            {name: replace(each, schema=own) for (name, each), own in zip(written.items(), ordered, strict=True)}, {}
        )
    sure = [SchemaLiterals.of(each.schema) for each in written.values() if not each.others]
    schemas: dict[str, Corrected] = {}
    doubtful: dict[str, str] = {}
    for name, each in written.items():
        found = _decided(each, sure) if each.others else each
        if found is None:
            doubtful[name] = f"{in_doubt(each)}; nor do other candidates tell"
        else:
            schemas[name] = found
    return Settled(schemas, doubtful)


def in_doubt(written: Corrected) -> str:
    """Return why a schema cannot be used whose parameters could be several of the prescribed ones."""
    return (
        f"types leave {1 + len(written.others)} ways to read its parameters as the prescribed ones, names do not tell"
    )


def _decided(written: Corrected, sure: Sequence[SchemaLiterals]) -> Corrected | None:
    """The reading that other writers support most, else the one that names hint at; None where neither tells."""
    readings = (written.schema, *written.others)
    literals = [SchemaLiterals.of(each).all for each in readings]
    apart = [sum(len(own ^ other.all) for other in sure) for own in literals]
    nearest = [place for place, each in enumerate(apart) if each == min(apart)]
    if len(nearest) == 1 and sure:
        why = f"which parameter is which was told by the schemas of {len(sure)} other writers"
        corrections = (*written.corrections, Correction("signature", why))
        return Corrected(readings[nearest[0]], corrections)
    if written.hinted and 0 in nearest:
        why = "which parameter is which was told by their names"
        return Corrected(written.schema, (*written.corrections, Correction("signature", why)))
    return None
