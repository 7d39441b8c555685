"""How much a change of a schema costs: few changes are likelier than many, and schemas have a usual shape.

Costs are in edits: one removed, added or negated literal is one. What looks odd adds to the cost of a schema, so that
an edit which mends an oddity is cheap and one which makes one is dear. The weights are judgement: they were set with
some two hundred faulty starts of the benchmark's domains in sight, none of which stands in a table of RESULTS.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, product

from plancritic.refiner.repair.described import DescribedLiterals
from plancritic.refiner.repair.restorations import turned, unused_predicates
from plancritic.refiner.repair.schemas import Frame, Lifted, Model, Schema

#: A condition and an effect that change places: one mistake, not four.
SWAP = 1.6
#: An atom whose arguments are turned, or two parameters that stand for each other in all conditions or all effects.
TURN = 1.2
#: The first literal of a part (conditions, or what becomes false) that the start has nothing in: an action without any
#: condition is odd by itself.
BARE = 0.6
#: Each further literal of such a part, and each one of an action that the start lacks: the writer left them out in one
#: go. A condition whose predicate other actions ask for, or that the action makes false, is the likelier one.
FURTHER, LIKELIER = 0.3, 0.15
#: The first literal of a predicate that is declared and stands in no action of the start, or of a parameter that stands
#: in no literal of it, and each further one.
FORGOTTEN, REMEMBERED = 0.3, 0.15
#: The same literal's predicate coming to, or going from, the same part of a further action.
COUPLED = 0.5
#: What one oddity costs.
ODDITY = 0.4
#: What a changed schema costs at least.
LEAST = 0.2
#: What a mended oddity is worth where it is about belief: looking better is hardly a reason to change what meets all
#: that is known.
MENDED = 0.05
#: What the words of a description count, in edits for each natural logarithm of odds.
DESCRIBED = 0.2
#: The first of a schema's fields that is about effects.
_EFFECTS = 2
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
        self._asked_by_others = [
            frozenset(atom[0] for other, each in enumerate(start) for atom in each.needs if other != place)
            for place in range(len(start))
        ]
        deleting = {place for place, schema in enumerate(start) if schema.deletes}
        #: The one action that makes nothing false, where all others do.
        self._silent = frozenset(range(len(start))) - deleting if len(deleting) == len(start) - 1 else frozenset[int]()
        self._unused = unused_predicates(frame, start)
        self._cost = lru_cache(maxsize=200_000)(self._schema_cost)
        self._sober_cost = lru_cache(maxsize=200_000)(self._cost_of_belief)

    def cost(self, model: Model) -> float:
        """Return what all changes of a model cost; 0 for the start."""
        return self._total(model, self._cost)

    def sober_cost(self, model: Model) -> float:
        """Return what all changes of a model cost where mended oddities hardly count."""
        return self._total(model, self._sober_cost)

    def _total(self, model: Model, cost: Callable[[int, Schema], float]) -> float:
        costs = [cost(place, schema) for place, schema in enumerate(model)]
        return max(LEAST * sum(each > 0 for each in costs), sum(costs) - self._shared(model))

    def _shared(self, model: Model) -> float:
        """Return how much less changes of several actions cost because they are alike, or one predicate's."""
        changed = [(before, after) for before, after in zip(self.start, model, strict=True) if before != after]
        if not self._unused and len(changed) < 2:
            return 0.0
        alike: dict[tuple[str | int, int, bool], int] = {}
        brought = dict.fromkeys(self._unused, 0)
        for before, after in changed:
            if not any(before):
                continue  # an action that is new is cheap as it is
            is_bare = not (before.needs or before.forbids)
            for field, (old, new) in enumerate(zip(before, after, strict=True)):
                if is_bare and field < _EFFECTS:
                    continue  # so are conditions where there were none
                for came, atoms in ((True, new - old), (False, old - new)):
                    for predicate in {atom[0] for atom in atoms}:
                        if predicate in brought:
                            brought[str(predicate)] += sum(atom[0] == predicate for atom in atoms)
                        else:
                            alike[predicate, field, came] = alike.get((predicate, field, came), 0) + 1
        shared = sum((1 - COUPLED) * (count - 1) for count in alike.values() if count > 1)
        return shared + sum(count - FORGOTTEN - REMEMBERED * (count - 1) for count in brought.values() if count)

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
        changes = edits(before, schema, self._asked_by_others[action])
        if schema.deletes and action in self._silent:
            changes -= 1 - BARE
        if self._described is not None:
            changes += DESCRIBED * self._described.against(action, before, schema)
        return max(LEAST, changes + (ODDITY if odder > 0 else mended) * odder)


def _negated(schema: Schema) -> list[Lifted]:
    """The facts that a schema demands to be false; that two parameters differ is no such fact."""
    return [each for each in schema.forbids if each[0] != "="]


def edits(before: Schema, after: Schema, asked: frozenset[str | int] = frozenset()) -> float:
    """Return how many edits lie between two schemas; `asked` are predicates that other actions have as conditions.

    A swap of a condition and an effect counts as `SWAP`, turned arguments as `TURN`, and literals of a part that was
    empty before as `BARE` and `FURTHER`.
    """
    if not any(before):
        return FURTHER * sum(map(len, after))
    for one, other in combinations(sorted(_places(before)), 2):
        for conditions in (True, False):
            moved = turned(before, one, other, conditions=conditions)
            if moved == after:
                return TURN
    gone = [old - new for old, new in zip(before, after, strict=True)]
    came = [new - old for old, new in zip(before, after, strict=True)]
    negated = (gone[0] & came[1]) | (gone[1] & came[0]), (gone[2] & came[3]) | (gone[3] & came[2])
    total: float = sum(map(len, gone)) + sum(map(len, came)) - sum(map(len, negated))
    # A literal that became its opposite in its place did not change places.
    stayed = negated[0] | negated[1]
    out = len((gone[0] & came[2]) - stayed) + len((gone[1] & came[3]) - stayed)
    back = len((gone[2] & came[0]) - stayed) + len((gone[3] & came[1]) - stayed)
    total -= min(out, back) * (4 - SWAP)
    moved_on = sum(_rearranged(gone[field], came[field]) for field in range(len(before)))
    return total - moved_on * (2 - TURN) - _together(before, after, came, asked)


def _together(before: Schema, after: Schema, came: Sequence[frozenset[Lifted]], asked: frozenset[str | int]) -> float:
    """Return how much less literals cost that came to a part in which there was nothing."""
    if loose := len(_places(after) - _places(before)):
        known = _places(before)
        of_loose = sum(not known.issuperset(_numbers(atom)) for atoms in came for atom in atoms)
        first = min(loose, of_loose)
        return first * (1 - FORGOTTEN) + (of_loose - first) * (1 - REMEMBERED)
    less = 0.0
    conditions = len(came[0]) + len(came[1])
    if conditions and not (before.needs or before.forbids):
        likelier = sum(each[0] in asked or each in after.deletes for each in came[0])
        cheap = min(likelier, conditions - 1)
        less += 1 - BARE + (1 - LIKELIER) * cheap + (1 - FURTHER) * (conditions - 1 - cheap)
    if len(came[3]) > 1 and not before.deletes:
        less += (1 - FURTHER) * (len(came[3]) - 1)
    return less


def _rearranged(gone: frozenset[Lifted], came: frozenset[Lifted]) -> int:
    """Return how many atoms that went came back with the same arguments in another order."""

    def shape(atom: Lifted) -> tuple[str, ...]:
        return (str(atom[0]), *sorted(map(str, atom[1:])))

    return (Counter(map(shape, gone)) & Counter(map(shape, came))).total()


def _places(schema: Schema) -> set[int]:
    """Return the places of the parameters that a schema has."""
    return {each for atoms in schema for atom in atoms for each in _numbers(atom)}


def _numbers(atom: Lifted) -> list[int]:
    return [each for each in atom[1:] if isinstance(each, int)]


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
