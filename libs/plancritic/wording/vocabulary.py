"""What a person can speak of in a problem: its objects by type, and the facts that change."""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.pddl.grounding import changeable_predicates
from plancritic.pddl.language import Atom
from plancritic.wording.lexicon import Lexicon

#: So many names of a type are listed; a problem may have hundreds of objects.
_MOST_NAMES = 12


def objects_in_words(lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Objects by type; a type above others lists none that stand below it already."""
    problem = lexicon.problem
    by_type: dict[str, list[str]] = {}
    for name, type_name in problem.objects.items():
        by_type.setdefault(type_name, []).append(name)
    for type_name, names in by_type.items():
        entry = lexicon.type_entry(type_name)
        listed = ", ".join(lexicon.name(name) for name in names[:_MOST_NAMES])
        more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        yield (entry.singular if entry else type_name), f"{listed}{more}"


def facts_in_words(lexicon: Lexicon) -> Iterator[str]:
    """Facts that actions change, over types: "a vessel is at a location"."""
    domain = lexicon.problem.domain
    for predicate in sorted(changeable_predicates(domain)):
        entry = lexicon.context.predicates.get(predicate)
        # What the context lacks, or calls unchanging, nobody speaks of.
        if lexicon.context.predicates and (entry is None or not entry.changes):
            continue
        parameters = domain.predicates[predicate]
        phrases = {place: _some(lexicon, parameter.types[0]) for place, parameter in enumerate(parameters)}
        yield lexicon.fact(Atom(predicate, tuple("?" for _ in parameters)), "holds", phrases)


def _some(lexicon: Lexicon, type_name: str) -> str:
    entry = lexicon.type_entry(type_name)
    if entry is None:
        return "something"
    return f"{'an' if entry.singular[0] in 'aeiou' else 'a'} {entry.singular}"
