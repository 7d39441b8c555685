"""What a reading of a problem may name: its predicates, objects, sets of objects, and the times of a text.

A reading is written as a sequence of symbols (`grammar`). The symbols after the fixed signs are the items of the
problem, in this order: predicates that actions change, objects, sets (types and named groups), times of the text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from plancritic.pddl.grounding import changeable_predicates
from plancritic.pddl.grounding.relaxed_reachability import relaxed_reachability
from plancritic.pddl.language import ExpansionTooLargeError, Problem
from plancritic.wording import Lexicon

#: Times of a text that a reading may name, in the order in which they come.
TIMES = 6
#: Stands for any object where an argument of a fact is not known.
ANY = -1


@dataclass(frozen=True, slots=True)
class ObjectSet:
    """Objects that people name as one, and the nouns for them: a type ("the vans") or a named group ("branch A")."""

    members: tuple[int, ...]
    nouns: tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """The items of one problem.

    `admitted` are, for each predicate and place, the rows of the objects that its types allow; `types` the PDDL type of
    each object. `varying` are, for each predicate, the arguments (rows) of the facts that can become true or false;
    None where there are too many facts to know.
    """

    predicates: tuple[str, ...]
    objects: tuple[str, ...]
    sets: tuple[ObjectSet, ...]
    admitted: tuple[tuple[frozenset[int], ...], ...]
    types: tuple[str, ...]
    varying: tuple[frozenset[tuple[int, ...]], ...] | None = None

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self.predicates) + len(self.objects) + len(self.sets) + TIMES

    @cached_property
    def row(self) -> dict[str, int]:
        """The row of each object."""
        return {name: number for number, name in enumerate(self.objects)}

    @cached_property
    def predicate_row(self) -> dict[str, int]:
        """The row of each predicate."""
        return {name: number for number, name in enumerate(self.predicates)}

    def completing(self, predicate: int, place: int, before: tuple[int, ...]) -> frozenset[int]:
        """Return the objects for a place of a fact that can come about or cease, by row.

        `before` are the arguments at the places before it, below nought where any will do.
        """
        key = predicate, place, before
        if key not in self._completing:
            self._completing[key] = self._found_completing(predicate, place, before)
        return self._completing[key]

    def _found_completing(self, predicate: int, place: int, before: tuple[int, ...]) -> frozenset[int]:
        if self.varying is None:
            return self.admitted[predicate][place]
        return frozenset(
            arguments[place]
            for arguments in self.varying[predicate]
            if all(wanted in (given, ANY) for given, wanted in zip(arguments, before, strict=False))
        )

    @cached_property
    def nameable(self) -> tuple[bool, ...]:
        """Whether a fact of each predicate can come about or cease."""
        return tuple(self.varying is None or bool(self.varying[row]) for row in range(len(self.predicates)))

    @cached_property
    def _completing(self) -> dict[tuple[int, int, tuple[int, ...]], frozenset[int]]:
        return {}

    @property
    def first_object(self) -> int:
        """The item that is the first object."""
        return len(self.predicates)

    @property
    def first_set(self) -> int:
        """The item that is the first set."""
        return len(self.predicates) + len(self.objects)

    @property
    def first_time(self) -> int:
        """The item that is the first time."""
        return len(self.predicates) + len(self.objects) + len(self.sets)


def vocabulary_of(lexicon: Lexicon) -> Vocabulary:
    """Return the items of a lexicon's problem."""
    problem = lexicon.problem
    changing = changeable_predicates(problem.domain)
    objects = tuple(problem.objects)
    row = {name: number for number, name in enumerate(objects)}
    # A predicate that takes nothing changeable is named by nobody.
    predicates = tuple(name for name in problem.domain.predicates if name in changing)
    admitted = tuple(
        tuple(
            frozenset(row[each] for each in problem.objects_of(*parameter.types))
            for parameter in problem.domain.predicates[name]
        )
        for name in predicates
    )
    sets: dict[tuple[int, ...], list[str]] = {}
    for members, nouns in _named(lexicon):
        rows = tuple(sorted(row[each] for each in members if each in row))
        if len(rows) > 1:
            sets.setdefault(rows, []).extend(noun for noun in nouns if noun not in sets.get(rows, ()))
    return Vocabulary(
        predicates,
        objects,
        tuple(ObjectSet(members, tuple(nouns)) for members, nouns in sets.items()),
        admitted,
        tuple(problem.objects[name] for name in objects),
        _varying(problem, predicates, row),
    )


def _varying(
    problem: Problem, predicates: Sequence[str], row: Mapping[str, int]
) -> tuple[frozenset[tuple[int, ...]], ...] | None:
    """The arguments of the facts of each predicate that effects can change, as far as they can be so at all."""
    try:
        reached = relaxed_reachability(problem)
    except ExpansionTooLargeError:
        return None
    found: dict[str, set[tuple[int, ...]]] = {name: set() for name in predicates}
    for atom in (problem.facts | reached.added) & (reached.added | reached.deleted):
        if atom.predicate in found:
            found[atom.predicate].add(tuple(row[each] for each in atom.arguments))
    return tuple(frozenset(found[name]) for name in predicates)


def _named(lexicon: Lexicon) -> list[tuple[Sequence[str], list[str]]]:
    """Members and nouns of what people name as one: types with their words, then groups."""
    problem = lexicon.problem
    found: list[tuple[Sequence[str], list[str]]] = []
    for type_name in ("object", *problem.domain.types):
        entry = lexicon.context.types.get(type_name)
        nouns = [type_name] if entry is None else [entry.plural, entry.singular, *entry.synonyms, *entry.all]
        found.append((problem.objects_of(type_name), nouns))
    found += [(members, [noun]) for noun, members in lexicon.groups.items()]
    return found
