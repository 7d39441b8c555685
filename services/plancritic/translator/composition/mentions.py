"""What a statement mentions: the facts that its names and verbs make up, in the order in which it makes them up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from plancritic.pddl.language import Atom, Condition, Not, atoms
from plancritic.translator.effort import step
from plancritic.translator.events import EventReader
from plancritic.translator.grammar import Cue
from plancritic.translator.items import DeedHint, Hint, Item
from plancritic.translator.text import stem, stems, words

#: Facts of one statement that are combined, the best of them: pairs grow with the square.
MOST_MENTIONS = 7
#: A fact about more objects than these is no one thing that is wished for.
_MOST_ATOMS = 8
_JOINS = words("and or nor & , / plus both either neither the our")
_CHOICE = words("or either nor neither whichever")
_BREAKS = words(". , ; : ! ? - ( )")
_REST = words("other others rest remaining")
_CONNECTIVES = (Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHILE, Cue.WHENEVER, Cue.THEN, Cue.JOIN)


@dataclass(frozen=True)
class Mention:
    """Facts that a part of a statement is about, all of one predicate.

    `place` is the item where it is said, `segment` the part of the statement. `fit` is greater the more of it is said:
    a verb that hints at the predicate counts for it, each object that had to be borrowed or filled in against it.
    """

    conditions: tuple[Condition, ...]
    place: int
    segment: int
    fit: float
    #: Whether the words name a choice ("A or B").
    choice: bool = False
    #: Whether the verb says that the fact ends or fails.
    fails: bool = False

    @property
    def objects(self) -> frozenset[str]:
        """The objects that it is about."""
        return frozenset(name for each in self.conditions for atom in atoms(each) for name in atom.arguments)


@dataclass(frozen=True)
class Name:
    """Objects that one phrase, or several joined ones, name."""

    place: int
    segment: int
    objects: tuple[str, ...]
    choice: bool = False


#: Objects for a parameter, what they take from the fit, where they are named (None if not here), and whether a choice.
_Argument: TypeAlias = tuple[tuple[str, ...], float, int | None, bool]


class MentionFinder:
    """Finds what statements about one problem mention."""

    def __init__(self, reader: EventReader) -> None:
        self._reader = reader
        self._world = reader.world
        self._linker = reader.linker
        world = self._world
        self._types = [deed.type for deed in self._linker.context.deeds]
        parameters = world.domain.predicates
        #: What two names may say without a verb: where something is, but not what is so between two places.
        self._binary = [
            name
            for name in sorted(world.changeable - world.locks)
            if self._arity(name) == 2 and parameters[name][0].types != parameters[name][1].types
        ]
        self._busy = tuple(self._busy_phrases())

    def _arity(self, predicate: str) -> int:
        return len(self._world.domain.predicates[predicate])

    def _busy_phrases(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Return how people say that an action goes on which takes a fact and gives it back."""
        for predicate in sorted(self._world.locks):
            entry = self._linker.context.predicates.get(predicate)
            if entry is None:
                continue
            for verb in (*entry.verbs.stops, *entry.verbs.fails, *entry.heard.stops, *entry.heard.fails):
                phrase = stems(verb)
                while len(phrase) > 1 and phrase[0] in ("be", "begin", "start"):
                    phrase = phrase[1:]
                if phrase and phrase[0] not in ("be", "not"):
                    yield phrase, predicate

    def segments(self, items: tuple[Item, ...]) -> tuple[int, ...]:
        """Return for each item the number of its part: marks and words that join clauses begin another."""
        found: list[int] = []
        number = 0
        for place, item in enumerate(items):
            joins = item.has(*_CONNECTIVES) and not item.named()
            breaks = item.text in _BREAKS or (joins and not self._joins_names(items, place))
            if breaks and found and found[-1] == number:
                number += 1
            found.append(number)
        return tuple(found)

    def _joins_names(self, items: tuple[Item, ...], place: int) -> bool:
        """Whether an "and" stands between two names."""
        if items[place].text not in _JOINS or not 0 < place < len(items) - 1:
            return False
        after = next((each for each in items[place + 1 :] if each.text not in _JOINS), None)
        return bool(items[place - 1].named()) and after is not None and bool(after.named())

    def names(self, items: tuple[Item, ...], segments: tuple[int, ...]) -> tuple[Name, ...]:
        """Return the names in order; each sense of an ambiguous word is one, joined ones are one more."""
        found: list[Name] = []
        run: list[tuple[int, tuple[str, ...]]] = []
        choice, excepting = False, False

        def ended() -> Iterator[Name]:
            if len(run) > 1:
                objects = tuple(dict.fromkeys(name for _, its in run for name in its))
                yield Name(run[0][0], segments[run[0][0]], objects, choice)

        for place, item in enumerate(items):
            senses = [each for each in item.named() if each.objects]
            # "Waypoint A" names one place, though "waypoint" alone may be any.
            senses = [each for each in senses if not any(set(o.objects) < set(each.objects) for o in senses)]
            if item.has(Cue.EXCEPT) and not senses:
                excepting = True
                continue
            if senses and excepting and found:
                excepting = False
                base = found[-1]
                kept = tuple(name for name in base.objects if all(name not in each.objects for each in senses))
                if len(kept) < len(base.objects):
                    found[-1] = Name(base.place, base.segment, kept, base.choice)
                    run = []
                    continue
            if senses:
                for each in senses:
                    found.append(Name(place, segments[place], each.objects))
                kinds = [set(self._kinds(run[-1][1])) & set(self._kinds(each.objects)) for each in senses if run]
                if run and not any(kinds):
                    found.extend(ended())
                    run, choice = [], False
                run.append((place, senses[0].objects))
            elif item.text in _JOINS:
                choice = choice or item.text in _CHOICE
            else:
                found.extend(ended())
                run, choice = [], False
        found.extend(ended())
        return tuple(each for each in found if len(each.objects) <= _MOST_ATOMS)

    def _kinds(self, objects: Iterable[str]) -> Iterator[str]:
        for name in objects:
            yield self._world.problem.objects[name]

    def mentions(self, items: tuple[Item, ...]) -> tuple[Mention, ...]:
        """Return the facts that the items make up, those that most is said of first, `MOST_MENTIONS` at most."""
        segments = self.segments(items)
        names = self.names(items, segments)
        best: dict[tuple[frozenset[Condition], int], Mention] = {}
        for each in self._all(items, segments, names):
            step()
            key = (frozenset(each.conditions), each.segment)
            if 0 < len(each.conditions) <= _MOST_ATOMS and (key not in best or each.fit > best[key].fit):
                best[key] = each
        ranked = sorted(best.values(), key=lambda each: (-each.fit, each.place, str(each.conditions)))
        return tuple(ranked[:MOST_MENTIONS])

    def _all(self, items: tuple[Item, ...], segments: tuple[int, ...], names: tuple[Name, ...]) -> Iterator[Mention]:
        for segment in range(segments[-1] + 1 if segments else 0):
            own = [each for each in names if each.segment == segment]
            hints = [
                (place, hint)
                for place, item in enumerate(items)
                if segments[place] == segment
                for hint in item.hints()
                if hint.predicate in self._world.changeable
            ]
            hinted = {hint.predicate for _, hint in hints}
            for place, hint in hints:
                yield from self._filled(hint.predicate, hint, place, segment, names)
            for predicate in self._binary:
                if predicate not in hinted:
                    yield from self._filled(predicate, None, None, segment, names)
            yield from self._deeds(items, segments, segment, own)
            yield from self._under_way(items, segments, segment, names)
            yield from self._where_they_are(items, segments, segment, own)
            yield from self._wanted(items, segments, segment, names)

    def _filled(
        self, predicate: str, hint: Hint | None, place: int | None, segment: int, names: tuple[Name, ...]
    ) -> Iterator[Mention]:
        """Facts of a predicate about names of the segment; what it leaves out is borrowed from before, or filled in."""
        world = self._world
        columns: list[list[_Argument]] = []
        own_names = 0
        for parameter in world.domain.predicates[predicate]:
            fitting = set(world.problem.objects_of(*parameter.types))
            own: list[_Argument] = []
            borrowed: list[_Argument] = []
            for each in names:
                objects = tuple(name for name in each.objects if name in fitting and not self._is_thing(name))
                if not objects or (len(objects) < len(each.objects) and each.choice):
                    continue
                if each.segment == segment:
                    own.append((objects, 0.0, each.place, each.choice))
                elif each.segment < segment:
                    borrowed.append((objects, -0.7, None, each.choice))
            own_names += bool(own)
            column = own or borrowed[-3:]
            if not own:
                alone = tuple(world.problem.objects_of(*parameter.types))
                if len(alone) == 1:
                    column = [(alone, -0.1, None, False)]
                elif not borrowed:
                    column = [((name,), -1.0, None, False) for name in alone] if len(alone) <= 3 else []
            columns.append(column[:6])
        busy = predicate in world.locks and hint is not None and hint.form in ("stops", "fails")
        if not own_names and (hint is None or not all(columns)):
            return
        goal = frozenset(self._world.goal_atoms())
        for chosen in product(*columns):
            places = [at for _, _, at, _ in chosen if at is not None]
            if len(set(places)) < len(places):
                # One phrase is not said of two things.
                continue
            facts = [
                atom
                for values in product(*(objects for objects, *_ in chosen))
                if len(set(values)) == len(values) and self._is_real(atom := Atom(predicate, values))
            ]
            cost = sum(each for _, each, _, _ in chosen)
            if len(places) < len(chosen) and (wanted := [each for each in facts if each in goal]):
                # What is left out is as the goal has it.
                facts, cost = wanted, max(cost, -0.1) + 0.3
            distance = 0.02 * sum(abs(at - place) for at in places) if place is not None else 0.0
            strength = 0.0 if hint is None else (0.4 if hint.weak else 1.2)
            yield Mention(
                tuple(Not(each) for each in facts) if busy else tuple(facts),
                place if place is not None else max(places, default=0),
                segment,
                round(own_names + strength + cost - distance, 4),
                any(choice for *_, choice in chosen),
                not busy and hint is not None and hint.form in ("stops", "fails"),
            )

    def _is_thing(self, name: str) -> bool:
        return any(self._world.problem.is_a(name, each) for each in self._types)

    def _is_real(self, atom: Atom) -> bool:
        return atom in self._world.problem.facts or self._world.possible(atom)

    def _deeds(
        self, items: tuple[Item, ...], segments: tuple[int, ...], segment: int, own: list[Name]
    ) -> Iterator[Mention]:
        """What comes of things that deeds are about: done, and left."""
        if not self._types:
            return
        done = any(
            segments[place] == segment
            and (item.has(Cue.GONE) or any(isinstance(each, DeedHint) for each in item.senses))
            for place, item in enumerate(items)
        )
        places = {name for each in own for name in each.objects if name in self._world.places}
        for each in own:
            things = [name for name in each.objects if self._is_thing(name)]
            where = {name: self._lies(name) for name in things}
            beside = [name for name in things if len(where[name] & places) > 1]
            near = [name for name in things if where[name] & places]
            for chosen in dict.fromkeys(tuple(group) for group in (beside, near, things) if group):
                fit = 2.0 + 0.8 * done + (0.8 if beside and list(chosen) == beside else 0.0)
                for is_done in (True, False):
                    facts = tuple(
                        dict.fromkeys(c for thing in chosen for c in self._reader.deed_conditions(thing, is_done))
                    )
                    yield Mention(facts, each.place, segment, fit - 0.1 * (not is_done))

    def _under_way(
        self, items: tuple[Item, ...], segments: tuple[int, ...], segment: int, names: tuple[Name, ...]
    ) -> Iterator[Mention]:
        """Return what goes on by its verb: "while the scout scouts"."""
        said = [
            (stem(word), place)
            for place, item in enumerate(items)
            if segments[place] == segment
            for word in item.text.split()
        ]
        for phrase, predicate in self._busy:
            for at in range(len(said) - len(phrase) + 1):
                if tuple(word for word, _ in said[at : at + len(phrase)]) == phrase:
                    hint = Hint(predicate, "fails", weak=len(phrase) == 1)
                    yield from self._filled(predicate, hint, said[at][1], segment, names)

    def _where_they_are(
        self, items: tuple[Item, ...], segments: tuple[int, ...], segment: int, own: list[Name]
    ) -> Iterator[Mention]:
        """Return that movers named without a place are where they are at first: "the tug stays where it is"."""
        places = self._world.places
        if any(name in places for each in own for name in each.objects):
            return
        stays = any(
            segments[place] == segment and item.has(Cue.STAY, Cue.WAIT, Cue.MOVE, Cue.SET_OUT, Cue.UNTIL)
            for place, item in enumerate(items)
        )
        for each in own:
            facts = tuple(
                self._world.position(name, start)
                for name in each.objects
                if name in self._world.positions and (start := self._world.start(name)) is not None
            )
            yield Mention(facts, each.place, segment, 1.0 + 1.2 * stays)

    def _lies(self, thing: str) -> set[str]:
        return {
            f.arguments[1] for f in self._world.problem.facts if f.arguments[:1] == (thing,) and len(f.arguments) == 2
        }

    def _wanted(
        self, items: tuple[Item, ...], segments: tuple[int, ...], segment: int, names: tuple[Name, ...]
    ) -> Iterator[Mention]:
        """Facts that the goal asks for, by the word for them ("the pictures"); "the others" leave out what is named."""
        rest = any(segments[place] == segment and item.text in _REST for place, item in enumerate(items))
        for place, item in enumerate(items):
            if segments[place] != segment:
                continue
            for word in item.text.split():
                predicate = self._reader.wanted_words.get(stem(word))
                if predicate is None and word not in _REST:
                    continue
                goal = [each for each in self._world.goal_atoms() if predicate in (None, each.predicate)]
                said = {name for each in names for name in each.objects if len(each.objects) == 1}
                others = tuple(each for each in goal if said.isdisjoint(each.arguments))
                if rest and others and len(others) < len(goal):
                    yield Mention(others, place, segment, 2.6)
                elif not rest and len(goal) > 1:
                    yield Mention(tuple(goal), place, segment, 1.6)
