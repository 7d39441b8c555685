"""Words of questions and of what happens in a plan, in one form each: "left" and "leaves" are "leav"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.coordinator.sessions.named import Mention, NamedObjects, tokens_of
from plancritic.coordinator.turns.features import words_in
from plancritic.wording import Lexicon

_FORMS = {
    "be": "is are am was were been being", "bring": "brought", "come": "came", "do": "does did done doing",
    "drive": "drove driven", "fly": "flew flown", "get": "got gotten", "give": "gave given", "go": "goes went gone",
    "have": "has had having", "hold": "held", "keep": "kept", "leave": "left leaving", "lie": "lay lies lying lain",
    "make": "made", "meet": "met", "put": "putting", "run": "ran", "send": "sent", "set": "setting", "sit": "sat",
    "stand": "stood", "take": "took taken", "begin": "began begun", "say": "said", "see": "saw seen",
}  # fmt: skip
_IRREGULAR = {form: verb for verb, forms in _FORMS.items() for form in forms.split()}
#: Words that a question is made of, and that say nothing of what is asked about.
_OF_QUESTIONS = words_in(
    "when what which where who whom whose why how long many much often time times hour hours minute minutes second "
    "seconds soon late at in on to of by for from with the a an and or is are was were be been being do does did done "
    "has have had will would shall should can could may might it its this that these those there here then now so ok "
    "okay well please tell me us know say i we you they them he she his her their our my your any some all every each "
    "exactly actually really just about until till before after first last next again still already ever yet plan "
    "step steps point moment whole thing things if not no out into up off over too also as than one ones "
    "else day all along still so"
)
#: Verbs that help others: "gets removed".
_LIGHT = words_in("get have mak")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def stem(word: str) -> str:
    """Return the beginning that the forms of a word share."""
    word = _IRREGULAR.get(word, word)
    for ending in ("ings", "ing", "ied", "ies", "ed", "es", "s"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= 3 and not word.endswith("ss"):
            word = root + ("y" if ending in ("ied", "ies") else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def stems_in(text: str) -> frozenset[str]:
    """Return the stems of the words of a text that say something."""
    words = {each.casefold() for each in tokens_of(text)} - _OF_QUESTIONS
    return frozenset(stem(each) for each in words if not _NUMBER.fullmatch(each)) - _OF_QUESTIONS


def asked_stems(text: str, mentions: Sequence[Mention]) -> frozenset[str]:
    """Return the stems of what a question says beside what is named; a light verb counts alone only."""
    for mention in sorted(mentions, key=lambda each: -each.start):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    found = stems_in(text)
    return found - _LIGHT or found


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
