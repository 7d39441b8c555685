"""Words of questions and of what happens in a plan, in one form each: "left" and "leaves" are "leav"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.coordinator.mentions.named import Mention, NamedObjects, tokens_of
from plancritic.coordinator.mentions.vocabulary import vocabulary
from plancritic.english.stems import stem
from plancritic.wording import Lexicon

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def stems_in(text: str) -> frozenset[str]:
    """Return the stems of the words of a text that say something."""
    idle = vocabulary().of_questions
    words = {each.casefold() for each in tokens_of(text)} - idle
    return frozenset(stem(each) for each in words if not _NUMBER.fullmatch(each)) - idle


def asked_stems(text: str, mentions: Sequence[Mention]) -> frozenset[str]:
    """Return the stems of what a question says beside what is named; a light verb counts alone only."""
    for mention in sorted(mentions, key=lambda each: -each.start):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    found = stems_in(text)
    return found - vocabulary().light_verbs or found


def things_named(text: str, names: NamedObjects, lexicon: Lexicon) -> tuple[Mention, ...]:
    """Return what a text names, by name or by kind ("the parcels"): of a kind all objects that are of it."""
    found = list(names.mentions(text))
    for kind, words in lexicon.context.types.items():
        objects = frozenset(each for each in lexicon.objects if lexicon.problem.is_a(each, kind))
        for word in (words.plural, words.singular, *words.synonyms):
            for place in re.finditer(rf"\b{re.escape(word)}s?\b", text, re.IGNORECASE) if objects else ():
                if not any(each.start < place.end() and place.start() < each.end for each in found):
                    found.append(Mention(place.start(), place.end(), objects))
    return tuple(sorted(found, key=lambda each: each.start))
