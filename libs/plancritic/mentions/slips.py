"""Misspelt words put right, each with what it was taken for: words of the lexicon, and small words that matter little.

A small word ("teh", "shuold") is put right only where two letters changed places, or one is missing or doubled, and
never to a word that denies: a plan must not be turned round by a spelling put right.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from difflib import get_close_matches

from plancritic.english.lists import words
from plancritic.english.spelling import is_swapped
from plancritic.mentions.text import Token, stem

#: Words that carry little by themselves, so that a slip in one need not stop a reading.
_SMALL = words(
    "the and that this with from have been were will would should could shall must want need like make sure please "
    "there their these those they them then than when what which while where whole entire until before after during "
    "somewhere sometime something everything everybody everyone anybody somebody also only first last next just "
    "plan mission time point through toward towards into onto over under about again always because between both "
    "each every some still such very your our its for you are has had was can may"
)
#: Words that look like a slip and are none.
_WORDS = words("abut cold ever firs fist form fro ist noto pint pleas though three tis")
#: Of those, the ones that follow no article: "the cold" is no "the could".
_VERBAL = words("have been were will would should could shall must want need like make please has had was can may are")
_DENIALS = words("not no never without neither none nobody nothing nor nowhere")
_ARTICLES = words("a an the our my your its their")


def without_slips(
    tokens: tuple[Token, ...], lexicon: list[str], vocabulary: Collection[str], spellings: Mapping[str, str]
) -> list[tuple[Token, str | None]]:
    """Return the tokens with misspelt words put right, each with what it was taken for.

    `lexicon` are the stems that a slip may stand for, `vocabulary` those of all words that are known as they stand,
    and `spellings` how the stems were written.
    """
    fixed: list[tuple[Token, str | None]] = []
    for number, token in enumerate(tokens):
        word = token.stem
        small = None if stem(token.text) in vocabulary else _small(token.text)
        article = number > 0 and tokens[number - 1].text in _ARTICLES
        if small is not None and not (article and small in _VERBAL):
            fixed.append((replace(token, text=small, stem=stem(small)), small))
            continue
        if len(word) >= 5 and word.isalpha() and word not in vocabulary:
            close = get_close_matches(word, lexicon, n=1, cutoff=0.85 if len(word) > 5 else 0.9)
            near = [w for w in close if w[0] == word[0]] or [
                w for w in lexicon if w[0] == word[0] and is_swapped(word, w)
            ]
            if near:
                taken_for = spellings.get(near[0], near[0])
                # "Weather" may be no "whether", and a denial is none to be sure of: the word stays as it was written.
                sure = _slipped(word, near[0]) and taken_for not in _DENIALS
                text = taken_for if sure else token.text
                fixed.append((replace(token, text=text, stem=near[0]), taken_for))
                continue
        numbered = _numbered(word, lexicon) if word not in vocabulary else None
        if numbered is not None:
            taken_for = spellings.get(numbered, numbered)
            fixed.append((replace(token, text=taken_for, stem=numbered), taken_for))
            continue
        fixed.append((token, None))
    return fixed


def _numbered(word: str, lexicon: list[str]) -> str | None:
    """The one name with the same number that a word is a slip of: "groundstaton1"."""
    match = re.fullmatch(r"([a-z]{5,})(\d+)", word)
    if match is None:
        return None
    same = [w for w in lexicon if w.endswith(match[2]) and w[: -len(match[2])].isalpha() and w[0] == word[0]]
    found = get_close_matches(match[1], [w[: -len(match[2])] for w in same], n=2, cutoff=0.85)
    return found[0] + match[2] if len(found) == 1 else None


def _small(word: str) -> str | None:
    """The one small word that a word is a slip of; None where it is none, or of two."""
    if not word.isalpha() or len(word) < 3 or word in _SMALL or word in _WORDS:
        return None
    found = {other for other in _SMALL if _slipped(word, other)}
    return found.pop() if len(found) == 1 else None


def _slipped(word: str, meant: str) -> bool:
    """Whether two letters changed places, or in a longer word one is missing or doubled."""
    if len(word) == len(meant):
        return is_swapped(word, meant)
    if word[0] != meant[0] or len(meant) < 5:
        return False
    if len(word) == len(meant) - 1:
        return any(meant[:n] + meant[n + 1 :] == word for n in range(1, len(meant)))
    doubled = len(word) == len(meant) + 1
    return doubled and any(word[n] == word[n - 1] and word[:n] + word[n + 1 :] == meant for n in range(1, len(word)))
