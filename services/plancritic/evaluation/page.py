"""The tables as one page that needs nothing else: styles and plots (SVG) are inside."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from plancritic.evaluation.rows import Row
from plancritic.evaluation.settings import EvaluationSettings
from plancritic.evaluation.tables import PUBLISHED, CrossComparison, Tables
from plancritic.evaluation.tables_text import headline, percent, settings_text

_BINS = 12


def make_page(rows: Sequence[Row], tables: Tables, settings: EvaluationSettings) -> str:
    """The page as HTML text; every text of a person, a suite or a model is escaped."""
    environment = Environment(
        loader=PackageLoader("plancritic.evaluation", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = percent
    environment.filters["words"] = lambda name: str(name).replace("_", " ")
    both = PUBLISHED.get(tables.domain)
    published = None
    if both is not None:
        published = CrossComparison(both=both[0], lost=both[1], mended=both[2], neither=both[3])
    return environment.get_template("page.html").render(
        tables=tables,
        settings=settings_text(settings),
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
