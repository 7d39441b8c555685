"""A drawing as one page of HTML that needs nothing else: styles, script and pictures (SVG) are inside."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, StrictUndefined

from plancritic.pages.map_page import map_page, without_article
from plancritic.pages.time_axis import axis_of
from plancritic.pictures.changes_in_words import TimeWords, counts_sentence, end_sentence
from plancritic.pictures.drawing import Comparison, Drawing
from plancritic.pictures.drawings import plan_steps_of
from plancritic.pictures.plan_changes import plan_changes
from plancritic.pictures.verdict_words import JUDGE_NAMES, verdict_word

#: Says that a file was written by this program; such a file is replaced without asking.
GENERATOR = "plancritic show"

#: The folder of the styles and the script of a drawing, for who serves them as files.
STYLES_AND_SCRIPT = Path(__file__).parent / "static"

#: A sign beside each word, so that nothing is told by colour alone.
_VERDICT_SIGNS = {
    "adhered": "✓",
    "unconfirmed": "?",
    "violated": "✗",
    "impossible": "⊘",
    "not_understood": "…",
    "disputed": "≠",
}
_CHANGE_SIGNS = {"added": "+", "removed": "−", "replaced": "~", "moved": "→", "unchanged": "="}
_CHANGE_WORDS = {
    "added": "added",
    "removed": "removed",
    "replaced": "replaced",
    "moved": "other time",
    "unchanged": "unchanged",
}
_LANE_COLOURS = 8


def make_page(drawing: Drawing) -> str:
    """Return the page as HTML text. Every text of a person, a domain or a model is escaped."""
    return _templates().get_template("page.html").render(drawn(drawing), generator=GENERATOR)


def drawn(drawing: Drawing) -> dict[str, Any]:
    """Return what templates of a drawing need: the page's, and those of others that use its parts."""
    axis = axis_of(drawing)
    return {
        "drawing": drawing,
        "plan": drawing.plan,
        "axis": axis,
        "map": map_page(drawing.plan, axis),
        "judges": _judges(drawing),
        "comparison_sentences": _comparison_sentences(drawing),
    }


def page_environment(*loaders: BaseLoader) -> Environment:
    """Return an environment in which templates find the parts of this room, and escape what they are given.

    `loaders` are searched first.
    """
    environment = Environment(
        loader=ChoiceLoader([*loaders, *(PackageLoader("plancritic.pages", each) for each in ("templates", "static"))]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = lambda share: f"{100 * share:.3f}%"
    environment.filters["article_free"] = without_article
    environment.filters["verdict"] = verdict_word
    environment.filters["colour"] = lambda lane: lane % _LANE_COLOURS
    environment.globals |= {
        "verdict_signs": _VERDICT_SIGNS,
        "change_signs": _CHANGE_SIGNS,
        "change_words": _CHANGE_WORDS,
    }
    return environment


@cache
def _templates() -> Environment:
    return page_environment()


def _judges(drawing: Drawing) -> list[str]:
    if drawing.proof is None:
        return []
    return [JUDGE_NAMES.get(judge, judge) for judge, ruling in drawing.proof.judges.items() if ruling == "accepted"]


def _comparison_sentences(drawing: Drawing) -> list[str]:
    comparison: Comparison | None = drawing.comparison
    if comparison is None:
        return []
    changes = plan_changes(plan_steps_of(comparison.before), plan_steps_of(drawing.plan))
    unit = TimeWords(drawing.unit.singular, drawing.unit.plural)
    if changes.nothing:
        return [f"The plan is the same as {comparison.name}."]
    return [end_sentence(changes, unit, comparison.name), counts_sentence(changes)]
