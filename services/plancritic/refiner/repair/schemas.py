"""Action schemas as sets of literals over places of parameters: small, hashable, and quick to change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from plancritic.pddl.grounding import strips_action
from plancritic.pddl.language import (
    Action,
    Atom,
    Domain,
    Not,
    add_effect,
    add_precondition,
    remove_effect,
    remove_precondition,
    with_action,
)
from plancritic.refiner.feedback.schema_size import check_schema_sizes, is_fitting, placed_atoms

#: A predicate, then for each argument the place of a parameter (from zero) or the name of a constant.
Lifted = tuple[str | int, ...]


class Schema(NamedTuple):
    """What an action demands to be true and to be false, and what it makes true and false."""

    needs: frozenset[Lifted]
    forbids: frozenset[Lifted]
    adds: frozenset[Lifted]
    deletes: frozenset[Lifted]


#: One schema for each action of a frame, in its order.
Model = tuple[Schema, ...]


@dataclass(frozen=True, eq=False)
class Frame:
    """What an edit of preconditions and effects leaves as it is: names, parameters, predicates and types.

    `atoms` has, action by action, the atoms over its parameters whose types fit, no parameter twice.
    """

    domain: Domain
    names: tuple[str, ...]
    atoms: tuple[tuple[Lifted, ...], ...]

    def place(self, action: str) -> int:
        """Return the place of an action in a model.

        Raises:
            ValueError: there is no such action.
        """
        return self.names.index(action)

    def fits(self, action: int, atom: Lifted) -> bool:
        """Whether the types of an action's parameters fit an atom's places. An equality is no fact: it never fits."""
        parameters = tuple(self.domain.actions.values())[action].parameters
        declared = self.domain.predicates.get(str(atom[0]))
        return declared is not None and all(
            isinstance(argument, str) or is_fitting(self.domain, parameters[argument], place)
            for argument, place in zip(atom[1:], declared, strict=True)
        )

    def written(self, action: int, atom: Lifted) -> Atom:
        """Return an atom over the names of an action's parameters."""
        parameters = tuple(self.domain.actions.values())[action].parameters
        arguments = (parameters[each].name if isinstance(each, int) else each for each in atom[1:])
        return Atom(str(atom[0]), tuple(arguments))


@lru_cache(maxsize=100_000)
def ordered(atoms: frozenset[Lifted]) -> tuple[Lifted, ...]:
    """Return atoms in an order that is the same in every process, as that of a set is not."""
    return tuple(sorted(atoms, key=str))


def frame_of(domain: Domain) -> Frame:
    """Return the frame of a domain.

    Raises:
        SchemaTooLargeError: the parameters of an action make too many atoms.
    """
    check_schema_sizes(domain)
    atoms = tuple(tuple(placed_atoms(domain, action.parameters)) for action in domain.actions.values())
    return Frame(domain, tuple(domain.actions), atoms)


def model_of(domain: Domain) -> Model:
    """Return a domain's actions as schemas.

    Raises:
        NotStripsError: the domain is more than STRIPS with negation and equality.
    """
    return tuple(_schema(action) for action in domain.actions.values())


def domain_of(frame: Frame, model: Model) -> Domain:
    """Return the domain whose schemas a model changes: everything that stays the same stays as it was written."""
    domain = frame.domain
    for place, (before, after) in enumerate(zip(model_of(domain), model, strict=True)):
        if before == after:
            continue
        action = domain.actions[frame.names[place]]
        for part, literal, came, *_ in changes(frame, place, before, after):
            if part == "precondition":
                action = (add_precondition if came else remove_precondition)(action, literal)
            else:
                action = (add_effect if came else remove_effect)(action, literal)
        domain = with_action(domain, action)
    return domain


def exchanges(schema: Schema) -> Iterator[tuple[Lifted, Schema]]:
    """Return, with the condition that it is about, each schema in which a condition and an effect changed places.

    Both keep their signs: what had to be false becomes false.
    """
    for true, condition in ((each, atom) for each in (True, False) for atom in ordered(schema[0 if each else 1])):
        if condition[0] == "=":
            continue
        for comes, effect in ((each, atom) for each in (True, False) for atom in ordered(schema[2 if each else 3])):
            fields = [set(atoms) for atoms in schema]
            fields[0 if true else 1].discard(condition)
            fields[2 if comes else 3].discard(effect)
            fields[2 if true else 3].add(condition)
            fields[0 if comes else 1].add(effect)
            yield condition, Schema(*map(frozenset, fields))


Part = Literal["precondition", "effect"]
#: Of each field of a schema, the part of the action that it stands for, and whether its atoms are negated there.
_FIELDS: tuple[tuple[Part, bool], ...] = (
    ("precondition", False),
    ("precondition", True),
    ("effect", False),
    ("effect", True),
)


class Change(NamedTuple):
    """A literal that went from a schema, or came: in which part, and by its place among a schema's fields."""

    part: Part
    literal: Atom | Not
    came: bool
    field: int
    atom: Lifted


def undo(schema: Schema, change: Change) -> Schema:
    """Return a schema without a change."""
    atoms = schema[change.field]
    changed = atoms - {change.atom} if change.came else atoms | {change.atom}
    return Schema(*(changed if place == change.field else each for place, each in enumerate(schema)))


def changes(frame: Frame, action: int, before: Schema, after: Schema) -> list[Change]:
    """Return how two schemas of an action differ; what goes stands before what comes."""
    found: list[Change] = []
    for came, old, new in ((False, before, after), (True, after, before)):
        for field, (part, negated) in enumerate(_FIELDS):
            for atom in ordered(old[field] - new[field]):
                written = frame.written(action, atom)
                found.append(Change(part, Not(written) if negated else written, came, field, atom))
    return found


def _schema(action: Action) -> Schema:
    places = {parameter.name: place for place, parameter in enumerate(action.parameters)}
    parts = strips_action(action)

    def lifted(atoms: Iterable[Atom]) -> frozenset[Lifted]:
        return frozenset((each.predicate, *(places.get(one, one) for one in each.arguments)) for each in atoms)

    return Schema(lifted(parts.needs), lifted(parts.forbids), lifted(parts.adds), lifted(parts.deletes))
