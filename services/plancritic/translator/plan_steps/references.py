"""Where a statement speaks of steps of the shown plan, by their numbers: one, a list, a range, "the step after 5".

A sentence becomes a line of pieces: steps as "@", times as "#", all else as the words that were said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from plancritic.english.lists import words
from plancritic.english.numbers import ONES, ORDINALS, TEENS
from plancritic.mentions.compounds import CompoundNames
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.linking import Linker
from plancritic.mentions.numbers_said import SECONDS
from plancritic.mentions.symbols import Symbol, index_at, symbols_of
from plancritic.mentions.text import affirmed, plain, stem, tokens
from plancritic.translator.sentences.speech import said_plainly

#: What stands for the steps of a reference, and for a time, in the text of a line.
STEPS = "@"
TIME = "#"
_NOUNS = words("step steps action actions number numbers item items stage stages task tasks")
_VALUES = {**ONES, **TEENS}
#: Up to here "the 12th" is read as a word; a higher number stands for a step by itself.
_RANKS = {word: number for word, number in ORDINALS.items() if number <= 12}
_LISTED = words(", and or nor & also both either neither then")
_LIGHT = words("the step steps action actions number numbers")
_NEXT = {"after": 1, "following": 1, "before": -1, "preceding": -1}
#: Before these a number without a unit is a time and no step.
_DEADLINES = words("by within under")
_NO_DEADLINE = words("followed preceded replaced")
_CLOCK = words("time t clock second minute hour sec min")
#: Two numbers that bound a span of time: "between hours 2 and 4", "from 2 to 4".
_SPAN = re.compile(
    r"(?<!\S)(?:(?P<lead>between|from|during) )?(?:the )?(?P<before>[a-z]+ )?(?P<one>\d+(?:\.\d+)?) (?P<inner>[a-z]+ )?"
    r"(?:and|to|until|till|through|thru) (?:the )?(?P<again>[a-z]+ )?(?P<two>\d+(?:\.\d+)?)(?P<after> [a-z]+)?(?!\S)"
)
_PARTING = words(", . ; : ! ? so because since but")
#: What may follow a number that stands for a step by itself: "6 comes first", "swap 5 and 6, please".
_AFTER_STEPS = words(
    "must should shall will would can could may might ought has have had is are was were be been needs need to "
    "comes come came goes go happens happen takes take waits wait precedes follows follow runs done finished in "
    "please instead too also already still straight right directly immediately just long well"
)
_AFTER_STEPS_CUES = (Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.NOT, Cue.ONLY, Cue.JOIN, Cue.FIRST, Cue.THEN, Cue.FILLER)


@dataclass(frozen=True, slots=True)
class Piece:
    """Steps, a time in the domain's unit, or a word; `items` are those of the statement that said it."""

    text: str
    items: tuple[Item, ...] = ()
    steps: tuple[int, ...] = ()
    value: float = 0.0
    #: Whether any one of the steps will do: "step 3 or step 4".
    either: bool = False


Line = tuple[Piece, ...]


def line_text(line: Line) -> str:
    """Return the line as a text, one blank between two pieces."""
    return " ".join(piece.text for piece in line)


class StepReferences:
    """Finds references to the steps of a plan that has so many."""

    def __init__(self, linker: Linker, last: int) -> None:
        self._linker = linker
        self._last = last
        unit = linker.context.time
        self._scale = {name: value / unit.seconds for name, value in SECONDS.items()}
        self._scale |= {stem(n): 1.0 for n in (unit.singular, unit.plural, *unit.abbreviations) if " " not in n}
        self._names = CompoundNames(linker)

    def line(self, statement: str) -> Line:
        """Return the statement as a line; without a reference to a step it holds no "@"."""
        items = self._linker.link(tokens(_spelt(statement)))
        spoken = self._spoken(items)
        nouned = any(w in _NOUNS for _, w, _ in spoken) or re.search(r"#\s*\d", statement) is not None
        found = list(self._pieces(spoken, nouned))
        if not nouned and not _stand_alone(found):
            return tuple(_word(piece) for piece in found)
        return self._neighbours(_joined(found))

    def _spoken(self, items: tuple[Item, ...]) -> list[tuple[Item, str, bool]]:
        """Each word with its item and whether it is part of a name ("van 1", "instruments 0 and 1")."""
        symbols = symbols_of(items, (), 1.0, self._linker.world.places)
        compound = {
            start
            for symbol in self._names.compounds(tuple(s for s in symbols if s.text != TIME or len(s.starts) > 1))
            for start in symbol.starts
            if _numbered(symbol)
        }
        return [
            (item, word, (bool(item.named()) and not item.has(Cue.END)) or item.start in compound)
            for item in items
            for word in item.text.split()
        ]

    def _pieces(self, spoken: list[tuple[Item, str, bool]], nouned: bool) -> Iterator[Piece]:
        at = 0
        listing = False
        spans = self._spans(spoken, nouned)
        while at < len(spoken):
            item, word, name = spoken[at]
            time = None if name else spans.get(at) or self._time(spoken, at)
            if time is not None:
                yield Piece(TIME, tuple(i for i, _, _ in spoken[at : time[1]]), (), time[0])
                at, listing = time[1], False
                continue
            number, stop = self._number(spoken, at, listing, nouned)
            if number is not None:
                yield Piece(STEPS, tuple(i for i, _, _ in spoken[at:stop]), (number,))
                at, listing = stop, True
                continue
            listing = word in _LISTED or word in _LIGHT if listing else word in _NOUNS
            yield Piece(word, (item,))
            at += 1

    def _number(
        self, spoken: list[tuple[Item, str, bool]], at: int, listing: bool, nouned: bool
    ) -> tuple[int | None, int]:
        """The step that a word numbers, and where the words that say so end."""
        _, word, name = spoken[at]
        if word.isdigit() and not name:
            return int(word), at + 1
        following = spoken[at + 1][1] if at + 1 < len(spoken) else ""
        before = spoken[at - 1][1] if at else ""
        if listing and word in _VALUES and before not in ("both", "either", "the"):
            return _VALUES[word], at + 1
        if before == "the" or following in _NOUNS:
            rank = _RANKS.get(word) or (self._last if word in ("last", "final") else None)
            if rank is not None and following in ("step", "action"):
                # "The sixth step", but "the first step 6" is step 6.
                numbered = at + 2 < len(spoken) and spoken[at + 2][1].isdigit()
                return (None, at + 1) if numbered else (rank, at + 2)
            if nouned and word in _RANKS and _RANKS[word] > 2 and not following.isalpha():
                return _RANKS[word], at + 1
        return None, at + 1

    def _spans(self, spoken: list[tuple[Item, str, bool]], nouned: bool) -> dict[int, tuple[float, int]]:
        """Where a span of time is bounded by two numbers: each with its time and where the words for it end."""
        said = " ".join("(name)" if name else word for _, word, name in spoken)
        found: dict[int, tuple[float, int]] = {}
        for match in _SPAN.finditer(said):
            units = [
                self._scale.get(stem((match[part] or "").strip())) for part in ("before", "inner", "again", "after")
            ]
            scale = next((unit for unit in reversed(units) if unit is not None), None)
            plural = (match["before"] or "").endswith("s ") and units[0] is not None
            if not plural and (match["lead"] is None or (scale is None and nouned)):
                continue
            for number, unit in (("one", "inner"), ("two", "after")):
                at = index_at(said, match.start(number))
                spoken_unit = units[1 if unit == "inner" else 3] is not None
                found[at] = (float(match[number]) * (scale or 1.0), at + 1 + spoken_unit)
        return found

    def _time(self, spoken: list[tuple[Item, str, bool]], at: int) -> tuple[float, int] | None:
        """A time that begins here: "25 seconds", "second 40", "t = 20", and after "by" a number alone."""
        word = spoken[at][1]
        if at and spoken[at - 1][1] in _NOUNS and word.isdigit():
            return None
        rest = [w for _, w, _ in spoken[at + 1 : at + 3]]
        value = float(word) if re.fullmatch(r"\d+(\.\d+)?", word) else float(_VALUES.get(word, 0))
        article = word in ("a", "an") and at > 0 and spoken[at - 1][1] in ("within", "in", "by", "under")
        if article and rest and stem(rest[0]) in self._scale:
            return self._scale[stem(rest[0])], at + 2
        if value and rest and stem(rest[0]) in self._scale:
            return value * self._scale[stem(rest[0])], at + 2
        if word in _CLOCK and rest:
            inner = 1 if rest[0] in ("=", "+") and len(rest) > 1 else 0
            if re.fullmatch(r"\d+(\.\d+)?", rest[inner]):
                return float(rest[inner]) * self._scale.get(stem(word), 1.0), at + 2 + inner
        before = [w for _, w, _ in spoken[max(0, at - 2) : at]]
        if re.fullmatch(r"\d+\.\d+", word):
            return float(word), at + 1
        if word.isdigit() and before[-1:] and before[-1] in _DEADLINES and before[0] not in _NO_DEADLINE:
            return float(word), at + 1
        if word.isdigit() and len(before) == 2 and before in (["later", "than"], ["less", "than"]):
            late = any(w in ("no", "not") for _, w, _ in spoken[max(0, at - 4) : at])
            return (float(word), at + 1) if (late and before[0] == "later") or before[0] == "less" else None
        return None

    def _neighbours(self, line: Line) -> Line:
        """ "The step after step 5" is step 6."""
        found: list[Piece] = []
        for piece in line:
            if len(piece.steps) == 1 and len(found) >= 2:
                shift = _NEXT.get(found[-1].text)
                back = 3 if found[-2].text in ("right", "just", "immediately", "directly", "next") else 2
                noun = found[-back].text if len(found) >= back else ""
                article = found[-back - 1].text if len(found) > back else ""
                if shift and noun in ("step", "action") and article in ("the", "next", "previous", "very"):
                    del found[-back:]
                    piece = Piece(STEPS, piece.items, (piece.steps[0] + shift,))
            found.append(piece)
        return tuple(found)


def _stand_alone(pieces: list[Piece]) -> bool:
    """Whether numbers that nothing calls steps are some all the same: "6 before 5", but not "2 boats before 3 boats".

    There are two of them at least, each stands as a noun does, and beside them nothing is named, nor a time.
    """
    if sum(bool(piece.steps) for piece in pieces) < 2 or any(piece.text == TIME for piece in pieces):
        return False
    cuts = [number for number, piece in enumerate(pieces) if piece.text in _PARTING]
    for start, stop in pairwise((0, *cuts, len(pieces))):
        beside = [item for piece in pieces[start:stop] if not piece.steps for item in piece.items]
        spoken = any(piece.steps for piece in pieces[start:stop])
        if spoken and any(item.named() and not item.has(Cue.END) for item in beside):
            return False
    return all(_noun_like(pieces, number) for number, piece in enumerate(pieces) if piece.steps)


def _noun_like(pieces: list[Piece], number: int) -> bool:
    following = pieces[number + 1] if number + 1 < len(pieces) else None
    if following is None or not following.text[0].isalpha() or following.text in _AFTER_STEPS:
        return True
    return any(item.has(*_AFTER_STEPS_CUES) for item in following.items)


def _numbered(symbol: Symbol) -> bool:
    return bool(symbol.names) and any(part.isdigit() for part in symbol.stems)


def denial_or_number(statement: str) -> bool:
    """Return whether "no" before the number of a step may deny it as well as count it: "No 5 before 6!"."""
    text = plain(statement)
    return len(re.findall(r"(?i)\bno\s*#?\s*\d", text)) == 1 and bool(
        re.search(r"(?i)(?:^|[.,;:!?]\s*)no\s*#?\s*\d", text)
    )


def _word(piece: Piece) -> Piece:
    """A number that is no step as the word it is."""
    return Piece(piece.items[0].text, piece.items) if piece.steps else piece


def _joined(pieces: list[Piece]) -> Line:
    """References side by side as one: "steps 3, 4 and 7", "3 to 6", "both step 8 and step 10"."""
    found: list[Piece] = []
    pending: list[Piece] = []
    for piece in pieces:
        if not piece.steps:
            pending.append(piece)
            continue
        between = [p.text for p in pending]
        between = [w for w in between if w not in _LIGHT]
        if found and found[-1].steps and between in (["to"], ["through"], ["thru"], ["up", "to"]):
            one, other = found[-1].steps[-1], piece.steps[0]
            if one < other:
                steps = (*found[-1].steps, *range(one + 1, other + 1))
                found[-1] = Piece(STEPS, (*found[-1].items, *piece.items), steps)
                pending = []
                continue
        lists = all(w in (",", "and", "or", "nor", "&", "also", "plus", "as", "well") for w in between)
        if found and found[-1].steps and lists and between and not (between == [","] and not _goes_on(pieces, piece)):
            either = found[-1].either or "or" in between
            steps = tuple(dict.fromkeys((*found[-1].steps, *piece.steps)))
            found[-1] = Piece(STEPS, (*found[-1].items, *piece.items), steps, 0.0, either)
            pending = []
            continue
        found.extend(pending)
        pending = []
        while found and found[-1].text in _NOUNS | {"both", "either"}:
            found.pop()
        found.append(piece)
    return (*found, *pending)


def _goes_on(pieces: list[Piece], piece: Piece) -> bool:
    """Whether a list of numbers parted by commas ends with "and": "8, 10 and 12"."""
    at = next(n for n, each in enumerate(pieces) if each is piece)
    for following in pieces[at + 1 :]:
        if following.text in ("and", "or", "&"):
            return True
        if not following.steps and following.text not in (",", *_LIGHT):
            return False
    return False


def _spelt(statement: str) -> str:
    """The statement with numbers of steps as digits that stand for themselves."""
    text = said_plainly(affirmed(plain(statement)))
    text = re.sub(r"(?i)\bno\.?\s*#?\s*(?=\d)", "number ", text)
    text = re.sub(r"(?<=\d)\s*-\s*(?=\d)", " to ", text)
    ranks: Mapping[int, str] = {number: word for word, number in _RANKS.items()}
    text = re.sub(
        r"(?i)\b(?:the )?(\d+)(?:st|nd|rd|th)\b(?: (?=step|action))?",
        lambda match: f"the {ranks.get(int(match[1]), match[1])} ",
        text,
    )
    return re.sub(r"-+>|=+>|→|>", " then ", text)
