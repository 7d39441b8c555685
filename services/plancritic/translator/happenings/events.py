"""What a part of a clause says happens: a move, a fact that comes about, a deed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from plancritic.domains.patterns import matched
from plancritic.english.lists import words
from plancritic.mentions.effort import step
from plancritic.mentions.grammar import Cue, known_words
from plancritic.mentions.items import DeedHint, Hint, Item
from plancritic.mentions.linking import Linker
from plancritic.mentions.text import stem, stems
from plancritic.pddl.language import Atom, Condition, negate
from plancritic.translator.happenings.facts import Context, Facts

_EVERY = words("first any all every each")


@dataclass
class Event:
    """Something that can happen: the conditions that come true with it (any of them for a move)."""

    conditions: tuple[Condition, ...]
    used: set[int] = field(default_factory=set)
    assumed: float = 0.0
    context: Context = field(default_factory=Context)


class EventReader:
    """Reads parts of clauses as events."""

    def __init__(self, linker: Linker) -> None:
        self.linker = linker
        self.world = linker.world

    def events(
        self, items: tuple[Item, ...], context: Context, borrowed: Facts | None, holds: bool = False
    ) -> list[Event]:
        """Return what a part of a clause says happens; `borrowed` fills in what it leaves out.

        With `holds` the part says what lasts ("stay at the start until ..."): the event is its end.
        """
        step(len(items))
        facts = Facts(items, self.linker, context)
        found: list[Event] = []
        hinted = [(i, h) for i, h in facts.hints() if self._fits(h, facts, borrowed)]
        used_cues = {
            i.start
            for i in items
            if i.has(
                Cue.NOT,
                Cue.YET,
                Cue.MOVE,
                Cue.SET_OUT,
                Cue.FIRST,
                Cue.THEN,
                Cue.IT,
                Cue.THEM,
                Cue.THERE,
                Cue.ALWAYS,
                Cue.EVER,
                Cue.FILLER,
            )
        }
        for item, hint in hinted:
            atoms = self.hinted_atoms(hint, facts, borrowed)
            if atoms:
                stops = hint.form in ("stops", "fails")
                denied = stops and not self._is_un(hint, items)
                conditions = self.world.as_given(negate(a) for a in atoms) if denied else atoms
                found.append(
                    Event(
                        conditions,
                        self.named_in(atoms, hint.predicate, facts) | {item.start} | used_cues,
                        0.0 if facts.places or facts.others else 0.1,
                        facts.after(),
                    )
                )
        if any(event.used >= facts.used for event in found):
            # An agent beside the verb needs no fact of its own.
            return found
        deed = self._deed_event(items, facts)
        if deed is not None:
            return [deed]
        going = facts.position_hints("starts") or facts.position_hints("stops")
        if borrowed is not None and not facts.movers and facts.places and not hinted and not going:
            same = [(i, h) for i, h in borrowed.hints() if self._fits(h, borrowed, None)]
            for _, hint in same:
                atoms = self.hinted_atoms(hint, facts, None)
                if atoms:
                    found.append(Event(tuple(atoms), facts.used | used_cues, 0.05, facts.after()))
        found.extend(self._all_wanted(items, facts, used_cues))
        found.extend(self._goal_events(facts, borrowed, used_cues))
        found.extend(self._moves(items, facts, borrowed, used_cues, holds))
        return found

    def _is_un(self, hint: Hint, items: tuple[Item, ...]) -> bool:
        """Whether a failing form stands in a "when it is still unscouted" that means "until it is scouted"."""
        return hint.form == "fails" and any(i.has(Cue.WHILE) for i in items)

    def _fits(self, hint: Hint, facts: Facts, borrowed: Facts | None) -> bool:
        return bool(self.hinted_atoms(hint, facts, borrowed))

    def hinted_atoms(self, hint: Hint, facts: Facts, borrowed: Facts | None) -> tuple[Atom, ...]:
        """The facts a verb hints at, about the names beside it or what these refer to; none if they do not fit."""
        parameters = self.world.domain.predicates[hint.predicate]
        names = [*facts.places, *facts.others, *facts.things, *facts.movers]
        fitting = frozenset(o for p in parameters for o in self.world.problem.objects_of(*p.types))

        def fits(group: Iterable[str]) -> bool:
            return not fitting.isdisjoint(group)

        if not fits(names):
            referring = facts.cued(Cue.IT, Cue.THEM, Cue.THERE)
            previous = [*facts.context.places, *facts.context.others, *facts.context.things]
            if referring and fits(previous):
                names = previous
            elif borrowed is not None and fits([*borrowed.places, *borrowed.others]) and referring:
                names = [*borrowed.places, *borrowed.others]
            elif not all(len(self.world.problem.objects_of(*p.types)) == 1 for p in parameters):
                # "Before the first picture", "after all images": each of those that are wanted.
                every = any(item.text in _EVERY for item in facts.items)
                wanted = tuple(a for a in self.world.goal_atoms() if a.predicate == hint.predicate)
                return wanted if every and not names else ()
        if (
            len(parameters) > 1
            and all(p.types == parameters[0].types for p in parameters)
            and len(facts.places) < len(parameters)
        ):
            return ()
        return self.world.fill(hint.predicate, tuple(names))

    def named_in(self, atoms: tuple[Atom, ...], predicate: str, facts: Facts) -> set[int]:
        """Return the items that name what the facts are about, or who brings them about."""
        return facts.used_for({o for atom in atoms for o in atom.arguments} | self.world.agents(predicate))

    def _deed_event(self, items: tuple[Item, ...], facts: Facts) -> Event | None:
        if not facts.things:
            return None
        hints = [i for i in items if i.has(Cue.GONE) or any(isinstance(s, DeedHint) and s.done for s in i.senses)]
        if not hints:
            return None
        done = tuple(c for thing in facts.things for c in self.deed_conditions(thing, True))
        return (
            Event(
                done, facts.used_for((*facts.things, *self.world.movers)) | {i.start for i in hints}, 0.0, facts.after()
            )
            if done
            else None
        )

    @cached_property
    def wanted_words(self) -> dict[str, str]:
        """Stems of single words that tell of a fact the goal asks for: "picture", "image"."""
        found: dict[str, str] = {}
        for predicate in dict.fromkeys(atom.predicate for atom in self.world.goal_atoms()):
            entry = self.linker.context.predicates.get(predicate)
            if entry is None or predicate in self.world.positions.values():
                continue
            for verb in (*entry.verbs.starts, *entry.verbs.holds, *entry.heard.starts, *entry.heard.holds):
                phrase = stems(verb)
                if len(phrase) == 1 and phrase[0] not in known_words():
                    found.setdefault(phrase[0], predicate)
        return found

    def _all_wanted(self, items: tuple[Item, ...], facts: Facts, used: set[int]) -> Iterator[Event]:
        """ "The first picture is taken", "any image": each of those that the goal asks for."""
        spoken = [i for i in items if stem(i.text) in self.wanted_words]
        every = [i for i in items if i.text in _EVERY]
        if not spoken or not every or facts.used:
            return
        predicate = self.wanted_words[stem(spoken[0].text)]
        atoms = tuple(a for a in self.world.goal_atoms() if a.predicate == predicate)
        yield Event(atoms, used | {i.start for i in (*spoken, *every)}, 0.03, facts.after())

    def _goal_events(self, facts: Facts, borrowed: Facts | None, used: set[int]) -> Iterator[Event]:
        """Objects without any verb that the goal speaks of: "Star5 before Phenomenon4"."""
        if (
            facts.movers
            or not facts.places
            or facts.cued(Cue.MOVE, Cue.SET_OUT)
            or (borrowed is not None and borrowed.movers)
        ):
            return
        if facts.position_hints("starts") or facts.position_hints("holds"):
            return
        for predicate in dict.fromkeys(atom.predicate for atom in self.world.goal_atoms()):
            if predicate in set(self.world.positions.values()):
                continue
            atoms = [
                a for a in self.world.goal_atoms() if a.predicate == predicate and set(a.arguments) & set(facts.places)
            ]
            if atoms and all(any(p in a.arguments for a in atoms) for p in facts.places):
                yield Event(tuple(atoms), facts.used_for(facts.places) | used, 0.1, facts.after())

    def _moves(
        self, items: tuple[Item, ...], facts: Facts, borrowed: Facts | None, used: set[int], holds: bool
    ) -> Iterator[Event]:
        movers = facts.movers
        assumed = 0.0
        if not movers and facts.cued(Cue.IT, Cue.THEM) and facts.context.movers:
            movers = list(facts.context.movers)
        if not movers and borrowed is not None and borrowed.movers and facts.places:
            movers, assumed = borrowed.movers, 0.15
        if not movers and len(self.world.movers) == 1 and facts.places:
            movers, assumed = list(self.world.movers), 0.05
        if not movers:
            return
        hint_used = {i.start for i in items for h in i.hints() if h.predicate in set(self.world.positions.values())}
        places = facts.places
        leaving = facts.cued(Cue.SET_OUT) or facts.position_hints("stops")
        moving = facts.cued(Cue.MOVE)
        if not places and facts.end_place and not moving and not leaving:
            places, assumed = list(facts.end_place), assumed + 0.04
            used |= {i.start for i in facts.cued(Cue.END)}
        if not facts.movers and not hint_used and (borrowed is None or not borrowed.movers):
            assumed += 0.12
        stays = {i.start for i in facts.cued(Cue.STAY, Cue.WAIT)} if holds else set()
        at_start = [m for m in movers if places and self.world.start(m) in places]
        everything = facts.used_for((*movers, *places)) | used | hint_used | stays
        if at_start and (leaving or holds or facts.cued(Cue.STAY, Cue.WAIT, Cue.MOVE)) and len(places) == 1:
            yield Event(
                tuple(negate(self.world.position(m, places[0])) for m in movers), everything, assumed, facts.after()
            )
            return
        if places and not (leaving and not facts.position_hints("starts")):
            yield Event(
                tuple(self.world.position(m, p) for p in places for m in movers), everything, assumed, facts.after()
            )
            return
        if places:
            yield Event(
                tuple(negate(self.world.position(m, p)) for p in places for m in movers),
                everything,
                assumed,
                facts.after(),
            )
            return
        if moving or leaving or (holds and facts.cued(Cue.STAY, Cue.WAIT)):
            leave = tuple(negate(self.world.position(m, s)) for m in movers if (s := self.world.start(m)) is not None)
            arrive = tuple(self.world.position(m, p) for m in movers for p in self.world.first_stops(m)) or leave
            plain_leave = bool(facts.cued(Cue.SET_OUT)) and not moving
            yield Event(leave if plain_leave else arrive, everything, assumed, facts.after())
            yield Event(arrive if plain_leave else leave, everything, assumed + 0.1, facts.after())
            return
        if borrowed is not None and borrowed.places:
            there = 0.0 if facts.cued(Cue.THERE, Cue.IT) else 0.05
            yield Event(
                tuple(self.world.position(m, p) for p in borrowed.places for m in movers),
                everything,
                assumed + there,
                facts.after(),
            )
        elif facts.cued(Cue.THERE, Cue.IT) and facts.context.places:
            yield Event(
                tuple(self.world.position(m, p) for p in facts.context.places for m in movers),
                everything,
                assumed,
                facts.after(),
            )

    def deed_conditions(self, thing: str, done: bool) -> tuple[Atom, ...]:
        """Return what holds in the end if the deed was done to a thing, or if it was left."""
        for deed in self.linker.context.deeds:
            if not self.world.problem.is_a(thing, deed.type):
                continue
            for case in deed.cases:
                match = matched(case.match, thing)
                if match:
                    written = case.done if done else case.undone
                    return tuple(_read_atom(match.filled(w)) for w in written)
        return ()


def _read_atom(text: str) -> Atom:
    predicate, *arguments = text.strip("()").lower().split()
    return Atom(predicate, tuple(arguments))
