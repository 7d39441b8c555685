"""The tables as one page that needs nothing else: styles and plots (SVG) are inside."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from plancritic.laboratory.feedback.bars import ShareBar
from plancritic.laboratory.feedback.rows import Row
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.laboratory.feedback.sweep import Sweep
from plancritic.laboratory.feedback.sweep_text import reference_text
from plancritic.laboratory.feedback.tables import PUBLISHED, CrossComparison, Tables
from plancritic.laboratory.feedback.tables_text import MEANINGLESS, headline, percent, share_text

_BINS = 12


def make_page(rows: Sequence[Row], tables: Tables, settings: EvaluationSettings, bars: Sequence[ShareBar] = ()) -> str:
    """Return the page as HTML text; every text of a person, a suite or a model is escaped."""
    both = PUBLISHED.get(tables.domain)
    published = None
    if both is not None:
        published = CrossComparison(both=both[0], lost=both[1], mended=both[2], neither=both[3])
    return (
        _templates()
        .get_template("page.html")
        .render(
            tables=tables,
            settings=settings.shown(),
            promised=bars,
            meaningless=MEANINGLESS,
            searched=settings.mode == "ga",
            headline=headline(tables),
            published=published,
            times=histogram([row.seconds for row in rows]),
            lengths={
                outcome: histogram([row.steps for row in rows if row.steps is not None and row.adherent is adherent])
                for outcome, adherent in (("adherent", True), ("not adherent", False))
            },
            rows=rows,
        )
    )


def make_sweep_page(sweep: Sweep, tables: Sequence[Tables]) -> str:
    """Return a sweep as a page of its own; `tables` are those of its rows, for the failures in them."""
    return (
        _templates()
        .get_template("sweep.html")
        .render(
            sweep=sweep,
            reference=reference_text(sweep),
            points=list(zip(sweep.rows, tables, strict=True)),
            meaningless=MEANINGLESS,
        )
    )


def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("plancritic.laboratory.feedback", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = percent
    environment.filters["share"] = share_text
    environment.filters["words"] = lambda name: str(name).replace("_", " ")
    return environment


def histogram(values: Sequence[float]) -> list[tuple[float, float, int]]:
    """Counts of the values in at most twelve bins of equal width, as (from, to, count)."""
    if not values:
        return []
    low, high = min(values), max(values)
    if low == high:
        return [(low, high, len(values))]
    width = (high - low) / _BINS
    counts = [0] * _BINS
    for value in values:
        counts[min(int((value - low) / width), _BINS - 1)] += 1
    return [(low + place * width, low + (place + 1) * width, count) for place, count in enumerate(counts)]
