"""Numbers in words, and back: "three", "twenty-one", "third", "3rd"."""

from __future__ import annotations

from collections.abc import Iterable


def _counted(words: str, first: int, step: int = 1) -> dict[str, int]:
    return {word: first + step * place for place, word in enumerate(words.split())}


#: The digits but nought, by their words.
ONES = _counted("one two three four five six seven eight nine", 1)
TEENS = _counted("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", 10)
TENS = _counted("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10)
#: The same with two common misspellings.
TENS_AS_WRITTEN = {**TENS, "fourty": 40, "ninty": 90}
SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
#: The numbers below twenty, in their order.
CARDINALS = {"zero": 0, **ONES, **TEENS}
_COUNTING = CARDINALS | TENS_AS_WRITTEN
#: One word for each number up to twenty, and for each multiple of ten up to ninety.
ORDINALS = {
    **_counted("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth", 1),
    **{f"{word}th": number for word, number in TEENS.items() if number > 12},
    **{f"{word[:-1]}ieth": number for word, number in TENS.items()},
}


def in_words(number: int) -> str:
    """Return a whole number up to a hundred in words: "twenty-five"."""
    if number < len(CARDINALS):
        return tuple(CARDINALS)[number]
    tens, ones = tuple(TENS)[number // 10 - 2] if number < 100 else "a hundred", number % 10
    return f"{tens}-{in_words(ones)}" if ones else tens


def value_of(word: str) -> int | None:
    """Return the number that one word stands for: 12 for "twelve", "twelfth" and "twelveth"; None for other words."""
    for words in (CARDINALS, TENS, ORDINALS):
        if word in words:
            return words[word]
    return CARDINALS.get(word.removesuffix("th"))


def total(words: Iterable[str]) -> float:
    """Return the number that words and digits stand for together: 1205 for "one thousand two hundred and five".

    Raises:
        ValueError: One is neither a number word nor a number in digits.
    """
    whole = part = 0.0
    for word in words:
        if word in SCALES:
            part = (part or 1.0) * SCALES[word]
            if word != "hundred":
                whole, part = whole + part, 0.0
        elif word in ("a", "an"):
            part = 1.0
        elif word != "and":
            part += _COUNTING[word] if word in _COUNTING else float(word)
    return whole + part


def in_digits(place: int) -> str:
    """Return an ordinal in digits: "1st", "12th", "23rd"."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


#: What names one of the first twenty places of a list: "third" and "3rd".
PLACES = {name: place for word, place in ORDINALS.items() if place <= 20 for name in (word, in_digits(place))}
