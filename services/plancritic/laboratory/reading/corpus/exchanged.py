"""Utterances with their things exchanged for others of the same type: what is said stays, who it is about does not.

A network that sees one utterance about many things learns to point at what is named instead of remembering names
(compare Andreas 2020, "Good-enough compositional data augmentation").
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from plancritic.adherence.mentions import NAME, Mention, MentionFinder
from plancritic.laboratory.reading.corpus.texts import TextAsked
from plancritic.pddl.language import Atom, with_atoms
from plancritic.wording import Lexicon

#: How often a thing is called by another word than its name.
_SYNONYM = 0.3


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A text about other things, and `names`: by a thing's name the one that now stands where it stood."""

    asked: TextAsked
    names: Mapping[str, str]


def exchanged(asked: TextAsked, lexicon: Lexicon, finder: MentionFinder, generator: random.Random) -> Exchanged | None:
    """Return the text with some of its things exchanged; None where that cannot be done.

    A thing that the constraints are about without being named keeps its place, unless it changes places with one that
    is named: the text may tell of it in words that hold of it alone.
    """
    mentions = [each for each in finder.find(asked.text).objects if each.kind == NAME and len(each.objects) == 1]
    named = {each.objects[0] for each in mentions}
    new = _permutation(named, lexicon, generator)
    about = {argument for each in asked.constraints for atom in each.atoms() for argument in atom.arguments}
    if not any(new.get(each, each) != each for each in about & named):
        return None
    if any(each not in named and new.get(each) not in named for each in about if new.get(each, each) != each):
        return None

    def changed(atom: Atom) -> Atom:
        return replace(atom, arguments=tuple(new.get(each, each) for each in atom.arguments))

    constraints = tuple(
        replace(each, conditions=tuple(with_atoms(condition, changed) for condition in each.conditions))
        for each in asked.constraints
    )
    text = _with_names(asked.text, mentions, new, lexicon, generator)
    return Exchanged(replace(asked, text=text, constraints=constraints), new)


def _permutation(named: set[str], lexicon: Lexicon, generator: random.Random) -> Mapping[str, str]:
    """Each named thing in turn changes places with one of its type."""
    found = {name: name for name in lexicon.problem.objects}
    for name in sorted(named):
        other = generator.choice(lexicon.problem.objects_of(lexicon.problem.objects[name]))
        one = next(key for key, value in found.items() if value == other)
        found[name], found[one] = found[one], found[name]
    return found


def _with_names(
    text: str, mentions: list[Mention], new: Mapping[str, str], lexicon: Lexicon, generator: random.Random
) -> str:
    for each in sorted(mentions, key=lambda mention: -mention.start):
        name = new[each.objects[0]]
        if name == each.objects[0]:
            continue
        said = lexicon.name(name)
        if lexicon.synonyms(name) and generator.random() < _SYNONYM:
            said = generator.choice(lexicon.synonyms(name))
        before = text[: each.start]
        has_article = re.search(r"\b(the|a|an|my|our|your|this|that)\s+$", before, re.IGNORECASE) is not None
        bare = re.sub(r"^the\s+", "", said)
        if has_article or text[each.start : each.stop].lower().startswith("the "):
            said = bare
            if not has_article:
                said = f"the {bare}"
        elif said == bare and not bare[:1].isupper() and not re.search(r"\d", bare):
            said = f"the {bare}"
        if text[each.start].isupper() and not before.strip():
            said = said[:1].upper() + said[1:]
        text = f"{before}{said}{text[each.stop :]}"
    return text
