"""How much of a statement's meaning its words carry, and which of its parts only explain."""

from __future__ import annotations

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import DeedHint, Item

_TELLERS = words("there it they we i he she the my our their its")
_BEING = words("is are was were has have had")


def weight(item: Item, unknown: bool) -> float:
    """Return how much of a statement's meaning an item carries, at a guess that does well on the development suite."""
    if not item.senses:
        return 0.4 if unknown else 0.0
    if item.has(Cue.FILLER):
        return 0.0
    if item.named():
        return 2.0
    if item.has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.AT_MOST_ONCE, Cue.WHENEVER):
        return 1.5
    if item.has(Cue.END, Cue.BEAT):
        return 1.2
    if item.has(Cue.NOT):
        return 1.0
    if any(isinstance(s, DeedHint) for s in item.senses) or item.hints():
        return 0.8
    return 0.3


def explains(part: tuple[Item, ...]) -> bool:
    """Return whether a part after a comma tells how something is: "there is a parade", "the crew is tired"."""
    said = [word for item in part if item.text != "," for word in item.text.split()]
    verbs = any(
        (item.hints() and not item.has(Cue.THERE)) or any(isinstance(s, DeedHint) for s in item.senses) for item in part
    )
    cues = (Cue.NOT, Cue.END, Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.ALWAYS, Cue.ONLY, Cue.STAY, Cue.GONE, Cue.AWAY)
    asks = {"must", "should", "shall", "may", "then", "want", "need"} & set(said)
    if asks or verbs or any(item.named() or item.has(*cues) for item in part):
        return False
    at = next((n for n, word in enumerate(said[:4]) if n and word in _BEING), None)
    return at is not None and said[0] in _TELLERS and "to" not in said[at : at + 2]
