"""Everything about the end of a run: plans side by side, each statement with its evidence, specification, timings."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.results.verdict_words import STYLES, understood_any
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import PlanRevised, PlanStep, ShownPlan, StatementOutcome, Timing
from plancritic.english.likelihood import likelihood
from plancritic.pictures.plan_changes import plan_end
from plancritic.pictures.verdict_words import JUDGE_NAMES, verdict_word

#: Below this width two plans do not fit beside each other.
SIDE_BY_SIDE_WIDTH = 100

_ENDINGS = {
    "adherent": "the plan meets the reading of every statement",
    "generations": "all generations were used",
    "deadline": "the deadline was reached",
    "nothing_to_search": "there was nothing to search",
}


def show_details(console: Console, result: PlanRevised) -> None:
    """Print what the short answer leaves out."""
    console.print(_plans(console, result))
    if result.shown is not None:
        console.print(Text(_step_numbers(result.shown)))
    for outcome in result.statements:
        console.print(_statement(outcome))
    console.print(_timings(result.timings))
    console.print(_summary(result))


def _plans(console: Console, result: PlanRevised) -> RenderableType:
    """The plan that step numbers refer to, beside the new one."""
    shown, revised = result.shown, result.steps
    title, before = ("Base plan", result.base_steps) if shown is None else ("Plan shown before", shown.steps)
    # A plan that nothing said had a part in is not called revised.
    after = "Revised plan" if understood_any(result) else "Plan"
    if console.width < SIDE_BY_SIDE_WIDTH:
        return Group(_plan(title, before), _plan(after, revised))
    table = Table(title="Plans", title_justify="left", expand=True, show_lines=False)
    for name, steps in ((title, before), (after, revised)):
        table.add_column(f"{name} ({_size(steps)})", ratio=1, overflow="fold")
    shared = {step.sentence for step in before} & {step.sentence for step in revised}
    for left, right in zip_longest(before, revised):
        table.add_row(_step(left, shared), _step(right, shared))
    return table


def _step_numbers(shown: ShownPlan) -> str:
    """Return which plan step numbers meant, and which they will mean in the next turn."""
    of_session = shown.source == "session"
    whose = f"revision {shown.revision} of this session" if of_session else "which came with the feedback"
    return (
        f"Step numbers in these statements refer to the plan shown before ({whose}), in the next turn to the new one."
    )


def _plan(title: str, steps: tuple[PlanStep, ...]) -> RenderableType:
    table = Table(title=f"{title} ({_size(steps)})", title_justify="left", show_header=False, expand=True)
    table.add_column(no_wrap=True, justify="right", style="cyan")
    table.add_column(overflow="fold", ratio=1)
    for step in steps:
        table.add_row(f"{step.number}.", Text(step.sentence))
    return table


def _step(step: PlanStep | None, shared: set[str]) -> Text:
    """A numbered step; one that the other plan has too is dimmed, so that the differences stand out."""
    if step is None:
        return Text("")
    style = "dim" if step.sentence in shared else ""
    return Text.assemble((f"{step.number:>3}. ", "cyan"), (step.sentence, style))


def _size(steps: tuple[PlanStep, ...]) -> str:
    return f"{counted(len(steps), 'action')}, ends at {plan_end(steps):g}"


def _statement(outcome: StatementOutcome) -> RenderableType:
    """What the short answer does not say of a statement."""
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    # Not the panel's title: it would be cut at the width.
    table.add_row("statement", Text(outcome.statement.text))
    table.add_row("verdict", Text(verdict_word(outcome.verdict), STYLES[outcome.verdict]))
    if outcome.mid_level_goal:
        table.add_row("mid-level goal", Text(outcome.mid_level_goal))
    if outcome.constraints:
        table.add_row("constraints", Text("\n".join(outcome.constraints)))
    if outcome.words_used:
        table.add_row("words used", Text(", ".join(outcome.words_used)))
    if outcome.words_unused:
        table.add_row("not used", Text(", ".join(outcome.words_unused)))
    if outcome.adherence is not None:
        unsure = ", which is unsure" if outcome.evidence is not None and outcome.evidence.unsure else ""
        likely = f"{outcome.adherence:.2f} likely that the plan does what was said"
        table.add_row("scorer", Text(f"{likely}, by the learned scorer{unsure}"))
    if outcome.judges:
        table.add_row("judges", Text(_judges(outcome.judges)))
    if outcome.explanation:
        table.add_row("because", Text(outcome.explanation))
    if outcome.alternatives:
        offered = [f"{each.sentence} ({each.score:.2f})" for each in outcome.alternatives]
        table.add_row("other readings", Text("\n".join(offered), "yellow"))
    if outcome.meanings is not None:
        meanings = [f"{likelihood(each.probability)}: {each.sentence}" for each in outcome.meanings.candidates]
        none = f"{likelihood(outcome.meanings.none)}: none of these"
        table.add_row("may mean", Text("\n".join([*meanings, none])))
    return Panel(table, title=Text(outcome.statement.id), title_align="left", border_style=STYLES[outcome.verdict])


def _judges(judges: Mapping[str, str]) -> str:
    """What each judge says, VAL first: it is the judge everybody knows."""
    order = sorted(judges, key=lambda judge: (judge != "val", judge))
    return "; ".join(f"{JUDGE_NAMES.get(judge, judge)}: {judges[judge]}" for judge in order)


def _timings(timings: tuple[Timing, ...]) -> RenderableType:
    table = Table()
    table.add_column("part")
    table.add_column("seconds", justify="right")
    table.add_column("times", justify="right")
    for timing in timings:
        table.add_row(timing.part, f"{timing.seconds:.3f}", str(timing.count))
    # Not the table's title: it would be broken at the width of so narrow a table.
    return Group(Text("How long each part took (parts overlap when they run at once)", "italic"), table)


def _summary(result: PlanRevised) -> RenderableType:
    judges = {report.judge: report.ruling for report in result.proof.reports}
    lines = Text()
    if understood_any(result):
        lines.append(f"proof of the plan under its specification: {result.proof.ruling} ({_judges(judges)})\n")
    lines.append(
        f"{counted(result.generations, 'generation')} searched; the search ended because {_ENDINGS[result.ended]}; "
        f"{result.mode} mode{f', seed {result.seed}' if result.seed is not None else ''}"
        f"\nstatements read by the translator {result.translator}; {_scorer(result)}"
        "\nspecification:"
    )
    for traced in result.specification:
        origin = ", ".join(traced.statements) or "mutation"
        origin = f"mutation of {origin}" if traced.evolved and traced.statements else origin
        lines.append(f"\n  {traced.constraint}  ({origin})")
    if result.lineage:
        lines.append("\nlineage:")
    for each in result.lineage:
        lines.append(f"\n  {each}")
    return Panel(lines, title=Text(f"run {result.envelope.correlation_id}"), title_align="left")


def _scorer(result: PlanRevised) -> str:
    if result.scorer is None:
        return f"no learned scorer ({result.scorer_missing}): only {', '.join(result.evidence)} counted"
    return f"scorer {result.scorer}"
