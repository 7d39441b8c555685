"""Bars: shares that an evaluation has to reach, named on the command line."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from plancritic.laboratory.feedback.tables import Share, Tables
from plancritic.laboratory.reporting import Bar

#: What a bar may be of, beside a suite's name; without a name it is `adherent`.
MEASURES = {
    "adherent": "elements that end in an adherent plan",
    "violated_before": "the same, of those that the plan without feedback violates",
    "kept": "of what translation alone had right, what the search kept",
    "mended": "of what translation alone had wrong, what the search mended",
    "steady": "archetypes that lost at most one element by the search",
}
ShareBar = Bar[float, Share]


def read_bars(texts: Sequence[str], suites: Collection[str]) -> tuple[tuple[str, float], ...]:
    """Return the bars written as `0.85` or `NAME=0.85`, NAME a measure or a suite's file name without its ending.

    Raises:
        ValueError: a number is none, or no share, or a name is unknown.
    """
    bars = []
    for text in texts:
        name, _, number = text.rpartition("=")
        name = name or "adherent"
        if name not in MEASURES and name not in suites:
            raise ValueError(f"{name!r} is neither a suite nor one of {', '.join(MEASURES)}")
        try:
            wanted = float(number)
        except ValueError:
            raise ValueError(f"{number!r} is not a number") from None
        if not 0 <= wanted <= 1:
            raise ValueError(f"{number} is not a share between 0 and 1")
        bars.append((name, wanted))
    return tuple(bars)


def reached(bars: Sequence[tuple[str, float]], tables: Tables) -> tuple[ShareBar, ...]:
    """Return the bars with what the tables say; a bar over nothing is met."""
    shares = ((name, wanted, _share(name, tables)) for name, wanted in bars)
    return tuple(Bar(name, wanted, own, own.rate is None or own.rate >= wanted) for name, wanted, own in shares)


def _share(name: str, tables: Tables) -> Share:
    cross = tables.cross
    match name:
        case "adherent":
            return tables.adherent
        case "violated_before":
            return tables.violated_before
        case "kept":
            return Share() if cross is None else Share(count=cross.both, of=cross.both + cross.lost)
        case "mended":
            return Share() if cross is None else Share(count=cross.mended, of=cross.mended + cross.neither)
        case "steady":
            falls = [row.translate_only - row.adherent for row in tables.archetypes if row.translate_only is not None]
            return Share(count=sum(fall <= 1 for fall in falls), of=len(falls))
        case _:
            return next((suite.right for suite in tables.suites if suite.suite == name), Share())
