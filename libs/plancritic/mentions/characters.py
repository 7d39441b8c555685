"""Which characters of a statement the offline reader reads, and which it may leave out; all others are refused.

Every character that is dropped or rewritten is listed here. The rest has no meaning for this reader, so that a
statement with it gets no reading: a prohibition in another script must not be read by its Latin letters alone.
"""

from __future__ import annotations

import re
import unicodedata

#: Characters that are other spellings of ASCII ones: quotes, dashes, ligatures, Latin letters without a base letter.
_SAME = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b`\u00b4\u02bc\u2039\u203a", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"),
        **dict.fromkeys("\u2014\u2015", " - "),
        **dict.fromkeys("\r\u2028\u2029\x0b\x0c", "\n"),
        **{"\u2026": "...", "\u2192": "->", "\u21d2": "=>", "\t": " "},
        **{"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl"},
    }
)
#: Latin letters that do not come apart into a base letter and an accent.
_LATIN = {
    **{"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"},
    **{"ẞ": "SS", "Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Đ": "D", "Ð": "D", "Þ": "TH"},
}
#: A letter with an accent that stands alone ("waypoint Ä") is another name than the letter without it.
_LEAST_ACCENTED = 3
#: Nothing is seen of these. Within a word they part it, outside of words they are harmless.
_INVISIBLE = re.compile(r"(?<!\w)[\u200b\u2060\ufeff\u00ad]+|[\u200b\u2060\ufeff\u00ad]+(?!\w)")
_WORD = re.compile(r"[^\W\d_]+")
_BULLET = re.compile(r"(?m)^[ ]*[\u2022\u2023\u25e6\u25aa\u25cf*-][ ]+")
#: "**never**", "_never_": emphasis is paired and stands around words.
_STARS = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![\w*])")
_UNDERLINED = re.compile(r"(?<!\w)(_{1,2})([A-Za-z](?:[A-Za-z ',-]*[A-Za-z])?[.!?]?)\1(?!\w)")
_BRACKETED = re.compile(r"\[([^\[\]]*)\]")
#: Signs that only cheer, thank or picture a craft or the weather. All others may say something: a sign that
#: forbids, sickens, mutes or hides its eyes turns the sentence round, and which do so cannot be listed.
_CHEERING = (
    # Smiling faces and hearts in eyes; thumbs up, hands that clap, thank, wave or are raised; hearts.
    "\u263a\u2764\U0001f600-\U0001f607\U0001f609-\U0001f60e\U0001f642\U0001f917\U0001f929\U0001f970\U0001f973"
    "\U0001f44b\U0001f44c\U0001f44d\U0001f44f\U0001f64b\U0001f64c\U0001f64f\U0001f91d\U0001f4aa"
    "\U0001f493\U0001f495-\U0001f49c\U0001f9e1\U0001f90d-\U0001f90e"
    # Vessels and vehicles, satellites, robots.
    "\u26f4\u26f5\u2693\U0001f6a2\U0001f6a4\U0001f6e5\U0001f6f3\U0001f6f6\U0001f69a\U0001f69b\U0001f697"
    "\U0001f699\U0001f690\U0001f6fb\U0001f680\U0001f6f0\U0001f6f8\u2708\U0001f681\U0001f916"
    # Flag, party, sun, sea, sparkles, stars, pictures, parcels.
    "\U0001f3c1\U0001f389\U0001f38a\u2600\U0001f31e\U0001f30a\u2728\u2b50\U0001f31f\U0001f320\U0001f4f7"
    "\U0001f4f8\U0001f52d\U0001f4e6"
)
_ONE_CHEERING = rf"[{_CHEERING}][\ufe0f\U0001f3fb-\U0001f3ff]?"
_AFTER_SENTENCE = re.compile(rf"(?<=[.!?])(?:\s*{_ONE_CHEERING})+(?!\u200d)")
#: Faces, hands and hearts name nothing, so that they need no full stop before them.
_FACES = re.compile(
    r"\s+(?:[\U0001f600-\U0001f607\U0001f609-\U0001f60e\U0001f642\U0001f917\U0001f929\U0001f970\U0001f64b\U0001f64c\U0001f64f"
    r"\U0001f44b-\U0001f44d\U0001f44f\u2764\u263a][\ufe0f\U0001f3fb-\U0001f3ff]?\s*)+$"
)
_READ = re.compile(
    r"[A-Za-z0-9_\s.,;:?'\"()/&%+-]"
    # "!visit" denies for those who write programs.
    r"|(?<=\w)!|!(?!\w)"
    # The sign before a number: "#4"; arrows; an equals sign.
    r"|(?<!\w)#(?=\s?\d)|=|(?<=[-=])>"
)

#: A quote behind a single letter or a digit ("waypoint A'", "5'"), or an underscore that joins nothing.
_LONELY = re.compile(
    r"(?:(?<=(?<!\w)[A-Za-z])|(?<=\d))['\"](?!\w)|(?<=\d)['\"](?=\d)|(?<![A-Za-z0-9_])_+(?![A-Za-z0-9_])"
)


def as_read(text: str) -> str:
    """Return the text in ASCII as far as that is another spelling of the same; what is not stays as it was."""
    text = unicodedata.normalize("NFC", text).translate(_SAME)
    text = "".join(" " if unicodedata.category(each) == "Zs" else each for each in text)
    text = _INVISIBLE.sub("", text)
    text = _FACES.sub("", _AFTER_SENTENCE.sub(" ", text))
    text = _BULLET.sub("", text)
    text = _UNDERLINED.sub(r"\2", _STARS.sub(r"\2", text))
    return _WORD.sub(_without_accents, _BRACKETED.sub(r"(\1)", text))


def unread_part(text: str) -> str | None:
    """Return the first word of a text (as `as_read` returns it) with a character that is not read; None without."""
    at = 0
    while at < len(text):
        if _READ.match(text, at) is None:
            return _around(text, at)
        at += 1
    return next((_around(text, match.start()) for match in _LONELY.finditer(text) if not _closes(text, match)), None)


def _closes(text: str, match: re.Match[str]) -> bool:
    """Whether a quote closes one that was opened before: "waypoint 'A'"."""
    sign = match.group()
    if sign not in ("'", '"'):
        return False
    before = text[: match.start()]
    opened = len(re.findall(rf"(?<!\w){sign}(?=\w)", before))
    closed = len(re.findall(rf"(?<=[\w.,!?]){sign}(?!\w)", before))
    return opened > closed


def _around(text: str, at: int) -> str:
    """The blank-free part of the text that holds the character at a position, shortened."""
    start = max((text.rfind(blank, 0, at) for blank in " \n"), default=-1) + 1
    stop = min((found for blank in " \n" if (found := text.find(blank, at)) >= 0), default=len(text))
    return text[max(start, at - 20) : min(stop, at + 20)]


def _without_accents(match: re.Match[str]) -> str:
    word = match.group()
    if word.isascii() or len(word) < _LEAST_ACCENTED:
        return word
    return "".join(map(_base, word))


def _base(letter: str) -> str:
    """The letter without its accents where it is a Latin one, else the letter itself."""
    apart = unicodedata.normalize("NFD", letter)
    base, marks = apart[0], apart[1:]
    accented = base.isascii() and all(unicodedata.category(mark) == "Mn" for mark in marks)
    return base if accented else _LATIN.get(letter, letter)
