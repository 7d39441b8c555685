"""Two texts about one problem joined to one: people say several things in one breath, and writers too seldom.

A joined text asks for what both ask; one that asks for nothing adds a remark (compare Andreas 2020, "Good-enough
compositional data augmentation").
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from plancritic.laboratory.reading.corpus.texts import TextAsked
from plancritic.reading.grammar import REQUESTS

#: What a joined text counts beside one that somebody said.
_WEIGHT = 0.5
_ENDS = ".!?;, "
#: How the second text goes on; those that begin a sentence follow the first one's end.
_JOINTS = (", and ", " and ", ", and also ", "; ", ", then ", ", plus ", " but ", ", ")
_SENTENCES = (". ", ". Also ", ". And ", ". Oh, and ", ". Besides, ", ".\n", " - ", "... ")


def joined_texts(texts: Sequence[TextAsked], count: int, seed: int) -> list[TextAsked]:
    """Return up to `count` texts, each made of two of one problem that differ in what they ask for."""
    generator = random.Random(f"joined/{seed}")
    groups: dict[tuple[str, str], list[TextAsked]] = {}
    for each in texts:
        if not each.unsayable and len(each.constraints) < REQUESTS:
            groups.setdefault((each.domain, each.problem), []).append(each)
    several = [group for _, group in sorted(groups.items()) if len(group) > 1]
    weights = [len(group) for group in several]
    found: list[TextAsked] = []
    for group in generator.choices(several, weights, k=count) if several else ():
        one, other = generator.sample(group, 2)
        together = (*one.constraints, *(each for each in other.constraints if each not in one.constraints))
        if len(together) > REQUESTS or len(together) == max(len(one.constraints), len(other.constraints)) > 1:
            continue
        text = _joined(one.text, other.text, generator)
        found.append(replace(one, text=text, constraints=together, weight=_WEIGHT))
    return found


def _joined(one: str, other: str, generator: random.Random) -> str:
    if generator.random() < 0.5:
        return one.rstrip(_ENDS) + generator.choice(_SENTENCES) + other
    begun = other[:1].lower() + other[1:] if other[1:2].islower() else other
    return one.rstrip(_ENDS) + generator.choice(_JOINTS) + begun
