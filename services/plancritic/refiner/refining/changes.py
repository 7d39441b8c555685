"""What two domains differ in, in words."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.pddl.grounding import strips_action
from plancritic.pddl.language import Action, Atom, parse_domain

_KINDS = (
    ("needs", "needs {}", "no longer needs {}"),
    ("forbids", "needs that {} is false", "no longer needs that {} is false"),
    ("adds", "makes {} true", "no longer makes {} true"),
    ("deletes", "makes {} false", "no longer makes {} false"),
)


def changes(before: str, after: str) -> tuple[str, ...]:
    """Return one sentence for each literal and each signature of an action in which two STRIPS domains differ."""
    one, other = parse_domain(before), parse_domain(after)
    return tuple(
        sentence
        for name, action in other.actions.items()
        if name in one.actions
        for sentence in _between(one.actions[name], action)
    )


def _between(before: Action, after: Action) -> Iterator[str]:
    types = [[each.types for each in action.parameters] for action in (before, after)]
    if types[0] != types[1]:
        yield f"{after.name} has the parameters {' '.join(map(str, after.parameters)) or 'none'}"
    # Variables are compared by their places: renaming one changes nothing.
    names = dict(zip((each.name for each in before.parameters), (each.name for each in after.parameters), strict=False))
    one, other = strips_action(before), strips_action(after)
    for part, now, no_longer in _KINDS:
        had = {
            Atom(each.predicate, tuple(names.get(one, one) for one in each.arguments)) for each in getattr(one, part)
        }
        has = set(getattr(other, part))
        yield from (f"{after.name} {now.format(each)}" for each in sorted(has - had, key=str))
        yield from (f"{after.name} {no_longer.format(each)}" for each in sorted(had - has, key=str))
