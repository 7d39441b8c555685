"""What a domain's actions say of its predicates: which say where something is, which an action brings about."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.pddl.grounding import changeable_predicates
from plancritic.pddl.language import Action, Atom, ConditionalEffect, Domain, Effect, FactEffect, UniversalEffect


class Structure:
    """A domain looked at for what its names leave open."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self.changing = changeable_predicates(domain)
        #: Predicates such as `(at boat place)`: an action takes one place away and gives another.
        self.positions: set[str] = set()
        #: Types of what stands in the second place of a position.
        self.place_types: set[str] = set()
        for action in domain.actions.values():
            for gone, come in moves_of(action):
                self.positions.add(gone.predicate)
                types = {parameter.name: parameter.types for parameter in action.parameters}
                self.place_types.update(types.get(come.arguments[1], ()))

    def bringing(self, predicate: str) -> tuple[str, ...]:
        """Actions that make a fact of the predicate true and do not take it away."""
        return tuple(self._acting(predicate, True))

    def taking(self, predicate: str) -> tuple[str, ...]:
        """Actions that make a fact of the predicate false and do not give it back."""
        return tuple(self._acting(predicate, False))

    def is_place(self, types: tuple[str, ...]) -> bool:
        """Return whether something of these types can be where something else is."""
        return any(
            self._domain.is_subtype(one, place) or self._domain.is_subtype(place, one)
            for one in types
            for place in self.place_types
            if one != "object" and place != "object"
        )

    def _acting(self, predicate: str, becomes: bool) -> Iterator[str]:
        for name, action in self._domain.actions.items():
            sides = {effect.becomes for effect in facts_of(action) if effect.atom.predicate == predicate}
            if sides == {becomes}:
                yield name


def facts_of(action: Action) -> Iterator[FactEffect]:
    """Yield the facts that an action changes, conditional and universal ones among them."""
    pending: list[Effect] = [*action.effects_at_start, *action.effects_at_end]
    while pending:
        effect = pending.pop(0)
        if isinstance(effect, FactEffect):
            yield effect
        elif isinstance(effect, ConditionalEffect | UniversalEffect):
            pending.extend(effect.effects)


def moves_of(action: Action) -> Iterator[tuple[Atom, Atom]]:
    """Pairs of a fact taken and one given that differ in the second of two arguments alone."""
    facts = list(facts_of(action))
    for gone in facts:
        for come in facts:
            if (
                not gone.becomes
                and come.becomes
                and gone.atom.predicate == come.atom.predicate
                and len(gone.atom.arguments) == len(come.atom.arguments) == 2
                and gone.atom.arguments[0] == come.atom.arguments[0]
                and gone.atom.arguments[1] != come.atom.arguments[1]
            ):
                yield gone.atom, come.atom
