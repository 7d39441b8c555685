"""What happens in a plan, moment by moment, with the words that people have for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from plancritic.coordinator.turns.questions.words import stems_in
from plancritic.pddl.execution import Trajectory
from plancritic.pddl.language import Atom
from plancritic.wording import Lexicon

_PLACE = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True)
class Moment:
    """A fact that begins or ends to hold at a time, in units of the domain's time, by the step at a place of the plan.

    `objects` are those of the fact; `around` those of the step too.
    """

    time: float
    fact: Atom
    starts: bool
    step: int
    around: frozenset[str]

    @property
    def objects(self) -> frozenset[str]:
        """Return the objects of the fact."""
        return frozenset(self.fact.arguments)

    def sentence(self, lexicon: Lexicon) -> str:
        """Return what happens, without capital and full stop."""
        return lexicon.fact(self.fact, "starts" if self.starts else "stops")


def moments(trajectory: Trajectory) -> Iterator[Moment]:
    """Yield what changes in a plan, in order; what a step changes and changes back is its doing, and left out."""
    undone = _undone(trajectory)
    for state in trajectory.states:
        for event in state.events:
            if event.step is None:
                continue
            around = frozenset(trajectory.plan.steps[event.step].arguments)
            for starts, atoms in ((False, event.deleted), (True, event.added)):
                for atom in sorted(atoms, key=str):
                    if (event.step, atom) not in undone:
                        yield Moment(state.time, atom, starts, event.step, around)


def words_of_moment(moment: Moment, lexicon: Lexicon) -> frozenset[str]:
    """Return the stems of the words for what happens at a moment."""
    entry = lexicon.predicate(moment.fact.predicate)
    form = "starts" if moment.starts else "stops"
    phrases = [getattr(entry, form), *getattr(entry.verbs, form), *getattr(entry.heard, form)]
    return _stems(phrases)


def words_of_state(fact: Atom, lexicon: Lexicon) -> frozenset[str]:
    """Return the stems of the words for a fact that holds."""
    entry = lexicon.predicate(fact.predicate)
    return _stems([entry.holds, *entry.verbs.holds, *entry.heard.holds])


def words_of_step(place: int, trajectory: Trajectory, lexicon: Lexicon) -> frozenset[str]:
    """Return the stems of the words for a step: its own, and those of what it changes."""
    step = trajectory.plan.steps[place]
    entry = lexicon.action(step.action)
    own = [] if entry is None else [entry.sentence, entry.gerund, *entry.verbs]
    changes = [each for each in moments(trajectory) if each.step == place]
    return _stems([*own, step.action.replace("-", " ").replace("_", " ")]).union(
        *(words_of_moment(each, lexicon) for each in changes)
    )


def places_of(trajectory: Trajectory) -> frozenset[str]:
    """Return the predicates that say where something is: a step takes a thing from one to another of them."""
    found = set()
    for place in range(len(trajectory.plan.steps)):
        changed = [each for each in moments(trajectory) if each.step == place and len(each.fact.arguments) == 2]
        for gone in changed:
            found |= {
                each.fact.predicate
                for each in changed
                if each.starts and not gone.starts and _moved(gone.fact, each.fact)
            }
    return frozenset(found)


def movers(trajectory: Trajectory) -> tuple[str, ...]:
    """Return the objects that steps take from place to place, in the order in which they first do."""
    where = places_of(trajectory)
    return tuple(dict.fromkeys(each.fact.arguments[0] for each in moments(trajectory) if each.fact.predicate in where))


def moves(place: int, name: str, found: Sequence[Moment]) -> bool:
    """Return whether the step at a place takes an object from one place to another."""
    own = [each for each in found if each.step == place and each.fact.arguments[:1] == (name,)]
    return any(_moved(a.fact, b.fact) for a in own for b in own if b.starts and not a.starts)


def _moved(before: Atom, after: Atom) -> bool:
    same = before.predicate == after.predicate and len(before.arguments) == 2
    return same and before.arguments[0] == after.arguments[0] and before.arguments[1] != after.arguments[1]


def _undone(trajectory: Trajectory) -> frozenset[tuple[int, Atom]]:
    seen: dict[tuple[int, Atom], set[bool]] = {}
    for state in trajectory.states:
        for event in state.events:
            for starts, atoms in ((False, event.deleted), (True, event.added)):
                for atom in atoms if event.step is not None else ():
                    assert event.step is not None
                    seen.setdefault((event.step, atom), set()).add(starts)
    return frozenset(each for each, sides in seen.items() if len(sides) == 2)


def _stems(phrases: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*(stems_in(_PLACE.sub(" ", each)) for each in phrases))
