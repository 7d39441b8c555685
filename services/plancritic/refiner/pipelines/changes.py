"""What differs between two domains with the same actions, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from plancritic.pddl.language import Action, Atom, FactEffect, Not, conjuncts, parse_domain


def changes(before: str, after: str) -> tuple[str, ...]:
    """Return a sentence for each literal and each parameter list in which the second domain (PDDL) is another.

    Raises:
        PddlSyntaxError: a text is no domain.
    """
    old, new = parse_domain(before).actions, parse_domain(after).actions
    found = [f"there is no action {name} any more" for name in old if name not in new]
    for name, action in new.items():
        found += _of_action(old[name], action) if name in old else [f"there is a new action {name}"]
    return tuple(found)


def _of_action(old: Action, new: Action) -> Iterator[str]:
    if old.parameters != new.parameters:
        listed = " ".join(map(str, new.parameters))
        yield f"{new.name} has the parameters ({listed})"
    before, after = set(map(str, conjuncts(old.conditions_at_start))), set(map(str, conjuncts(new.conditions_at_start)))
    yield from (worded(new.name, "precondition", each, came=True) for each in sorted(after - before))
    yield from (worded(new.name, "precondition", each, came=False) for each in sorted(before - after))
    before, after = _effects(old), _effects(new)
    yield from (worded(new.name, "effect", each, came=True) for each in sorted(after - before))
    yield from (worded(new.name, "effect", each, came=False) for each in sorted(before - after))


def worded(action: str, part: Literal["precondition", "effect"], literal: str, *, came: bool) -> str:
    """Return the sentence for a literal that came to an action, or went."""
    verb = "needs" if part == "precondition" else "has the effect"
    return f"{action} {'also' if came else 'no longer'} {verb} {literal}"


def _effects(action: Action) -> set[str]:
    return {str(_literal(each)) for each in action.effects_at_start if isinstance(each, FactEffect)}


def _literal(effect: FactEffect) -> Atom | Not:
    return effect.atom if effect.becomes else Not(effect.atom)
