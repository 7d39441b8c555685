"""Statements as tokens: one spelling for what people write in many."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from plancritic.mentions.characters import as_read, unread_part
from plancritic.mentions.numbers_said import unread_number, with_digits
from plancritic.pddl.language import LARGEST, Constraint, out_of_range

_CONTRACTIONS = (
    (r"\bwon't\b", "will not"),
    (r"\b(?:can't|cannot)\b", "can not"),
    (r"\bshan't\b", "shall not"),
    (r"\b(\w+)n't\b", r"\1 not"),
    (r"\b(?:dont)\b", "do not"),
    (r"\b(?:doesnt)\b", "does not"),
    (r"\b(?:mustnt)\b", "must not"),
    (r"\blet's\b", "let us"),
    # "Has got to be open" must be; "has got to the dock" is there.
    (
        r"\b(?:(?:have|has|had)|(\w+)'(?:ve|s)) got to (?=(?:be|have|go|stay|remain|get|end|finish|come|reach|visit|do|"
        r"make|happen|wait|keep|leave|point|face|pass|call|see|take|stop|turn|move|return|come)\b)",
        r"\1 must ",
    ),
    (r"\b(\w+)'(?:ll)\b", r"\1 will"),
    (r"\b(\w+)'(?:d)\b", r"\1 would"),
    (r"\b(\w+)'(?:re)\b", r"\1 are"),
    (r"\b(\w+)'(?:ve)\b", r"\1 have"),
    (r"\bi'm\b", "i am"),
    (r"\b(it|that|there|what|who|he|she|everything|all)'s\b", r"\1 is"),
    (r"\b(\w+)'s\s+(been|being|over|done|finished|complete|completed|not|now|still|up|through|ended)\b", r"\1 is \2"),
    (r"\b(\w+)'s?(?!\w)", r"\1"),
)
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_TOKEN = re.compile(r"\d+(?:\.\d+)?|[a-z_]\w*|[.;!?]|,|:|\s-\s|[-+/=&()%\"]")

#: Forms that endings do not tell.
_IRREGULAR = {
    "went": "go", "gone": "go", "goes": "go", "been": "be", "is": "be", "are": "be", "was": "be", "were": "be",
    "am": "be",
    "has": "have", "had": "have", "having": "have", "got": "get", "gotten": "get", "getting": "get", "made": "make",
    "kept": "keep", "held": "hold", "sent": "send", "done": "do", "does": "do", "did": "do", "taken": "take",
    "took": "take", "shot": "shoot", "left": "leave", "came": "come", "said": "say", "found": "find", "seen": "see",
    "saw": "see", "ran": "run", "began": "begin", "begun": "begin", "put": "put", "let": "let", "swept": "sweep",
    "dug": "dig", "lay": "lie", "lain": "lie", "lies": "lie", "lying": "lie", "stood": "stand", "shut": "shut",
    "switched": "switch", "dies": "die", "its": "its", "this": "this", "us": "us", "his": "his", "always": "always",
    "towards": "toward", "afterwards": "afterward", "others": "other", "us.": "us", "trained": "trained",
    "facing": "face", "bed": "bed", "need": "need", "speed": "speed", "during": "during", "thing": "thing",
    "anything": "anything", "nothing": "nothing", "everything": "everything", "something": "something",
    "evening": "evening", "string": "string", "morning": "morning", "tug": "tug", "across": "across", "less": "less",
    "unless": "unless", "pass": "pass", "passes": "pass", "passed": "pass", "passing": "pass", "crossing": "cross",
    "using": "use", "used": "use", "bus": "bus", "status": "status", "gas": "gas", "as": "as", "has.": "have",
    "wreck": "wreck", "outer": "outer", "taking": "take", "leaving": "leave", "making": "make", "coming": "come",
    "goe": "go", "thus": "thus", "plus": "plus", "minus": "minus", "ship": "ship", "beaten": "beat",
    "noted": "note", "noting": "note", "bared": "bare", "baring": "bare",
}  # fmt: skip
#: Words that deny or forbid and are other words with an "e" behind them.
_DENIALS = ("not", "bar", "ban")


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """Return the common beginning of a word's forms; the same for any two forms, which is all that counts."""
    if word in _IRREGULAR:
        return _bare(_IRREGULAR[word])
    if any(character.isdigit() for character in word) or len(word) < 4:
        return word
    for ending in ("ings", "ing", "ed", "ies", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            root = word[: -len(ending)]
            if ending == "ies":
                return root + "y"
            if ending in ("es", "s"):
                return _bare(word[:-1])
            if not any(vowel in root for vowel in "aeiouy"):
                continue
            if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz":
                root = root[:-1]
            return _bare(root)
    return _bare(word)


def _bare(word: str) -> str:
    """The word without its last "e", but never a word of denial: "note" is no form of "not"."""
    return word[:-1] if len(word) > 3 and word.endswith("e") and word[:-1] not in _DENIALS else word


_ASKED_POLITELY = re.compile(
    r"(^|[.!?;]\s+|\b(?:so|but|and|,)\s+)(can|could|would|should)(?:n't| not|t)\s+(we|you|it|this|"
    r"that|there|they|the|one|at|somebody|someone|both|step|steps)\b(?=[^.!?;]*\?)",
    re.IGNORECASE,
)

_SUGGESTED = re.compile(r"\bwhy (?:do not|don't|dont) (?:we|you)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or mark; `first` is set on the first word of a sentence, `capital` where it began so."""

    text: str
    stem: str
    capital: bool = False
    first: bool = False

    @property
    def is_mark(self) -> bool:
        """Whether it is punctuation."""
        return not self.text[0].isalnum() and self.text[0] != "_"

    @property
    def ends_sentence(self) -> bool:
        """Whether a sentence ends with it."""
        return self.text in (".", "!", "?", ";")


class UnreadTextError(ValueError):
    """A text holds characters or a number that the offline reader does not read: `part` is the first of them."""

    def __init__(self, part: str, remedy: str) -> None:
        self.part = part.strip(" .,;!?") or part
        self.reason = f"{self.part!r} cannot be read here: {remedy}, or let a language model read the statement"
        super().__init__(self.reason)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return the text in one spelling: ASCII, numbers above ten as digits, single blanks.

    Every reader's text comes through here, so that none reads a part of what was written for the whole.

    Raises:
        UnreadTextError: A character is neither read nor on the list of harmless ones (`characters`), or something that
            looks like a number is not read as a whole (`numbers_said`).
    """
    written = as_read(text)
    part = unread_part(written)
    if part is not None:
        raise UnreadTextError(part, "write it in English letters, plain digits and common punctuation")
    said = with_digits(written)
    number = unread_number(said)
    if number is not None:
        raise UnreadTextError(number, "write the number in plain digits, such as 45 or 2.5")
    return re.sub(r"[^\S\n]+", " ", said).strip()


def unread_text(text: str) -> str | None:
    """Return the reason why `plain` refuses a text; None where it reads all."""
    try:
        plain(text)
    except UnreadTextError as error:
        return error.reason
    return None


def number_out_of_range(text: str) -> str | None:
    """Return the reason why no constraint may have a number of a text; None where each could stand in one."""
    found = (each[0] for each in _DIGITS.finditer(text) if float(each[0]) > LARGEST)
    return next((out_of_range(each) for each in found), None)


def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a statement; hyphenated words are taken apart. Raises UnreadTextError as `plain` does."""
    cased = uncontracted(plain(text))
    cased = re.sub(r"(?<=\w)-(?=\w)", " ", cased)
    found: list[Token] = []
    first = True
    shouted = cased.upper() == cased
    for match in _TOKEN.finditer(cased.lower()):
        word = match.group().strip()
        if not word:
            continue
        capital = cased[match.start()].isupper() and not shouted
        token = Token(word, stem(word), capital, first)
        first = token.ends_sentence
        found.append(token)
    return tuple(found)


def uncontracted(text: str) -> str:
    """Return the text with contractions written out: "don't" is "do not"."""
    for pattern, replacement in _CONTRACTIONS:
        text = re.sub(pattern, replacement, text, flags=re.IGNORECASE)
    return text


def affirmed(text: str) -> str:
    """Return the text without the denial of a polite question: "couldn't we go through B?" asks for it."""
    return _SUGGESTED.sub("let us", _ASKED_POLITELY.sub(r"\1\2 \3", text))


def stems(phrase: str) -> tuple[str, ...]:
    """Return a phrase of the lexicon as the stems that tokens are compared with; none where it cannot be read."""
    return tuple(token.stem for token in lexicon_tokens(phrase) if not token.is_mark)


def lexicon_tokens(phrase: str) -> tuple[Token, ...]:
    """Return the tokens of a phrase of the lexicon: none where it cannot be read, as no statement with it can."""
    return () if unread_text(phrase) is not None else tokens(phrase)


def constraint_text(constraint: Constraint, display: Sequence[tuple[str, str]]) -> str:
    """Return the constraint with its objects written as in the problem's file."""
    text = str(constraint)
    for name, written in display:
        if name != written:
            text = re.sub(rf"(?<=[\s(]){re.escape(name)}(?=[\s)])", written, text)
    return text
