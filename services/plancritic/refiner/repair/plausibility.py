"""How much a change of a schema costs: few changes are likelier than many, and schemas have a usual shape.

Costs are in edits: one removed, added or negated literal is one. What looks odd adds to the cost of a schema, so that
an edit which mends an oddity is cheap and one which makes one is dear. The weights are judgement: they were set with
some two hundred faulty starts of the benchmark's domains in sight, none of which stands in a table of RESULTS.md.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from plancritic.refiner.repair.described import DescribedLiterals
from plancritic.refiner.repair.schemas import Frame, Lifted, Model, Schema

#: A condition and an effect that change places: one mistake, not four.
SWAP = 1.6
#: What one oddity costs.
ODDITY = 0.4
#: What a changed schema costs at least.
LEAST = 0.2
#: What a mended oddity is worth where it is about belief: looking better is hardly a reason to change what meets all
#: that is known.
MENDED = 0.05
#: What the words of a description count, in edits for each natural logarithm of odds.
DESCRIBED = 0.2
#: Oddities in an effect on what seems not to change.
STATIC = 3.0


class Plausibility:
    """Weighs schemas against those of a start."""

    def __init__(self, frame: Frame, start: Model, described: DescribedLiterals | None = None) -> None:
        """Weigh against a start; where words describe the actions, changes that they speak for cost less."""
        self.frame = frame
        self.start = start
        self._described = described
        self._negations = sum(len(_negated(each)) for each in start)
        self._exclusive = _exchanged(start)
        #: By predicate, the actions that change it.
        self._changing: dict[str | int, set[int]] = {}
        for place, schema in enumerate(start):
            for atom in schema.adds | schema.deletes:
                self._changing.setdefault(atom[0], set()).add(place)
        self._asking = frozenset(atom[0] for each in start for atom in each.needs | each.forbids)
        self._cost = lru_cache(maxsize=200_000)(self._schema_cost)
        self._sober_cost = lru_cache(maxsize=200_000)(self._cost_of_belief)

    def cost(self, model: Model) -> float:
        """Return what all changes of a model cost; 0 for the start."""
        return sum(self._cost(place, schema) for place, schema in enumerate(model))

    def sober_cost(self, model: Model) -> float:
        """Return what all changes of a model cost where mended oddities hardly count."""
        return sum(self._sober_cost(place, schema) for place, schema in enumerate(model))

    def oddities(self, action: int, schema: Schema) -> float:
        """Return how odd a schema looks."""
        odd = float(len(schema.deletes - schema.needs))  # makes false what need not be true
        odd += len(schema.adds & schema.needs)  # makes true what is true
        odd += 3 * len(schema.needs & schema.forbids) + 2 * len(schema.adds & schema.deletes)
        odd += 0 if schema.adds else 2
        # One or two negations in a domain that does without them are more likely mistakes than a habit.
        odd += len(_negated(schema)) * (1.5 if self._negations <= 2 else 0.2)
        for came, was in product(schema.adds, schema.needs - schema.deletes):
            if (came[0], was[0]) in self._exclusive and (
                len(was) == 1 or len(came) == 1 or set(came[1:]) & set(was[1:])
            ):
                odd += 1
        for atom in schema.adds | (schema.deletes - schema.needs):
            others = self._changing.get(atom[0], set()) - {action}
            if not others and atom[0] in self._asking:
                odd += STATIC  # it is asked for and nobody else changes it: how the world is laid out
        return odd

    def _schema_cost(self, action: int, schema: Schema) -> float:
        return self._weighed(action, schema, ODDITY)

    def _cost_of_belief(self, action: int, schema: Schema) -> float:
        return self._weighed(action, schema, MENDED)

    def _weighed(self, action: int, schema: Schema, mended: float) -> float:
        before = self.start[action]
        if schema == before:
            return 0.0
        odder = self.oddities(action, schema) - self.oddities(action, before)
        said = 0.0 if self._described is None else DESCRIBED * self._described.against(action, before, schema)
        return max(LEAST, edits(before, schema) + said + (ODDITY if odder > 0 else mended) * odder)


def _negated(schema: Schema) -> list[Lifted]:
    """The facts that a schema demands to be false; that two parameters differ is no such fact."""
    return [each for each in schema.forbids if each[0] != "="]


def edits(before: Schema, after: Schema) -> float:
    """Return how many edits lie between two schemas; a swap of a condition and an effect counts as `SWAP`."""
    gone = [old - new for old, new in zip(before, after, strict=True)]
    came = [new - old for old, new in zip(before, after, strict=True)]
    negated = (gone[0] & came[1]) | (gone[1] & came[0]), (gone[2] & came[3]) | (gone[3] & came[2])
    total = sum(map(len, gone)) + sum(map(len, came)) - sum(map(len, negated))
    # A literal that became its opposite in its place did not change places.
    stayed = negated[0] | negated[1]
    out = len((gone[0] & came[2]) - stayed) + len((gone[1] & came[3]) - stayed)
    back = len((gone[2] & came[0]) - stayed) + len((gone[3] & came[1]) - stayed)
    return total - min(out, back) * (4 - SWAP)


def _exchanged(model: Model) -> frozenset[tuple[str | int, str | int]]:
    """Return pairs of predicates of which some action makes one true and the other false, and none both true.

    Unlike `plancritic.pddl.faults.exclusions`, an action may exchange a predicate with one that it only moves on:
    flow's `free` and `tip`, of which one alone holds of a cell.
    """
    exchanged, together = set[tuple[str | int, str | int]](), set[tuple[str | int, str | int]]()

    def predicates(atoms: frozenset[Lifted]) -> set[str | int]:
        return {each[0] for each in atoms}

    for schema in model:
        adds, deletes = predicates(schema.adds), predicates(schema.deletes)
        exchanged |= {pair for one, other in product(adds, deletes) for pair in ((one, other), (other, one))}
        together |= set(product(adds, adds))
    return frozenset(exchanged - together)
