"""Forms of English words, by rules: good enough for texts that a person reviews, and for telling words apart."""

from __future__ import annotations

import re

from plancritic.english.verbs import IRREGULAR

#: Words in -s that are no verbs.
_NO_VERBS = frozenset(
    {
        *("always", "perhaps", "besides", "upwards", "downwards", "afterwards", "sometimes", "less", "its", "his"),
        *("ours", "theirs", "thus", "plus", "minus", "news", "series", "backwards", "forwards", "else's", "yours"),
        *("indoors", "outdoors", "upstairs", "downstairs"),
    }
)
#: Nouns that have no plural, and so no "a" before them.
_MASS = frozenset(
    {
        *("food", "water", "liquid", "paint", "fuel", "oil", "power", "energy", "money", "air", "light", "flour"),
        *("wood", "linen", "room", "space", "traffic", "cargo", "freight", "filament", "material", "ink", "paper"),
        *("dirt", "dust", "snow", "ice", "rain", "milk", "coffee", "tea", "bread", "rice", "sand", "gas", "steam"),
        *("heat", "data", "work", "luggage", "baggage", "furniture", "equipment", "information", "rubbish", "grass"),
        *("soil", "blood", "evidence", "debris"),
    }
)
_IRREGULAR_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_THIRD_IRREGULAR = {third: base for base, third in _IRREGULAR_THIRD.items()}
_IRREGULAR_PLURAL = {"person": "people", "child": "children", "man": "men", "woman": "women", "shelf": "shelves"}
#: With "open", a state like those, "laid", whose verb is a past of "lie", and "shown", beside which "showed" is right;
#: without "let", which begins commands.
_PARTICIPLES = (frozenset(participle for _, participle in IRREGULAR.values()) - {"let"}) | {"open", "laid", "shown"}
#: Pasts that are not their participles; "was" and "lay" are told by other rules.
_SIMPLE_PASTS = frozenset(past for past, participle in IRREGULAR.values() if past != participle) - {"was", "lay"}
#: Where a noun that begins with a vowel begins with a consonant to the ear, and the other way round.
_A_BEFORE_VOWEL = re.compile(r"(uni([^nm]|mo)|use|usu|util|eu|one\b|once|ewe)", re.IGNORECASE)
_AN_BEFORE_CONSONANT = re.compile(r"(hour|honest|honou?r|heir)", re.IGNORECASE)
_SIBILANT = re.compile(r"(ch|sh|s|x|z|[^aeiou]o)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
#: One vowel between consonants at the end of a word of one syllable: the last letter is doubled.
_DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprt]$")
#: Longer verbs whose last letter is doubled.
_DOUBLED_LONGER = frozenset(
    {
        *("begin", "forget", "admit", "refer", "commit", "transfer", "unplug", "unpin", "equip", "submit", "permit"),
        *("transit", "recon"),
    }
)


def plural(phrase: str) -> str:
    """Return the plural of a noun phrase: that of its last word."""
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
    return third[:-2] if re.search(r"(ch|sh|ss|x|zz|[^aeiou]o)es$", third) else third.removesuffix("s")


def gerund(verb: str) -> str:
    """ "driving" for "drive"."""
    if _is_doubled(verb):
        return f"{verb}{verb[-1]}ing"
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    is_mute = verb.endswith("e") and not verb.endswith(("ee", "oe")) and verb != "be"
    return f"{verb[:-1]}ing" if is_mute else f"{verb}ing"


def participle(verb: str) -> str:
    """ "driven" for "drive"."""
    return IRREGULAR[verb][1] if verb in IRREGULAR else _with_ed(verb)


def is_gerund(word: str) -> bool:
    """Return whether a word looks like "driving"."""
    return word.endswith("ing") and len(word) > 5


def is_third_person(word: str) -> bool:
    """Return whether a word looks like "supports", and not like "bus" or "across"."""
    if word in _THIRD_IRREGULAR:
        return True
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) and word not in _NO_VERBS


def is_participle(word: str) -> bool:
    """Return whether a word looks like "connected"."""
    return word in _PARTICIPLES or (
        len(word) > 3 and word.endswith("ed") and not word.endswith("eed") and word not in ("shed", "sled", "hundred")
    )


def is_simple_past(word: str) -> bool:
    """Whether a word is a past that is no participle: "broke", "came"."""
    return word in _SIMPLE_PASTS


def indefinite(noun_phrase: str) -> str:
    """ "a vessel", "an engine", "another car", "some vessels", "some food"."""
    first, last = noun_phrase.split()[0], noun_phrase.split()[-1]
    if first == "other" and not is_plural(last):
        return f"an{noun_phrase}"
    if last in _MASS or is_plural(last):
        return f"some {noun_phrase}"
    vowel = first[0].lower() in "aeiou" and not _A_BEFORE_VOWEL.match(first)
    return f"{'an' if vowel or _AN_BEFORE_CONSONANT.match(first) else 'a'} {noun_phrase}"


def is_plural(noun: str) -> bool:
    """Return whether a noun looks like "vessels", and not like "bus" or "glass"."""
    return noun in _IRREGULAR_PLURAL.values() or (
        len(noun) > 2 and noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    )


def _is_doubled(verb: str) -> bool:
    return _DOUBLED.match(verb) is not None or verb in _DOUBLED_LONGER


def _with_ed(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if _CONSONANT_Y.search(verb):
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1]}ed" if _is_doubled(verb) else f"{verb}ed"
