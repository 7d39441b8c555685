"""The tables for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.terminal import Console
from plancritic.laboratory.feedback.bars import ShareBar
from plancritic.laboratory.feedback.failures import CauseRow, FailureExample
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.laboratory.feedback.tables import PUBLISHED, CrossComparison, Share, Spread, Tables
from plancritic.laboratory.reporting import columns, make_table, pairs

#: What is meant by words that no plan can follow.
MEANINGLESS = "(nothing: not to be understood)"


def percent(rate: float | None) -> str:
    """Return a share in per cent; a dash where there is none."""
    return "–" if rate is None else f"{100 * rate:.1f} %"


def share_text(share: Share) -> str:
    """ "12 of 14 (85.7 %)" """
    return f"{share.count} of {share.of} ({percent(share.rate)})"


def headline(tables: Tables) -> tuple[tuple[str, str], ...]:
    """Return what an evaluation came to, as pairs of words and numbers."""
    lines = [
        ("adherent, by VAL on the ground truth", share_text(tables.adherent)),
        ("of those that the plan without feedback violates", share_text(tables.violated_before)),
        ("of those that it satisfies already", share_text(tables.held_before)),
        ("translation alone", share_text(tables.translate_only)),
    ]
    if tables.statements.of != tables.adherent.of:
        lines.append(("single requests adhered to", share_text(tables.statements)))
    if tables.refused_rightly.of:
        lines.append(("words without a meaning not understood", share_text(tables.refused_rightly)))
    if tables.calls_failed.count:
        lines.append(("call to the language model failed, counted as not adherent", share_text(tables.calls_failed)))
    if tables.guesses.of:
        lines.append(("guesses acted on that are right", share_text(tables.guesses)))
    if tables.reread.of:
        lines.append(("read differently from the first reading, and rightly", share_text(tables.reread)))
    if tables.told_adhered_false.of:
        lines.append(("told adhered, but false", share_text(tables.told_adhered_false)))
    if tables.told_unconfirmed_right.of:
        lines.append(("told unconfirmed, but right", share_text(tables.told_unconfirmed_right)))
    if tables.violated_told_adhered.of:
        lines.append(("violated without feedback, told adhered", share_text(tables.violated_told_adhered)))
    if tables.questions.count:
        lines.append(("questions, of all statements", share_text(tables.questions)))
    if tables.seconds is not None:
        spread = tables.seconds
        lines.append(("seconds from feedback to plan", f"median {spread.median:g}, p95 {spread.p95:g}"))
    lines.append(("disputed among the judges", str(len(tables.disputed))))
    return tuple(lines)


def show_tables(tables: Tables, settings: EvaluationSettings, console: Console, bars: Sequence[ShareBar] = ()) -> None:
    """Print everything."""
    console.print(Text(f"Domain {tables.domain}: {settings.shown()}", "bold"))
    console.print(pairs(headline(tables), style="bold"))
    if bars:
        console.print(_bars(bars))
    if len(tables.suites) > 1:
        console.print(_suites(tables, searched=settings.mode == "ga"))
    console.print(_archetypes(tables, searched=settings.mode == "ga"))
    if tables.cross is not None:
        console.print(_cross(tables.cross, tables.domain))
    if tables.causes:
        console.print(_causes(tables.causes))
        for cause in tables.causes:
            if cause.examples:
                console.print(_examples(cause))
    console.print(_outcomes(tables))
    console.print(_times(tables))


def _bars(bars: Sequence[ShareBar]) -> Table:
    table = make_table(columns("of", "wanted", "reached", ""), title="Bars")
    for bar in bars:
        numbers = (_words(bar.name), percent(bar.wanted), share_text(bar.reached))
        table.add_row(*numbers, "met" if bar.met else "missed", style="" if bar.met else "red")
    return table


def _suites(tables: Tables, searched: bool) -> Table:
    names = ("right", *(("of those violated before", "translation alone") if searched else ()))
    table = make_table([*columns("suite", overflow="fold"), *columns(*names, justify="right")], title="By suite")
    for row in tables.suites:
        shares = (row.right, *((row.violated_before, row.translate_only) if searched else ()))
        table.add_row(row.suite, *map(share_text, shares))
    return table


def _archetypes(tables: Tables, searched: bool) -> Table:
    names = ("elements", "held\nbefore", *(["with\nsearch"] if searched else []), "translation\nalone")
    heads = [*columns("archetype", overflow="fold"), *columns(*names, justify="right")]
    table = make_table(heads, title="Table II: adherent elements by archetype")
    for row in tables.archetypes:
        numbers = [row.elements, row.held, *([row.adherent] if searched else []), row.translate_only]
        fell = searched and row.translate_only is not None and row.adherent < row.translate_only
        table.add_row(row.archetype, *map(_number, numbers), style="red" if fell else "")
    return table


def _cross(cross: CrossComparison, domain: str) -> Table:
    names = ("valid → valid", "valid → invalid", "invalid → valid", "invalid → invalid", "lost", "mended")
    title = "Tables III and IV: what the search made of translation alone"
    table = make_table(["", *columns(*names, justify="right")], title=title)
    published = PUBLISHED.get(domain)
    compared = [("here", cross)]
    if published is not None:
        both, lost, mended, neither = published
        compared.append(("[EA]", CrossComparison(both=both, lost=lost, mended=mended, neither=neither)))
    for name, its in compared:
        numbers = map(str, (its.both, its.lost, its.mended, its.neither))
        table.add_row(name, *numbers, percent(its.lost_share), percent(its.mended_share))
    return table


def _causes(causes: tuple[CauseRow, ...]) -> Table:
    return make_table(
        ["cause", "in which way", "that is", *columns("elements", justify="right")],
        ((_words(cause.cause), _words(cause.detail), cause.meaning, str(cause.count)) for cause in causes),
        title="Failures by cause",
    )


def _examples(cause: CauseRow) -> Table:
    title = f"Examples: {_words(cause.cause)}{f' ({_words(cause.detail)})' if cause.detail else ''}"
    heads = columns("statement", "read as", "meant", ratio=1, overflow="fold")
    table = make_table(heads, title=title, expand=True, show_lines=True)
    for example in cause.examples:
        meant = "\n".join(example.ground_truth) or MEANINGLESS
        table.add_row(*(Text(text) for text in (_said(example), "\n".join(example.reading) or example.note, meant)))
    return table


def _said(example: FailureExample) -> str:
    """The statement, of several those that the plan breaks, and where it stands."""
    failed = f"\nnot done: {' / '.join(example.failed)}" if example.failed else ""
    place = ", ".join([*([example.suite] if example.suite else []), f"problem {example.problem}"])
    return f"{example.statement}{failed}\n({place})"


def _outcomes(tables: Tables) -> Table:
    names = [f"{each.outcome} ({counted(each.elements, 'element')})" for each in tables.outcomes]
    rows = (
        ("steps", [_spread(each.steps) for each in tables.outcomes]),
        ("end of the plan", [_spread(each.makespan) for each in tables.outcomes]),
        ("constraint types", [_counts(each.constraint_types) for each in tables.outcomes]),
        ("operators in the lineage", [_counts(each.mutations) for each in tables.outcomes]),
        ("generations bred", [_counts(each.generations) for each in tables.outcomes]),
    )
    return make_table(
        ["", *columns(*names, overflow="fold")],
        ((name, *values) for name, values in rows),
        title="Plans and specifications by outcome",
        caption=f"specifications of the searches by verdict: {_counts(tables.verdicts)}" if tables.verdicts else None,
    )


def _times(tables: Tables) -> Table:
    heads = [*columns("part"), *columns("elements", "mean", "median", "p95", "most", justify="right")]
    table = make_table(heads, title="Seconds (parts overlap when they run at once)")
    whole = {"from feedback to the end": tables.seconds} if tables.seconds is not None else {}
    for name, spread in {**whole, **tables.parts}.items():
        numbers = (spread.mean, spread.median, spread.p95, spread.most)
        table.add_row(name, str(spread.count), *(f"{number:.3f}" for number in numbers))
    return table


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _spread(spread: Spread | None) -> str:
    if spread is None:
        return "–"
    return f"median {spread.median:g}, mean {spread.mean:g} ({spread.least:g} to {spread.most:g})"


def _counts(counts: Mapping[str, int] | Mapping[int, int]) -> str:
    return ", ".join(f"{_words(str(name))}: {count}" for name, count in counts.items()) or "–"
