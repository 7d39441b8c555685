"""A clause as a line of symbols: names as "@", times as "#", all else as the words that were said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from plancritic.english.lists import words
from plancritic.english.numbers import CARDINALS, ORDINALS, TENS
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item, Named
from plancritic.mentions.numbers_said import SECONDS
from plancritic.mentions.text import stem

NAME = "@"
TIME = "#"
_JOINED = words("to until till through and - or up")


@dataclass(frozen=True, slots=True)
class Symbol:
    """A word, a name or a time, with the items that said it."""

    text: str
    starts: tuple[int, ...]
    names: tuple[Named, ...] = field(default=(), compare=False)
    value: float = 0.0
    stems: tuple[str, ...] = field(default=(), compare=False)


Symbols = tuple[Symbol, ...]


def index_at(text: str, position: int) -> int:
    """Return the number of the symbol that begins at a position of the text."""
    return text.count(" ", 0, position)


def symbols_of(items: tuple[Item, ...], unit_names: Iterable[str], seconds: float, places: frozenset[str]) -> Symbols:
    """Return the symbols of a clause; times are in the domain's unit, which has the names and lasts so many seconds."""
    scale: dict[str, float] = {name: value / seconds for name, value in SECONDS.items()}
    scale |= {stem(name): 1.0 for name in unit_names if " " not in name}
    return tuple(_times(list(_spelt(items, places)), scale))


def _spelt(items: tuple[Item, ...], places: frozenset[str]) -> Iterator[Symbol]:
    for item in items:
        parts = item.text.split()
        names = tuple(n for n in item.named() if not _means_all(n, places, item.text))
        anywhere = item.text in ("nowhere", "anywhere", "everywhere")
        if names and not anywhere and not (item.has(Cue.END) and len(parts) > 1):
            yield Symbol(NAME, (item.start,), names, 0.0, tuple(stem(part) for part in parts))
            continue
        for part in parts:
            yield Symbol(part, (item.start,), (), 0.0, (stem(part),))


def _means_all(named: Named, places: frozenset[str], text: str) -> bool:
    """Whether a name only says "some place", which names nothing."""
    return named.kind == "type" and not named.negative and len(named.objects) > 1 and set(named.objects) == set(places)


def _times(symbols: list[Symbol], scale: Mapping[str, float]) -> Iterator[Symbol]:
    at = 0
    while at < len(symbols):
        ahead = _unit_first(symbols, at, scale)
        if ahead is not None:
            yield ahead[0]
            at = ahead[1]
            continue
        number = _number(symbols, at)
        if number is None:
            found = _half(symbols, at, scale)
            if found is not None:
                yield found[0]
                at = found[1]
                continue
            yield symbols[at]
            at += 1
            continue
        value, stop, ordinal = number
        skip = stop + 1 if stop < len(symbols) and symbols[stop].text == "-" else stop
        factor = scale.get(symbols[skip].stems[0]) if skip < len(symbols) and symbols[skip].stems else None
        if (
            factor is not None
            and symbols[skip].text not in ("t", "s.")
            and not (ordinal and symbols[at].text == "first")
        ):
            yield Symbol(TIME, starts_of_list(symbols[at : skip + 1]), (), value * factor)
            at = skip + 1
        elif not ordinal and _timely(symbols, at, stop, scale):
            yield Symbol(TIME, starts_of_list(symbols[at:stop]), (), value)
            at = stop
        else:
            yield symbols[at]
            at += 1


def starts_of_list(symbols: list[Symbol]) -> tuple[int, ...]:
    """Return the items that said the symbols, in order."""
    return tuple(dict.fromkeys(start for symbol in symbols for start in symbol.starts))


def _number(symbols: list[Symbol], at: int) -> tuple[float, int, bool] | None:
    """A number, where it ends and whether it is an ordinal."""
    word = symbols[at].text
    if re.fullmatch(r"\d+(\.\d+)?", word):
        return float(word), at + 1, False
    following = symbols[at + 1].text if at + 1 < len(symbols) else ""
    if word in TENS:
        skip = at + 2 if following == "-" else at + 1
        unit = symbols[skip].text if skip < len(symbols) else ""
        if unit in CARDINALS and 0 < CARDINALS[unit] < 10:
            return float(TENS[word] + CARDINALS[unit]), skip + 1, False
        return float(TENS[word]), at + 1, False
    if following == "hundred" and (word == "a" or word in CARDINALS):
        hundreds = 100.0 * CARDINALS.get(word, 1)
        rest = at + 3 if at + 2 < len(symbols) and symbols[at + 2].text == "and" else at + 2
        more = _number(symbols, rest) if rest < len(symbols) else None
        if more is not None and not more[2] and more[0] < 100:
            return hundreds + more[0], more[1], False
        return hundreds, at + 2, False
    if word == "hundred":
        return 100.0, at + 1, False
    if word in CARDINALS:
        return float(CARDINALS[word]), at + 1, False
    if word in ORDINALS:
        return float(ORDINALS[word]), at + 1, True
    return None


def _unit_first(symbols: list[Symbol], at: int, scale: Mapping[str, float]) -> tuple[Symbol, int] | None:
    """ "Hour 5", "second 85", "T+3"."""
    word = symbols[at].text
    unit = symbols[at].stems[0] if symbols[at].stems else ""
    if unit not in scale and not (word in ("t", "time") and at + 1 < len(symbols)):
        return None
    inner = at + 2 if at + 1 < len(symbols) and symbols[at + 1].text in ("+", "=", "plus") else at + 1
    number = _number(symbols, inner) if inner < len(symbols) else None
    if number is None or number[2]:
        return None
    stop = number[1]
    return Symbol(TIME, starts_of_list(symbols[at:stop]), (), number[0] * scale.get(unit, 1.0)), stop


def _half(symbols: list[Symbol], at: int, scale: Mapping[str, float]) -> tuple[Symbol, int] | None:
    """ "Half a minute", "the hour" after "within", "a minute"."""
    said = [symbol.text for symbol in symbols[at : at + 3]]
    if len(said) == 3 and said[0] == "half" and said[1] in ("a", "an") and symbols[at + 2].stems[0] in scale:
        value = 0.5 * scale[symbols[at + 2].stems[0]]
        return Symbol(TIME, starts_of_list(symbols[at : at + 3]), (), value), at + 3
    single = len(said) >= 2 and said[0] in ("a", "an", "the") and symbols[at + 1].text in ("hour", "minute", "day")
    if single and at and (symbols[at - 1].text in ("within", "inside") or said[0] in ("a", "an")):
        value = scale.get(symbols[at + 1].stems[0], 0.0)
        return Symbol(TIME, starts_of_list(symbols[at : at + 2]), (), value), at + 2
    return None


def _timely(symbols: list[Symbol], at: int, stop: int, scale: Mapping[str, float]) -> bool:
    """Whether a number without a unit is a time by what stands beside it: "from 35 on", "10 to 75 h"."""
    before = symbols[at - 1].text if at else ""
    after = symbols[stop].text if stop < len(symbols) else ""
    if after in _JOINED and stop + 1 < len(symbols):
        nearby = stop + 2 if symbols[stop + 1].text in ("to", "hour", "second") else stop + 1
        other = _number(symbols, nearby) if nearby < len(symbols) else None
        if other is not None and not other[2]:
            return symbols[at].text.replace(".", "").isdigit() or before in ("from", "between")
    if after.isdigit() and symbols[at].text.isdigit():
        # "10-75 h": the hyphen is not heard.
        beyond = symbols[stop + 1] if stop + 1 < len(symbols) else None
        return before in ("hours", "seconds", "h", "s", "t") or (
            beyond is not None and bool(beyond.stems) and beyond.stems[0] in scale
        )
    if before.isdigit() and at > 1 and symbols[at - 2].text in ("hours", "seconds"):
        return True
    if before in _JOINED and at > 1 and (_number(symbols, at - 2) is not None or symbols[at - 2].text.isdigit()):
        return True
    if before in ("hours", "seconds", "from", "by", "after", "until", "till", "past", "beyond", "within", "second"):
        return symbols[at].text.replace(".", "").isdigit() or after in ("on", "onwards", "onward")
    if before in ("to", "and", "-", "through", "hour") and any(s.text.isdigit() for s in symbols[max(0, at - 3) : at]):
        return True
    return after in ("onwards", "onward")
