"""What differs between two domains with the same actions, in words."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.pddl.language import Action, Atom, FactEffect, Not, conjuncts, parse_domain
from plancritic.refiner.questions.literal_words import LiteralWords, literal_sentence
from plancritic.refiner.repair.schemas import Part


def changes(before: str, after: str, description: DomainDescription | None = None) -> tuple[str, ...]:
    """Return a sentence for each literal and each parameter list in which the second domain (PDDL) is another.

    With a description literals stand in its words, too.

    Raises:
        PddlSyntaxError: a text is no domain.
        DescriptionError: what the description declares cannot be read.
    """
    domain = parse_domain(after)
    old, new = parse_domain(before).actions, domain.actions
    words = None if description is None else LiteralWords.of(description, domain)
    found = [f"there is no action {name} any more" for name in old if name not in new]
    for name, action in new.items():
        found += _of_action(old[name], action, words) if name in old else [f"there is a new action {name}"]
    return tuple(found)


def _of_action(old: Action, new: Action, words: LiteralWords | None) -> Iterator[str]:
    if old.parameters != new.parameters:
        listed = " ".join(map(str, new.parameters))
        yield f"{new.name} has the parameters ({listed})"
    parts: tuple[tuple[Part, set[str], set[str]], ...] = (
        ("precondition", _conditions(old), _conditions(new)),
        ("effect", _effects(old), _effects(new)),
    )
    for part, before, after in parts:
        yield from (literal_sentence(new.name, part, "also", each, words) for each in sorted(after - before))
        yield from (literal_sentence(new.name, part, "no longer", each, words) for each in sorted(before - after))


def _conditions(action: Action) -> set[str]:
    return set(map(str, conjuncts(action.conditions_at_start)))


def _effects(action: Action) -> set[str]:
    return {str(_literal(each)) for each in action.effects_at_start if isinstance(each, FactEffect)}


def _literal(effect: FactEffect) -> Atom | Not:
    return effect.atom if effect.becomes else Not(effect.atom)
