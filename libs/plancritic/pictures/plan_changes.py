"""What changed from one plan to another: steps added, removed, replaced and moved; steps that stayed are counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from plancritic.contracts.feedback import PlanStep

#: Planners keep steps 0.001 apart, so a step that starts earlier or later by less than this has stayed where it was.
LEAST_MOVE = 0.01
#: Sentences that share less than this of their words are about different things: one does not replace the other.
_LEAST_ALIKE = 0.55


@dataclass(frozen=True, slots=True)
class Pair:
    """A step of the old plan with its counterpart in the new one."""

    old: PlanStep
    new: PlanStep

    @property
    def shift(self) -> float:
        """How much later the new step starts; negative if it starts earlier."""
        return round(self.new.start - self.old.start, 6)


@dataclass(frozen=True)
class PlanChanges:
    """The difference between two plans; each tuple is in the order of its plan.

    `moved` and `kept` are pairs of the same action, `replaced` pairs an action with one that takes its place: the same
    schema with other objects. The steps that are left over are `added` and `removed`.
    """

    added: tuple[PlanStep, ...]
    removed: tuple[PlanStep, ...]
    replaced: tuple[Pair, ...]
    moved: tuple[Pair, ...]
    kept: tuple[Pair, ...]
    old_end: float
    new_end: float

    @property
    def nothing(self) -> bool:
        """Whether both plans have the same steps at the same times."""
        return not (self.added or self.removed or self.replaced or self.moved)


def plan_end(steps: Sequence[PlanStep]) -> float:
    """Return when the last step is over; 0 for a plan without steps."""
    return max((step.start + step.duration for step in steps), default=0.0)


def plan_changes(old: Sequence[PlanStep], new: Sequence[PlanStep]) -> PlanChanges:
    """Compare two plans.

    The n-th occurrence of an action in one plan is taken for the n-th occurrence of the same action in the other.
    """
    same, removed, added = _same_actions(old, new)
    replaced = _replacements(removed, added)
    gone, come = {id(pair.old) for pair in replaced}, {id(pair.new) for pair in replaced}
    return PlanChanges(
        added=tuple(step for step in added if id(step) not in come),
        removed=tuple(step for step in removed if id(step) not in gone),
        replaced=tuple(replaced),
        moved=tuple(pair for pair in same if abs(pair.shift) >= LEAST_MOVE),
        kept=tuple(pair for pair in same if abs(pair.shift) < LEAST_MOVE),
        old_end=plan_end(old),
        new_end=plan_end(new),
    )


def changes_json(changes: PlanChanges) -> dict[str, object]:
    """Return the difference as JSON: whole steps, and of pairs both."""

    def pairs(found: Sequence[Pair]) -> list[dict[str, object]]:
        return [{"old": pair.old.model_dump(), "new": pair.new.model_dump(), "shift": pair.shift} for pair in found]

    return {
        "added": [step.model_dump() for step in changes.added],
        "removed": [step.model_dump() for step in changes.removed],
        "replaced": pairs(changes.replaced),
        "moved": pairs(changes.moved),
        "unchanged": len(changes.kept),
        "old_end": changes.old_end,
        "new_end": changes.new_end,
    }


def replaced_sentence(pair: Pair) -> str:
    """Return the new step's sentence with the old words behind those that took their place, in parentheses."""
    old, new = pair.old.sentence.rstrip(".").split(), pair.new.sentence.rstrip(".").split()
    words: list[str] = []
    for kind, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        words += new[new_from:new_to]
        if kind in ("replace", "delete"):
            words.append(f"({'was' if kind == 'replace' else 'no longer'} {' '.join(old[old_from:old_to])})")
    return f"{' '.join(words)}."


def _same_actions(
    old: Sequence[PlanStep], new: Sequence[PlanStep]
) -> tuple[list[Pair], list[PlanStep], list[PlanStep]]:
    """Pairs of the same action in the order of the new plan, then the steps of the old and the new plan without one."""
    waiting: dict[str, list[PlanStep]] = defaultdict(list)
    for step in old:
        waiting[step.action].append(step)
    pairs, added = [], []
    for step in new:
        if waiting[step.action]:
            pairs.append(Pair(waiting[step.action].pop(0), step))
        else:
            added.append(step)
    left = {id(step) for steps in waiting.values() for step in steps}
    return pairs, [step for step in old if id(step) in left], added


def _replacements(removed: Sequence[PlanStep], added: Sequence[PlanStep]) -> list[Pair]:
    """Pair steps of one schema whose sentences are alike, the most alike first, then those nearest in the plan."""
    found = sorted(
        (-likeness, abs(place - other), other, place)
        for place, old in enumerate(removed)
        for other, new in enumerate(added)
        if _schema(old) == _schema(new) and (likeness := _likeness(old, new)) >= _LEAST_ALIKE
    )
    pairs: list[Pair] = []
    used: tuple[set[int], set[int]] = (set(), set())
    for _, _, other, place in found:
        if place not in used[0] and other not in used[1]:
            used[0].add(place)
            used[1].add(other)
            pairs.append(Pair(removed[place], added[other]))
    return sorted(pairs, key=lambda pair: (pair.new.start, pair.new.action))


def _schema(step: PlanStep) -> str:
    return step.action.strip("()").partition(" ")[0]


def _likeness(old: PlanStep, new: PlanStep) -> float:
    return SequenceMatcher(None, old.sentence.split(), new.sentence.split(), autojunk=False).ratio()
