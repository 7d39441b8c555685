"""Verbs that mean little by themselves, with the thing that a domain gives them: "take Star5", "do Phenomenon4".

Such a verb is no word of the lexicon alone: "take" and "get" stand in too many phrases. Before the bare name of a thing
of which the goal asks what the domain says with the verb, it is one.
"""

from __future__ import annotations

from dataclasses import replace

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Hint, Item
from plancritic.mentions.linking import Linker

_LIGHT = words("take get do")
_ARTICLES = words("the our a an")
#: Before these the verb begins what is asked; after anything else ("to get", "must take") it does too, as a verb.
_NOUNS_BEFORE = words("the a an our my this that one")
#: Behind the name these make another verb of it: "take Star5 out", "get Star5 in view", "take Star5 as a target".
_PARTICLES = words("out away off back over up down apart in into to from as for on with along through")


def with_light_verbs(items: tuple[Item, ...], linker: Linker) -> tuple[Item, ...]:
    """Return the items with such verbs as the verbs of the facts that the domain's words make of them."""
    found = list(items)
    for at, item in enumerate(items):
        if item.text not in _LIGHT or item.hints() or item.named():
            continue
        rest = at + 1
        while rest < len(items) and items[rest].text in _ARTICLES:
            rest += 1
        before = items[at - 1].text if at else ""
        if rest >= len(items) or before in _NOUNS_BEFORE or not _only_object(items[rest]):
            continue
        following = items[rest + 1] if rest + 1 < len(items) else None
        if following is not None and (following.hints() or following.text.split()[0] in _PARTICLES):
            # "Take the Star5 picture": the noun says what is done.
            continue
        predicate = _of(item.text, items[rest], linker)
        if predicate is not None:
            found[at] = replace(item, senses=(Hint(predicate, "starts"),))
    return tuple(found)


def _only_object(item: Item) -> bool:
    names = [name for name in item.named() if name.kind == "object" and len(name.objects) == 1]
    return bool(names) and not item.has(Cue.END) and not item.hints()


def _of(verb: str, item: Item, linker: Linker) -> str | None:
    """The one fact that the goal asks of a thing and that the verb says; None where there are several, or none."""
    (name, *_) = item.named()[0].objects
    entries = linker.context.predicates
    asked = {atom.predicate for atom in linker.world.goal_atoms() if name in atom.arguments[:1]}
    said = [each for each in sorted(asked) if each in entries and verb in entries[each].verbs.starts]
    return said[0] if len(said) == 1 else None
