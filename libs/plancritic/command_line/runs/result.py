"""The end of a run for people and for programs: plans side by side, what became of each statement, timings."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import (
    CarriedStatement,
    PlanRevised,
    PlanStep,
    ShownPlan,
    StatementGuess,
    StatementOutcome,
    Timing,
)

#: Below this width two plans do not fit beside each other.
SIDE_BY_SIDE_WIDTH = 100

_STYLES = {
    "adhered": "bold green",
    "unconfirmed": "bold yellow",
    "violated": "bold red",
    "impossible": "bold yellow",
    "not_understood": "bold yellow",
    "disputed": "bold magenta",
}
_STILL = {"adhered": "holds", "violated": "does not hold", "disputed": "disputed"}
_JUDGE_NAMES = {"val": "VAL", "kairos": "Kairos' validator", "executor": "trajectory executor"}
_ENDINGS = {
    "adherent": "the plan meets the reading of every statement",
    "generations": "all generations were used",
    "deadline": "the deadline was reached",
    "nothing_to_search": "there was nothing to search",
}


def everything_adhered(result: PlanRevised) -> bool:
    """Return whether exit code 0 is due: the plan is proved and every must is `adhered`, none only `unconfirmed`."""
    return result.proof.ruling == "accepted" and all(
        outcome.verdict == "adhered" for outcome in result.statements if outcome.statement.strength == "must"
    )


def result_json(result: PlanRevised) -> dict[str, Any]:
    """The result as the documented JSON: `plan`, `statements`, `specification`, `run` and more."""
    dumped = result.model_dump(mode="json")
    statements = []
    for outcome in dumped.pop("statements"):
        statement = outcome.pop("statement")
        described = {"id": statement["id"], "statement": statement["text"], "strength": statement["strength"]}
        statements.append({**described, **outcome})
    envelope = dumped.pop("envelope")
    problem = dumped.pop("problem")
    return {
        "run": envelope["correlation_id"],
        "session": envelope["session_id"],
        "domain": problem["domain"],
        "problem": problem["problem"],
        "bundle": problem["bundle"],
        "statements": statements,
        **dumped,
    }


def show_result(console: Console, result: PlanRevised) -> None:
    """Print the whole result of a run."""
    console.print(_plans(console, result))
    if result.shown is not None:
        console.print(Text(_step_numbers(result.shown)))
    for outcome in result.statements:
        console.print(_statement(outcome))
    if result.carried:
        console.print(_carried(result.carried))
    console.print(_timings(result.timings))
    console.print(_summary(result))


def _plans(console: Console, result: PlanRevised) -> RenderableType:
    """The plan that step numbers refer to, beside the revised one."""
    shown, revised = result.shown, result.steps
    title, before = ("Base plan", result.base_steps) if shown is None else ("Plan shown before", shown.steps)
    if console.width < SIDE_BY_SIDE_WIDTH:
        return Group(_plan(title, before), _plan("Revised plan", revised))
    table = Table(title="Plans", title_justify="left", expand=True, show_lines=False)
    for name, steps in ((title, before), ("Revised plan", revised)):
        table.add_column(f"{name} ({_size(steps)})", ratio=1, overflow="fold")
    shared = {step.sentence for step in before} & {step.sentence for step in revised}
    for left, right in zip_longest(before, revised):
        table.add_row(_step(left, shared), _step(right, shared))
    return table


def _step_numbers(shown: ShownPlan) -> str:
    """Return which plan step numbers meant, and which they will mean in the next turn."""
    whose = "which came with the feedback" if shown.run is None else f"the plan of run {shown.run} of this session"
    return (
        f"Step numbers in the statements refer to the plan shown before ({whose}), in the next turn to the revised one."
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
    end = max((step.start + step.duration for step in steps), default=0.0)
    return f"{counted(len(steps), 'action')}, ends at {end:g}"


def _statement(outcome: StatementOutcome) -> RenderableType:
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    # Not the panel's title: it would be cut at the width.
    table.add_row("statement", Text(outcome.statement.text))
    word = outcome.verdict.replace("_", " ")
    table.add_row("verdict", Text(word, _STYLES[outcome.verdict]))
    if outcome.statement.strength != "must":
        table.add_row("wish", Text(outcome.statement.strength))
    if outcome.mid_level_goal:
        table.add_row("mid-level goal", Text(outcome.mid_level_goal))
    if outcome.constraints:
        table.add_row("constraints", Text("\n".join(outcome.constraints)))
    if outcome.adherence is not None:
        unsure = ", which is unsure" if outcome.evidence is not None and outcome.evidence.unsure else ""
        table.add_row("adherence", Text(f"{outcome.adherence:.2f} by the learned scorer{unsure}"))
    if outcome.judges:
        table.add_row("judges", Text(_judges(outcome.judges)))
    if outcome.explanation:
        table.add_row("because", Text(outcome.explanation))
    if outcome.doubt:
        table.add_row("doubt", Text(outcome.doubt, "yellow"))
    if outcome.alternatives:
        offered = [f"{each.sentence} ({each.score:.2f})" for each in outcome.alternatives]
        table.add_row("or did you mean", Text("\n".join(offered), "yellow"))
    if outcome.guess is not None:
        table.add_row("guess", Text(_guess(outcome.guess), "yellow"))
    if outcome.impossible_with:
        table.add_row("clashes with", Text(", ".join(outcome.impossible_with)))
    if outcome.closest:
        table.add_row("try", Text("\n".join(outcome.closest)))
    return Panel(table, title=Text(outcome.statement.id), title_align="left", border_style=_STYLES[outcome.verdict])


def _guess(guess: StatementGuess) -> str:
    """What the plan does at a guess, and why that was worth it."""
    return (
        f"{guess.sentence} (such a guess is right {guess.score:.0%} of the time; the learned scorer gives this plan "
        f"{guess.scorer:.2f}, the one without it {guess.before:.2f})"
    )


def _carried(statements: tuple[CarriedStatement, ...]) -> RenderableType:
    table = Table(
        title="Statements of earlier turns: not in force, only checked on this plan", title_justify="left", expand=True
    )
    table.add_column("turn", justify="right")
    table.add_column("statement", overflow="fold", ratio=3)
    table.add_column("now", no_wrap=True)
    table.add_column("because", overflow="fold", ratio=2)
    for each in statements:
        word = Text(_STILL[each.check], _STYLES[each.check])
        table.add_row(str(each.turn), Text(each.text), word, Text(each.explanation))
    return table


def _judges(judges: Mapping[str, str]) -> str:
    """What each judge says, VAL first: it is the judge everybody knows."""
    order = sorted(judges, key=lambda judge: (judge != "val", judge))
    return "; ".join(f"{_JUDGE_NAMES.get(judge, judge)}: {judges[judge]}" for judge in order)


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
    adhered = sum(outcome.verdict == "adhered" for outcome in result.statements)
    unconfirmed = sum(outcome.verdict == "unconfirmed" for outcome in result.statements)
    judges = {report.judge: report.ruling for report in result.proof.reports}
    lines = Text.assemble(
        (f"{adhered} of {counted(len(result.statements), 'statement')} adhered, by the judges", "bold"),
        (
            f"; {unconfirmed} unconfirmed: the plan meets the reading, but see `doubt`" if unconfirmed else "",
            "bold yellow",
        ),
        f"; {_by_scorer(result)}\n",
        f"proof of the plan under its specification: {result.proof.ruling} ({_judges(judges)})\n",
        f"{counted(result.generations, 'generation')} searched; the search ended because {_ENDINGS[result.ended]}; ",
        f"{result.mode} mode",
        f", seed {result.seed}" if result.seed is not None else "",
        f"\nstatements read by the translator {result.translator}",
        f", adherence by the scorer {result.scorer}" if result.scorer is not None else "",
        "\nspecification:",
    )
    for traced in result.specification:
        origin = ", ".join(traced.statements) or "mutation"
        origin = f"mutation of {origin}" if traced.evolved and traced.statements else origin
        origin = f"{origin}, at a guess" if traced.guessed else origin
        lines.append(f"\n  {traced.constraint}  ({origin})")
    session = result.envelope.session_id
    lines.append(
        f"\nsession {session}: `plancritic ledger {session}` shows its turns, `submit --session {session}` adds one"
    )
    return Panel(lines, title=Text(f"run {result.envelope.correlation_id}"), title_align="left")


def _by_scorer(result: PlanRevised) -> str:
    if result.adherence_rate is None:
        return f"no learned scorer ({result.scorer_missing}): only {', '.join(result.evidence)} counted"
    return f"adherence rate {result.adherence_rate:.2f} by the learned scorer"
