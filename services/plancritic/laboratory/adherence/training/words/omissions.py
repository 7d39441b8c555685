"""Which arguments of a fact a text leaves out, because they go without saying."""

from __future__ import annotations

import random
from collections.abc import Sequence

from plancritic.adherence.implicit_facts import Unspoken
from plancritic.laboratory.adherence.training.words.literals import Fact
from plancritic.laboratory.adherence.training.words.sayings import Omitted
from plancritic.wording import Lexicon

#: How often a text drops what goes without saying, and how often it calls the only thing of its kind "it".
_DROPPED, _IT = 0.5, 0.3


class Omissions:
    """Decides for one text after the other; "it" is one and the same thing throughout a text."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._unspoken = Unspoken(lexicon.problem)
        self._drops = self._says_it = False
        self._it: str | None = None

    def begin(self, generator: random.Random, none: bool, it: bool) -> None:
        """A new text: with `none` nothing is left out, and without `it` nothing is called so."""
        self._drops = generator.random() < _DROPPED and not none
        self._says_it = generator.random() < _IT and it and not none
        self._it = None

    def of(self, facts: Sequence[Fact], wanted: bool, group: int | None = None) -> Omitted:
        """What may be left out wherever one of the facts is said; `wanted` as for `Unspoken.known`.

        `group` is the place at which a phrase stands for the objects of all the facts.
        """
        it = None
        first = facts[0].atom.arguments[:1]
        if self._says_it and group != 0 and first and all(0 in self._unspoken.sole(fact.atom) for fact in facts):
            self._it = self._it or first[0]
            it = 0 if self._it == first[0] else None
        if not self._drops:
            return Omitted(it=it)
        known = [self._unspoken.known(fact.atom, wanted) for fact in facts]
        return Omitted(frozenset.intersection(*known) - {group}, it)
