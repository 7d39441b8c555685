"""Verbs whose noun stands before them: "the restriction on A has to be lifted", "have the seal of B taken off".

The context names such a deed as it is asked for ("lift the restriction on"); said the other way round it is the same.
"""

from __future__ import annotations

from dataclasses import replace

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue, known_words
from plancritic.mentions.items import Hint, Item
from plancritic.mentions.phrases import Phrases
from plancritic.mentions.text import stem

_MARKS = words(". ! ? ; , and but")
_PARTICIPLES = words("made kept lost got set shut cut put done begun held sent brought left drawn thrown")
_ARTICLES = words("the a an")
_BEHIND = words("on from of off to")


class Passives:
    """The verbs of a domain that take a noun of their own."""

    def __init__(self, phrases: Phrases) -> None:
        #: By the verb and its noun: what the two hint at.
        self._deeds: dict[tuple[str, str], tuple[Hint, ...]] = {}
        for phrase, senses in phrases.phrases.items():
            said = tuple(word for word in phrase if word not in _ARTICLES)
            said = said[:-1] if len(said) == 3 and said[-1] in _BEHIND else said
            hints = tuple(s for s in senses if isinstance(s, Hint))
            if len(said) == 2 and hints and said[1] not in known_words() and said[1].isalpha():
                self._deeds.setdefault((said[0], said[1]), hints)

    def put(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return the items with every such verb, said after its noun, as what the two mean together."""
        found = list(items)
        for at, item in enumerate(items):
            verb = stem(item.text)
            if item.named() or not (item.text.endswith(("ed", "en")) or item.text in _PARTICIPLES):
                continue
            for before in range(at - 1, -1, -1):
                if items[before].text in _MARKS:
                    break
                hints = self._deeds.get((verb, stem(items[before].text)))
                if hints is not None and not items[before].named():
                    found[at] = replace(item, senses=hints)
                    found[before] = replace(items[before], senses=(Cue.FILLER,))
                    break
        return tuple(found)
