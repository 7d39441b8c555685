"""Kinds of English words that descriptions are read by; their forms are made in `plancritic.english`."""

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
#: The verbs in -ly, which are no adverbs.
VERBS_IN_LY = frozenset(
    {
        *("ally", "apply", "bully", "comply", "dally", "fly", "imply", "misapply", "multiply", "ply", "rally", "rely"),
        *("reapply", "reply", "resupply", "sally", "sully", "supply", "tally"),
    }
)


def is_negative(clause: str) -> bool:
    """Return whether a clause denies something."""
    return any(each in NEGATIVES for each in re.findall(r"[a-z']+", clause.lower()))


def sentence(clause: str) -> str:
    """Return a clause as a sentence, with a capital and a full stop."""
    return f"{clause[:1].upper()}{clause[1:]}."
