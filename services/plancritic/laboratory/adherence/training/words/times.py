"""What amounts of time and moments may be called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.english.forms import indefinite
from plancritic.english.numbers import in_words
from plancritic.laboratory.adherence.training.words.names import Names
from plancritic.pddl.language import number_text

_UNITS = (("second", 1.0, "sec"), ("minute", 60.0, "min"), ("hour", 3600.0, "hr"), ("day", 86400.0, None))
_MARKS = 10
#: The moment at which a plan begins, in words that no place goes by.
_OUTSET = ("the outset", "the very outset")


class Times:
    """The bounds of one text, all said in one way: words or digits, the domain's unit or another.

    Every form is one that `plancritic.adherence.mentions` reads as the same amount.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._unit = names.lexicon.time
        self._way = names.random.random()
        self._mark = names.random.randrange(_MARKS)
        self._letter = names.pick(["t={}", "t = {}", "T+{}", "t+{}", "T={}", "time {}"])

    def duration(self, amount: float) -> str:
        """ "5 hours", "five hours", "5h", "300 minutes", "an hour and a half", "5 time units"."""
        names, unit = self._names, self._unit
        number = number_text(amount)
        if names.technical:
            number = f"{number}.0" if "." not in number and self._way < 0.2 else number
            return f"{number} {'time unit' if amount == 1 else 'time units'}"
        if self._way < 0.25 and (spelled := self._spelled(amount, unit.singular, unit.plural)) is not None:
            return spelled
        if self._way < 0.4 and unit.abbreviations:
            short = names.pick([each for each in unit.abbreviations if len(each) < 5] or unit.abbreviations)
            return f"{number}{short}" if len(short) == 1 and names.random.random() < 0.5 else f"{number} {short}"
        if self._way < 0.52 and (other := self._converted(amount)) is not None:
            return other
        return names.lexicon.duration(amount)

    def mark(self, amount: float) -> str:
        """A moment, to stand after "from", "until" or "by": "hour 5", "5 hours in", "the 5-hour mark", "t=5"."""
        number = number_text(amount)
        if self._names.technical:
            return f"time step {number}" if "." not in number else f"time {number}"
        if amount == 0 and self._way < 0.5:
            return self._names.pick(_OUTSET)
        duration = self.duration(amount)
        match self._mark:
            case 0 | 1:
                return f"{self._unit.singular} {number}"
            case 2:
                return self._letter.format(number)
            case 3:
                return f"the {number}-{self._unit.singular} mark"
            case 4 | 5:
                return f"{duration} into the plan"
            case 6:
                return f"{duration} after the start"
        return f"{duration} in"

    def _spelled(self, amount: float, singular: str, plural: str) -> str | None:
        """ "two hours", "half an hour", "two and a half hours"; None for other fractions and for large numbers."""
        whole = int(amount)
        if whole > 100 or amount != int(amount * 2) / 2:
            return None
        if amount == whole:
            return f"{in_words(whole)} {singular if whole == 1 else plural}"
        if whole == 0:
            return f"half {indefinite(singular)}"
        if whole == 1 and self._way < 0.12:
            return f"{indefinite(singular)} and a half"
        return f"{in_words(whole)} and a half {plural}"

    def _converted(self, amount: float) -> str | None:
        """The same in another unit, where that is exact: "90 minutes", "90 min", "an hour and a half"."""
        seconds = amount * self._unit.seconds
        found = []
        for name, length, short in _UNITS:
            count = seconds / length
            if name == self._unit.singular or count != round(count, 1) or not 0.5 <= count <= 900:
                continue
            found.append(f"{number_text(count)} {name if count == 1 else name + 's'}")
            if short is not None and count != 1:
                found.append(f"{number_text(count)} {short}")
            if count <= 10 and (spelled := self._spelled(count, name, f"{name}s")) is not None:
                found.append(spelled)
        return self._names.pick(found) if found else None


@dataclass(frozen=True, slots=True)
class Bound:
    """A time in its forms: how long, and when."""

    times: Times
    amount: float

    @property
    def dur(self) -> str:
        """How long it is."""
        return self.times.duration(self.amount)

    @property
    def mark(self) -> str:
        """When it is, counted from the start of the plan."""
        return self.times.mark(self.amount)


def bounds_in_words(bounds: Sequence[float], names: Names) -> dict[str, object]:
    """The times of a constraint by the letters of patterns: `s` and `t`, and of two how long it is between, `l`."""
    times = Times(names)
    found = dict(zip("st", bounds, strict=False))
    lasting = {"l": found["t"] - found["s"]} if len(found) == 2 else {}
    return {letter: Bound(times, amount) for letter, amount in (found | lasting).items()}
