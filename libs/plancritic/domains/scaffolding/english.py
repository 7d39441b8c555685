"""Forms of English words, by rules: good enough for guesses that a person reviews."""

from __future__ import annotations

import re

#: Words that say where something is, or how it stands to something else.
PREPOSITIONS = frozenset(
    {
        *("aboard", "above", "across", "against", "along", "among", "around", "at", "before", "behind", "below"),
        *("beneath", "beside", "between", "beyond", "by", "from", "in", "inside", "into", "near", "of", "off", "on"),
        *("onboard", "onto", "outside", "over", "past", "through", "to", "toward", "towards", "under", "upon"),
        *("with", "within"),
    }
)
_IRREGULAR_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_THIRD_IRREGULAR = {third: base for base, third in _IRREGULAR_THIRD.items()}
_IRREGULAR_PLURAL = {"person": "people", "child": "children", "man": "men", "woman": "women", "shelf": "shelves"}
#: Irregular participles that predicates are named with.
_PARTICIPLES = frozenset(
    {
        *("bound", "broken", "built", "done", "driven", "frozen", "held", "hidden", "kept", "known", "left", "lost"),
        *("made", "open", "put", "sent", "set", "shut", "taken", "torn", "worn", "written"),
    }
)
_SIBILANT = re.compile(r"(ch|sh|s|x|z)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprt]$")


def plural(phrase: str) -> str:
    """The plural of a noun phrase: that of its last word."""
    head, _, last = phrase.rpartition(" ")
    joined = f"{head} " if head else ""
    if last in _IRREGULAR_PLURAL:
        return joined + _IRREGULAR_PLURAL[last]
    if _CONSONANT_Y.search(last):
        return f"{joined}{last[:-1]}ies"
    return f"{joined}{last}es" if _SIBILANT.search(last) else f"{joined}{last}s"


def third_person(verb: str) -> str:
    """ "drives" for "drive"."""
    if verb in _IRREGULAR_THIRD:
        return _IRREGULAR_THIRD[verb]
    if _CONSONANT_Y.search(verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if _SIBILANT.search(verb) else f"{verb}s"


def base_form(third: str) -> str:
    """ "support" for "supports"; the contrary of `third_person`."""
    if third in _THIRD_IRREGULAR:
        return _THIRD_IRREGULAR[third]
    if third.endswith("ies") and len(third) > 4:
        return f"{third[:-3]}y"
    return third[:-2] if re.search(r"(ch|sh|ss|x|zz)es$", third) else third.removesuffix("s")


def gerund(verb: str) -> str:
    """ "driving" for "drive"."""
    if _DOUBLED.match(verb):
        return f"{verb}{verb[-1]}ing"
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    return f"{verb[:-1]}ing" if verb.endswith("e") and not verb.endswith(("ee", "oe", "be")) else f"{verb}ing"


def is_gerund(word: str) -> bool:
    """Whether a word looks like "driving"."""
    return word.endswith("ing") and len(word) > 5


def is_third_person(word: str) -> bool:
    """Whether a word looks like "supports", and not like "bus" or "across"."""
    return word in _THIRD_IRREGULAR or (len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")))


def is_participle(word: str) -> bool:
    """Whether a word looks like "connected"."""
    return word in _PARTICIPLES or (len(word) > 4 and word.endswith("ed"))


def enumerated(items: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
