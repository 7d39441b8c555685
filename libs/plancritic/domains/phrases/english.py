"""Forms and kinds of English words, by rules: good enough for guesses that a person reviews."""

from __future__ import annotations

import re

#: Words that say where something is, or how it stands to something else.
PREPOSITIONS = frozenset(
    {
        *(
            "aboard",
            "about",
            "above",
            "across",
            "after",
            "against",
            "along",
            "among",
            "around",
            "at",
            "before",
            "behind",
        ),
        *("below", "opposite", "throughout", "underneath"),
        *("beneath", "beside", "between", "beyond", "by", "from", "in", "inside", "into", "near", "of", "off", "on"),
        *("onboard", "onto", "outside", "over", "past", "through", "to", "toward", "towards", "under", "upon"),
        *("with", "within", "without", "for", "until", "during", "via", "against", "per", "out", "as"),
    }
)
DETERMINERS = frozenset(
    {
        *("the", "a", "an", "this", "that", "these", "those", "each", "every", "some", "any", "no", "another", "both"),
        *(
            "its",
            "his",
            "her",
            "their",
            "your",
            "our",
            "my",
            "one",
            "two",
            "three",
            "four",
            "all",
            "certain",
            "neither",
        ),
    }
)
COORDINATORS = frozenset({"and", "or", "but", "nor"})
PRONOUNS = frozenset(
    {
        *("it", "he", "she", "they", "we", "you", "i", "them", "him", "us", "there", "who", "nobody", "somebody"),
        *("someone", "something", "nothing", "everybody", "everyone", "everything", "anybody", "anyone", "anything"),
        *("none", "itself", "themselves", "yourself", "himself", "herself"),
    }
)
#: With these the verb has no -s: "you stand", "they wait".
PLURAL_PRONOUNS = frozenset({"they", "we", "you", "i"})
RELATIVES = frozenset(
    {"that", "which", "who", "whom", "whose", "where", "when", "while", "if", "once", "unless", "so", "what", "how"}
)
BE = frozenset({"is", "are", "was", "were"})
HAVE = frozenset({"has", "have", "had"})
MODALS = frozenset({"can", "cannot", "could", "may", "might", "must", "will", "would", "shall", "should"})
DO = frozenset({"does", "do", "did"})
AUXILIARIES = BE | HAVE | MODALS | DO | {"be", "been", "being"}
#: Words that deny something.
NEGATIVES = frozenset(
    {
        *("not", "no", "nobody", "nothing", "none", "neither", "nor", "never", "nowhere", "without", "cannot"),
        *("isn't", "aren't", "wasn't", "weren't", "hasn't", "haven't", "can't", "doesn't", "don't", "hardly"),
    }
)
#: Words in -s that are no verbs.
#: The verbs in -ly, which are no adverbs.
VERBS_IN_LY = frozenset(
    {
        *("ally", "apply", "bully", "comply", "dally", "fly", "imply", "misapply", "multiply", "ply", "rally", "rely"),
        *("reapply", "reply", "resupply", "sally", "sully", "supply", "tally"),
    }
)
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
        *(
            "food",
            "water",
            "liquid",
            "paint",
            "fuel",
            "oil",
            "power",
            "energy",
            "money",
            "air",
            "light",
            "flour",
            "wood",
        ),
        *(
            "linen",
            "room",
            "space",
            "traffic",
            "cargo",
            "freight",
            "filament",
            "material",
            "ink",
            "paper",
            "dirt",
            "dust",
        ),
        *(
            "snow",
            "ice",
            "rain",
            "milk",
            "coffee",
            "tea",
            "bread",
            "rice",
            "sand",
            "gas",
            "steam",
            "heat",
            "data",
            "work",
        ),
        *(
            "luggage",
            "baggage",
            "furniture",
            "equipment",
            "information",
            "rubbish",
            "grass",
            "soil",
            "blood",
            "evidence",
            "debris",
        ),
    }
)
_IRREGULAR_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_THIRD_IRREGULAR = {third: base for base, third in _IRREGULAR_THIRD.items()}
_IRREGULAR_PLURAL = {"person": "people", "child": "children", "man": "men", "woman": "women", "shelf": "shelves"}
#: Irregular participles that predicates are named with.
_PARTICIPLES = frozenset(
    {
        *("bound", "broken", "built", "done", "driven", "frozen", "held", "hidden", "kept", "known", "left", "lost"),
        *("made", "open", "put", "sent", "set", "shut", "taken", "torn", "worn", "written", "been", "had", "gone"),
        *("come", "begun", "drunk", "eaten", "given", "shown", "seen", "got", "run", "cut", "paid", "met", "found"),
        *("felt", "bought", "brought", "caught", "taught", "thought", "told", "sold", "said", "stood", "sat", "spent"),
        *("slept", "won", "hung", "dug", "read", "heard", "fallen", "flown", "grown", "drawn", "thrown", "risen"),
        *(
            "ridden",
            "chosen",
            "spoken",
            "stolen",
            "woken",
            "forgotten",
            "become",
            "laid",
            "lit",
            "fed",
            "shot",
            "swept",
        ),
    }
)
#: Pasts of irregular verbs that are not their participles; English makes no new ones.
_SIMPLE_PASTS = frozenset(
    {
        *("arose", "ate", "awoke", "began", "bit", "blew", "bore", "broke", "came", "chose", "did", "drank", "drew"),
        *("drove", "fell", "flew", "forbade", "forgot", "froze", "gave", "grew", "hid", "knew", "overcame", "overtook"),
        *(
            "ran",
            "rang",
            "rode",
            "rose",
            "sang",
            "sank",
            "saw",
            "shook",
            "shrank",
            "spoke",
            "sprang",
            "stole",
            "strove",
        ),
        *("swam", "swore", "threw", "took", "tore", "trod", "undid", "undertook", "went", "withdrew", "woke", "wore"),
        *("wove", "wrote"),
    }
)
#: Where a noun that begins with a vowel begins with a consonant to the ear, and the other way round.
_A_BEFORE_VOWEL = re.compile(r"(uni([^nm]|mo)|use|usu|util|eu|one\b|once|ewe)", re.IGNORECASE)
_AN_BEFORE_CONSONANT = re.compile(r"(hour|honest|honou?r|heir)", re.IGNORECASE)
_SIBILANT = re.compile(r"(ch|sh|s|x|z|[^aeiou]o)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprt]$")

#: Longer verbs whose last letter is doubled.
_DOUBLED_LONGER = frozenset(
    {"begin", "forget", "admit", "refer", "commit", "transfer", "unplug", "unpin", "equip", "submit"}
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
    if _DOUBLED.match(verb) or verb in _DOUBLED_LONGER:
        return f"{verb}{verb[-1]}ing"
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    return f"{verb[:-1]}ing" if verb.endswith("e") and not verb.endswith(("ee", "oe", "be")) else f"{verb}ing"


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


def is_negative(clause: str) -> bool:
    """Return whether a clause denies something."""
    return any(each in NEGATIVES for each in re.findall(r"[a-z']+", clause.lower()))


def sentence(clause: str) -> str:
    """Return a clause as a sentence, with a capital and a full stop."""
    return f"{clause[:1].upper()}{clause[1:]}."


def enumerated(items: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
