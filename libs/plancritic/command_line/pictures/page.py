"""A drawing as one page of HTML that needs nothing else: styles, script and pictures (SVG) are inside."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from plancritic.command_line.pictures.map_page import map_page, without_article
from plancritic.command_line.pictures.time_axis import axis_of
from plancritic.command_line.plans.changes_text import TimeWords, counts_sentence, end_sentence
from plancritic.command_line.runs.verdict_words import JUDGE_NAMES, verdict_word
from plancritic.pictures.drawing import Comparison, Drawing
from plancritic.pictures.drawings import plan_steps_of
from plancritic.pictures.plan_changes import plan_changes

#: Says that a file was written by this program; such a file is replaced without asking.
GENERATOR = "plancritic show"

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
    axis = axis_of(drawing)
    return (
        _templates()
        .get_template("page.html")
        .render(
            drawing=drawing,
            plan=drawing.plan,
            axis=axis,
            map=map_page(drawing.plan, axis),
            generator=GENERATOR,
            verdict_signs=_VERDICT_SIGNS,
            change_signs=_CHANGE_SIGNS,
            change_words=_CHANGE_WORDS,
            judges=_judges(drawing),
            comparison_sentences=_comparison_sentences(drawing),
        )
    )


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


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("plancritic.command_line.pictures", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = lambda share: f"{100 * share:.3f}%"
    environment.filters["article_free"] = without_article
    environment.filters["verdict"] = verdict_word
    environment.filters["colour"] = lambda lane: lane % _LANE_COLOURS
    return environment
